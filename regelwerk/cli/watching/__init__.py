"""Commands that answer again whenever a file changes.

Comes in: files that change. Goes out: what the command would have said, soon, and what became of what it said before.
Half a file, or none for a moment, is waited for.
"""
