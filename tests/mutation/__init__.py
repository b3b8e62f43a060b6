"""Small changes planted in the engine itself, where it guards secrets, legality and state: do its own tests notice?

`changes` tells how a function could be wrong, `targets` what is guarded by which tests, `run` tries one change after
the other in processes of their own. As a script, for as long as you like:

    python -m tests.mutation.run --target view
"""
