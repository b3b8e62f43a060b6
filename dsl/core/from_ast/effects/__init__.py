"""Written lines of effects to statements: changes, decisions, trade, calls, and the abilities that bend them."""
