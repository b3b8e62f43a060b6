"""Written expressions to typed ones: names, members, calls, binders, boards and the pieces on them.

Comes in: an expression, the scope, the type that is wanted. Goes out: a typed core expression, or a message and one
whose type is unknown, so that one mistake is told once. Geometry is worked out here: a board becomes tables and
sets. Readers ask the context for what lies inside; `..readers` says who reads what.
"""
