"""A game at the terminal: the table drawn, options, reasons, the log in words, saved games.

Comes in: a scene (`regelwerk/scene/`), and what `regelwerk/telling/` says. Goes out: characters in the room there
is; and what somebody typed, as an answer. Everything drawn comes from what the seat may see.
"""
