"""Regelwerk: board-game rules as data.

A rulebook is written in a small declarative language, compiled by `regelwerk.dsl` and played by
`regelwerk.interpreter`.
"""

__version__ = "0.1.0"
