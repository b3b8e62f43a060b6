"""What a seat sees of a table, as data that any front end can draw.

Comes in: a game and a seat. Goes out: `model.Scene`: maps, racks, tracks and holdings with titles, colours and the
options that pick them. Made from `Game.view` and the lines of `display`; knows no screen.
"""

from .build import scene
from .model import Scene
from .plan import Plan, plan_of

__all__ = ["Plan", "Scene", "plan_of", "scene"]
