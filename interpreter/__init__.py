"""The machine: plays a compiled ruleset.

Imports only `regelwerk.dsl.ir` and `regelwerk.dsl.diagnostics` of the language, and no front end.
"""
