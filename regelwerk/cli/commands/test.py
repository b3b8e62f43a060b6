"""`regelwerk test`: the scenarios of a ruleset."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import click
from rich.text import Text

from regelwerk import Ruleset
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.scenarios.findings import Found
from regelwerk.interpreter.scenarios.run import Outcome, run_scenarios

from ..composing import Composing, composing
from ..screen import console, engine_option, json_option, plural, print_json, ruleset_argument


def _place(ruleset: Ruleset, span: int) -> str:
    file, line, column, _, _ = ruleset.compiled.spans[span]
    return f"{file}:{line}:{column}" if file else ""


def _data(ruleset: Ruleset, outcome: Outcome) -> dict[str, Any]:
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


@click.command()
@ruleset_argument
@composing
@click.option(
    "--only", default="", metavar="TEXT", help="Only scenarios whose title contains this, or of the file of this name."
)
@json_option
@engine_option
@click.option("--watch", is_flag=True, help="Run again what a change can touch, after every change, until Ctrl-C.")
@click.pass_context
def test(
    ctx: click.Context, ruleset: str, how: Composing, only: str, as_json: bool, engine: EngineName, watch: bool
) -> None:
    """Run the scenarios of a ruleset.

    \b
    Examples:
      regelwerk test connect-four
      regelwerk test connect-four --only "full column"
      regelwerk test my-game/ --with second-edition.regel --json
      regelwerk test my-game/ --watch
    """
    if watch:
        if as_json:
            raise click.UsageError("--watch is for people, --json for programs.")
        from ..watching.retesting import Retesting

        return Retesting(ruleset, how, only).watch()
    rules = how.stepped(ruleset, engine)
    outcomes = run_scenarios(rules, only)
    if only and not outcomes:
        known = [s.title for s in rules.compiled.scenarios]
        near = get_close_matches(only, known, n=1, cutoff=0.4)
        hint = f" Did you mean “{near[0]}”?" if near else ""
        raise click.UsageError(f"No scenario has “{only}” in its title.{hint}")
    failed = sum(not outcome.ok for outcome in outcomes)
    if as_json:
        print_json({"ruleset": rules.name, "scenarios": [_data(rules, outcome) for outcome in outcomes]})
    else:
        out = console()
        for outcome in outcomes:
            out.print(line(rules, outcome), soft_wrap=True)
        told = f"{failed} of {plural(len(outcomes), 'scenario')} failed" if failed else ""
        out.print(told or f"{plural(len(outcomes), 'scenario')}, all fine" if outcomes else "No scenarios.")
    ctx.exit(1 if failed else 0)
