"""What is kept on this machine: where it lies, how it is written whole, and how it is known to be one's own.

Knows nothing of games: everything else may import it. Files are written whole or not at all; what is kept to be faster
is sealed for this user and may be thrown away at any time; `REGELWERK_CACHE=off` writes nothing.
"""
