"""The language server: what an editor asks about `.regel` files, answered from the checker's own knowledge.

`documents` keeps the texts and checks them, the other modules answer one kind of question each, `server` speaks the
protocol. Needs the extra `lsp` (pygls); nothing else imports this package.
"""
