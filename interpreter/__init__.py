"""The machine: plays a compiled ruleset.

Imports only `regelwerk.dsl.ir` and `regelwerk.dsl.diagnostics` of the language, and no front end. What people need of
it is offered by `regelwerk` itself.
"""
