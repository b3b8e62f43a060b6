"""JSON Schemas of everything that crosses a boundary: rulesets, decisions, saved games, logs.

Holds data only.
"""
