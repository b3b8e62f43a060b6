"""The core: a ruleset after checking. Every name is resolved, every expression has a type with its range, and all
convenience is gone (bundles, hooks, abilities, `once per`, receivers, `as p`, map assignments, resources, pieces).

The checker makes this, the lowering turns it into the IR. `me` is an ordinary parameter or local.

How values look as whole numbers
  number      itself; none is NONE_NUM where the type allows none
  flag        0, 1
  reference   index in its domain (0 ...), none is -1; a union of domains counts them one after the other
  set         bit mask; bit i is element i of the element type (a number n of the range a..b is bit n - a)
"""

from ..source import NOWHERE as NOWHERE
from ..source import Span as Span
from .expressions import *
from .program import *
from .statements import *
from .types import *
