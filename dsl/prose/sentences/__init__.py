"""Whole sentences as lines of the language.

`sentences` reads one, cut by `steps`; `turns`, `ties`, `failing`, `keeping`, `abilities` and `limits` read forms of
their own (`if tied, …`, `if you cannot, …`), `elsewhere` what stands under other headings than effects. In come words,
out come lines; none of them is checked yet. Over `clauses`, which read what somebody does, and below `advice`.
"""
