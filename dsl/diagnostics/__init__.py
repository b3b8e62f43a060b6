"""Messages as values: collected in a list, never thrown. Imports only `source`."""

from .model import Diagnostic, Fix, Label, Severity, sort_key

__all__ = ["Diagnostic", "Fix", "Label", "Severity", "sort_key"]
