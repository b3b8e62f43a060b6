"""Changes that make no difference to the game, and why: a list beside the ruleset.

`equivalent/NAME.json` beside a ruleset (as ledgers lie in `ledger/`), `equivalent.json` in its folder, or
`NAME.equivalent.json` beside a single file: a list of objects with `line`
(what stands there, without marks), `what` (the change as it is reported) and `because`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..dsl.book.citations import bare
from ..dsl.mutate import Mutant
from ..dsl.source import Source

_PARTS = ("line", "what", "because")


class Damaged(ValueError):
    """The list cannot be read; the text says why."""


@dataclass(frozen=True, slots=True)
class Excuses:
    """Reasons by number of the change, and the entries of the list that fit nothing any more."""

    reasons: dict[int, str]
    stale: list[str]


def line_of(m: Mutant, sources: Mapping[str, Source]) -> str:
    """Give the line on which a change begins, without its marks and the spaces that align it."""
    source = sources.get(m.at.file)
    return _plain(source.lines[m.at.line - 1]) if source and m.at.line <= len(source.lines) else ""


def excused(
    path: Path, mutants: Sequence[Mutant], sources: Mapping[str, Source], aside: Iterable[Source] = ()
) -> Excuses:
    """Read the list that belongs to a ruleset; without one, nothing is excused.

    What excuses a line of the texts `aside` is not called stale: these do not play along, or not as they stand.
    """
    near = path / "equivalent.json" if path.is_dir() else path.with_suffix(".equivalent.json")
    apart = path.resolve().parent / "equivalent" / f"{path.resolve().stem}.json"
    file = near if near.exists() else apart
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Excuses({}, [])
    except (OSError, ValueError) as error:
        raise Damaged(f"{file.name} cannot be read: {error}.") from None
    if not isinstance(data, list) or not all(_is_excuse(each) for each in data):
        raise Damaged(f"{file.name} is a list of objects with the texts {', '.join(_PARTS)}.")
    known: dict[tuple[str, str], list[int]] = {}
    for m in mutants:
        for what in dict.fromkeys((m.what, m.or_else or m.what)):
            known.setdefault((line_of(m, sources), what), []).append(m.number)
    reasons: dict[int, str] = {}
    stale: list[str] = []
    unjudged = {_plain(line) for source in aside for line in source.lines}
    for each in data:
        line = " ".join(each["line"].split())
        numbers = known.get((line, each["what"]), [])
        reasons |= dict.fromkeys(numbers, each["because"])
        if not numbers and line not in unjudged:
            stale.append(f"{each['line']} ({each['what']})")
    return Excuses(reasons, stale)


def _plain(line: str) -> str:
    return " ".join(bare(line).split())


def _is_excuse(each: object) -> bool:
    return isinstance(each, dict) and all(isinstance(each.get(part), str) and each[part] for part in _PARTS)
