"""Rulesets with one thing wrong (mutants): small changes of cited clauses, to see whether a test notices.

`variants` tells how a line could be wrong, `mutants` lists all changes of a ruleset, `plant` puts many of them into one
ruleset, each behind a switch. Imports the syntax tree, and of checking the names of sides.
"""

from .change import Mutant
from .mutants import mutants
from .plant import SWITCH, applied, planted

__all__ = ["SWITCH", "Mutant", "applied", "mutants", "planted"]
