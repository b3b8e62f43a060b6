"""What a seat sees of a table, as data that any front end can draw."""

from .build import scene
from .model import Scene
from .plan import Plan, plan_of

__all__ = ["Plan", "Scene", "plan_of", "scene"]
