"""Messages as values: collected in a list, never thrown. Imports only `source`.

A message has a code, a place, a sentence, a way out and sometimes a repair. `codes` gives codes out and never twice;
`pages/CODE.md` explains each with a wrong and a right example, and tests carry both out. Whoever finds a mistake
words it; here it is only sorted and shown.
"""

from .codes import TITLES, band
from .model import Diagnostic, Fix, Label, Severity, sort_key

__all__ = ["TITLES", "Diagnostic", "Fix", "Label", "Severity", "band", "sort_key"]
