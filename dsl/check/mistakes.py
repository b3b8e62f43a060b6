"""How the checker reports: a mistake abandons one line or declaration, and is collected there."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from ..diagnostics import Diagnostic, Fix, Label, Severity
from ..source import Span


class Mistake(Exception):
    """Carries one diagnostic from the place where it is noticed to the line that is abandoned."""

    def __init__(self, diagnostic: Diagnostic, name: str = "") -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.name = name  # that is unknown; not said if its own declaration could not be read


SILENT = Mistake(Diagnostic("", "", Span("", 0, 0, 0, 0)))  # follows from a mistake that was reported already


def mistake(
    code: str, message: str, at: Span, help: str = "", others: tuple[Label, ...] = (), fixes: tuple[Fix, ...] = ()
) -> Mistake:
    """Make a mistake ready to be raised."""
    return Mistake(Diagnostic(code, message, at, help, others=others, fixes=fixes))


def warning(code: str, message: str, at: Span, help: str = "", others: tuple[Label, ...] = ()) -> Diagnostic:
    """Make a warning."""
    return Diagnostic(code, message, at, help, Severity.WARNING, others=others)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that was probably meant."""
    found = get_close_matches(name, sorted(set(known)), n=1, cutoff=0.6)
    return found[0] if found else None


def unknown(code: str, what: str, name: str, known: Iterable[str], at: Span) -> Mistake:
    """An unknown name, with the nearest known one or some examples."""
    names = sorted(set(known))
    near = nearest(name, names)
    some = ", ".join(f"`{n}`" for n in names[:5])
    help = f"Did you mean `{near}`?" if near else f"Known here: {some}." if some else ""
    fixes = (Fix(at, near),) if near else ()
    return Mistake(Diagnostic(code, f"There is no {what} called `{name}`.", at, help, fixes=fixes), name)
