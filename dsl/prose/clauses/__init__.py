"""One clause: what somebody does, and the lines that do it.

Comes in: a clause as a list of words, and the names a ruleset has (`nouns.Scene`). Goes out: lines of the language and
who acts, or `Unread` if a part of it is not understood. `doing` finds the verb and asks whoever reads it: `trading`,
`cards`, `counting`, `handing`, `putting`, `seats`. Knows phrases (`nouns`, `amounts`, `actors`, `conditions`), and
nothing of the sentences that clauses are parts of.
"""
