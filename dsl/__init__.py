"""The language: from source text to the compiled ruleset.

Parses, composes overlays, checks and lowers. Never imports the interpreter or a front end.
"""
