"""A game at the terminal: the table drawn, options, reasons, the log in words, saved games.

Comes in: a scene (`regelwerk/scene/`), and what `regelwerk/telling/` says. Goes out: characters in the room there
is, made in `drawing/`; and what somebody typed, as an answer: `session` asks, `menu` finds what was meant, `saving`
and `resuming` keep games. Everything drawn comes from what the seat may see.
"""
