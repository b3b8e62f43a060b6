"""`regelwerk rulings`: the open questions of a rulebook and how the ruleset decides them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click
from rich.text import Text

from regelwerk.dsl.book.rulings import Question, Undecided, decided, questions
from regelwerk.library import find
from regelwerk.library.written import unanswered

from ...composing import Composing, composing
from ...reading import read_ruleset
from ...screen import console, json_option, plural, print_json, ruleset_argument


def _data(question: Question, value: str) -> dict[str, Any]:
    return {
        "name": question.name,
        "question": question.asks,
        "value": value,
        "default": question.default,
        "choices": list(question.choices),
        "because": question.because,
        "cites": list(question.cites),
        "place": f"{question.at.file}:{question.at.line}",
    }


def _lines(question: Question, value: str) -> Text:
    text = Text.assemble((question.name, "bold"), f" = {value}")
    others = [choice + " (default)" * (choice == question.default) for choice in question.choices if choice != value]
    text.append(f"   or {', '.join(others)}" if others else "", style="cyan")
    for line in (question.asks, question.because):
        text.append(f"\n  {line}" if line else "")
    place = f"{question.at.file}:{question.at.line}"
    text.append("\n  " + "  ".join((*(f"@{id}" for id in question.cites), place)), style="dim")
    return text


@click.command()
@ruleset_argument
@composing
@json_option
def rulings(ruleset: str, how: Composing, as_json: bool) -> None:
    """List the rulings of a ruleset: question, value, alternatives, reason, ledger ids.

    \b
    Examples:
      regelwerk rulings my-game/
      regelwerk rulings my-game/ --ruling double=yes --json
    """
    read = read_ruleset(ruleset, replace(how, rulings=()))
    try:
        decls = decided(read.decls, dict(how.rulings))
    except Undecided as undecided:
        raise unanswered(find(ruleset), undecided) from None
    found = [(each, now.default) for each, now in zip(questions(read.decls), questions(decls), strict=True)]
    if as_json:
        print_json({"ruleset": read.name, "rulings": [_data(each, value) for each, value in found]})
        return
    out = console()
    for each, value in found:
        out.print(_lines(each, value), soft_wrap=True)
        out.print()
    out.print(f"{plural(len(found), 'ruling')}. Decide otherwise with --ruling NAME=VALUE." if found else "No rulings.")
