"""Beginnings: a game, a card, an action, a scenario, an overlay that work at once and are there to be changed.

`ruleset` reads the ruleset something is for; `game`, `card`, `action`, `scenario` and `overlay` write texts. Every
text is laid out by the formatter and tried before it is handed out.
"""
