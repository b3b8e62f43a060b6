"""`regelwerk test`: the scenarios of a ruleset."""

from __future__ import annotations

from difflib import get_close_matches

import click

from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.scenarios.run import run_scenarios

from ...reports.outcomes import as_data, line
from ...ruleset_options import Composing, composing
from ...screen import console, engine_option, json_option, plural, print_json, ruleset_argument


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
        from ...watching.retesting import Retesting  # for a fast start: who runs them once needs no compiler

        return Retesting(ruleset, how, only).watch()
    rules = how.stepped(ruleset, engine)
    outcomes = run_scenarios(rules, only)
    if only and not outcomes:
        known = [s.title for s in rules.compiled.scenarios]
        near = get_close_matches(only, known, n=1, cutoff=0.4)
        if not near:  # a word of a long title
            words = [word for title in known for word in title.lower().split()]
            slip = get_close_matches(only.lower(), words, n=1)
            near = [title for title in known if slip and slip[0] in title.lower().split()]
        hint = f" Did you mean “{near[0]}”?" if near else ""
        raise click.UsageError(f"No scenario has “{only}” in its title.{hint}")
    failed = sum(not outcome.ok for outcome in outcomes)
    if as_json:
        print_json({"ruleset": rules.name, "scenarios": [as_data(rules, outcome) for outcome in outcomes]})
    else:
        out = console()
        for outcome in outcomes:
            out.print(line(rules, outcome), soft_wrap=True)
        told = f"{failed} of {plural(len(outcomes), 'scenario')} failed" if failed else ""
        out.print(told or f"{plural(len(outcomes), 'scenario')}, all fine" if outcomes else "No scenarios.")
    ctx.exit(1 if failed else 0)
