"""Written expressions to typed ones: names, members, calls, binders, boards and the pieces on them."""
