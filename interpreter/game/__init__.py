"""A game in progress: decisions, history, views, reasons, log, saved games, replays.

Comes in: a compiled ruleset and a machine. Goes out: `game.Ruleset` and `game.Game`, which front ends and bots use.
`Game` is at the top; what it offers is made by modules below, which know of it what `rules` and `playing` say. What a
seat may see follows from `sight/` alone, what it can know from `knowledge/`; `deals/` and `saving/` make games anew,
for a seat and from a file. May import the engines, texts and analyses; scenarios and front ends import it.
"""
