"""Written lines of effects to statements: changes, decisions, trade, calls, and the abilities that bend them.

Comes in: blocks of lines and the scope they stand in. Goes out: core statements without sugar: trade is calls and
tests, hooks stand around the body of their effect, a bundle is one change after another. Each reader knows its own
kinds of line; which reader has which stands in `..readers`, so a reader asks the context for what lies inside.
"""
