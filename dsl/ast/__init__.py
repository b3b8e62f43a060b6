"""The syntax tree: what a source file says, before anybody asks what it means.

Plain frozen nodes; `at` is the place in the source. Names are unresolved strings. The parser makes these, overlays are
merged on them, the checker reads them.
"""

from .base import *
from .declarations import *
from .expressions import *
from .overlays import *
from .statements import *
from .types import *
