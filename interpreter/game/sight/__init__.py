"""Who sees what: the cells of slots and who sees them (`cells`), the places a seat looks into (`onlookers`).

Comes in: what a ruleset says of visibility. Goes out: whether a seat sees a cell or a card. Views, logs, deals and
refusals ask here and nowhere else. May import the engine; everything else of a game may import it.
"""
