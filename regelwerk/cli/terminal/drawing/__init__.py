"""The table as characters: maps, grids, tracks, cards and what lies before the seats, in the room there is.

Comes in: a scene, or a view where the terminal shows more than a scene knows (what has changed since the last turn).
Goes out: lines of text. `table` and `tableau` draw all of it, `stage` the parts of a scene; the others one kind of
part each. Asks nobody anything: menus and what is typed are above.
"""
