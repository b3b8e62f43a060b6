"""Messages as values: collected in a list, never thrown. Imports only `source`."""

from .codes import TITLES, band
from .model import Diagnostic, Fix, Label, Severity, sort_key

__all__ = ["TITLES", "Diagnostic", "Fix", "Label", "Severity", "band", "sort_key"]
