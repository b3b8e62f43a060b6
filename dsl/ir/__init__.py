"""The compiled ruleset, and the road to it from the core.

`model` is what the machine runs, `operations` lists what its code is made of; `well_formed` and `validation` test it;
`from_core/` writes it, helped by `analysis/` and `optimise/`; `memory_map` says where in the flat state everything
lives, `sayings/` what the rules of a card say.
"""

from .model import *
from .operations import *
