"""How the checker reports: a mistake abandons one line or declaration, and is collected there."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic, Fix, Label, Severity
from regelwerk.dsl.diagnostics.spelling import distance, nearest
from regelwerk.dsl.source import Span


class Mistake(Exception):
    """Carries one diagnostic from the place where it is noticed to the line that is abandoned."""

    def __init__(self, diagnostic: Diagnostic, name: str = "") -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.name = name  # that is unknown; not said if its own declaration could not be read


_CLOSE = 0.8  # how much of a title has to be the same for it to be meant

SILENT = Mistake(Diagnostic("", "", Span("", 0, 0, 0, 0)))  # follows from a mistake that was reported already


def mistake(
    code: str, message: str, at: Span, help: str = "", others: tuple[Label, ...] = (), fixes: tuple[Fix, ...] = ()
) -> Mistake:
    """Make a mistake ready to be raised."""
    return Mistake(Diagnostic(code, message, at, help, others=others, fixes=fixes))


def warning(
    code: str, message: str, at: Span, help: str = "", others: tuple[Label, ...] = (), fixes: tuple[Fix, ...] = ()
) -> Diagnostic:
    """Make a warning."""
    return Diagnostic(code, message, at, help, Severity.WARNING, others=others, fixes=fixes)


def between(left: Span, right: Span) -> Span:
    """Return what stands between two places of a line: an operator, for example."""
    return Span(left.file, left.end_line, left.end_column, right.line, right.column)


def remainder(part: Span, whole: Span) -> Span:
    """Return what follows a part inside the whole."""
    return Span(whole.file, part.end_line, part.end_column, whole.end_line, whole.end_column)


def unknown(code: str, what: str, name: str, known: Iterable[str], at: Span, way: str = "") -> Mistake:
    """An unknown name, with the nearest known one or some examples; `way` says how to declare one."""
    names = [n for n in dict.fromkeys(known) if " " not in n]
    near = nearest(name, names)
    some = ", ".join(f"`{n}`" for n in names[:5]) + (" …" if len(names) > 5 else "")
    help = f"Did you mean `{near}`?" if near else way or (f"There are: {some}." if some else "Declare it first.")
    fixes = (Fix(at, near),) if near else ()
    found = Diagnostic(code, f"There is no {what} called `{name}`.", at, help, fixes=fixes, about=name)
    return Mistake(found, name)


def unknown_title(code: str, what: str, title: str, known: Iterable[str], at: Span) -> Mistake:
    """A title in quotes that nothing has; `at` is the place of all of it, so what replaces it has quotes, too."""
    titles = list(dict.fromkeys(known))
    near = nearest(title, titles) or next(iter(get_close_matches(title, titles, 1, _CLOSE)), None)
    some = ", ".join(f"`{t}`" for t in titles[:5]) + (" …" if len(titles) > 5 else "")
    help = f"Did you mean `{near}`?" if near else f"There are: {some}." if some else "Declare it first."
    fixes = (Fix(at, f'"{near}"'),) if near else ()
    return mistake(code, f"There is no {what} called `{title}`.", at, help, fixes=fixes)


_FAR = 2  # letters that may differ in a line that is missing otherwise: `holds`


def lost(code: str, said: str, wanted: str, fields: Iterable[ast.Field], otherwise: Mistake) -> Mistake:
    """A line that is missing: perhaps it is there and misspelt."""
    for f in fields:
        if nearest(f.name.id, [wanted]) or 0 < distance(f.name.id, wanted) <= _FAR:
            fixes = (Fix(f.name.at, wanted),)
            return mistake(code, said, f.name.at, f"Did you mean `{wanted}`?", fixes=fixes)
    return otherwise
