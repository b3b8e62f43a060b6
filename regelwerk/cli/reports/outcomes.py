"""How scenarios came out, as lines and as data."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from regelwerk import Ruleset
from regelwerk.interpreter.scenarios.findings import Found
from regelwerk.interpreter.scenarios.run import Outcome


def _place(ruleset: Ruleset, span: int) -> str:
    file, line, column, _, _ = ruleset.compiled.spans[span]
    return f"{file}:{line}:{column}" if file else ""


def as_data(ruleset: Ruleset, outcome: Outcome) -> dict[str, Any]:
    failures = [
        {"text": f.text, "place": _place(ruleset, f.span), "line": f.line, "values": [_value(v) for v in f.values]}
        for f in outcome.failures
    ]
    place = _place(ruleset, outcome.span)
    return {"title": outcome.title, "ok": outcome.ok, "place": place, "failures": failures}


def _value(found: Found) -> dict[str, str]:
    both = {"right": found.right, "right_value": found.against} if found.right else {}
    return {"text": found.text, "left": found.left, "left_value": found.value, **both}


def line(ruleset: Ruleset, outcome: Outcome) -> Text:
    """Write how a scenario came out."""
    text = Text.assemble(("ok    " if outcome.ok else "FAIL  ", "green" if outcome.ok else "bold red"), outcome.title)
    for failure in outcome.failures:
        text.append(f"\n      {_place(ruleset, failure.span)}", style="dim")
        if failure.line:
            text.append(f"\n        {failure.line}", style="bold")
        for line in failure.text.splitlines():
            text.append(f"\n      {line}")
    return text
