"""`regelwerk rulings`: the open questions of a rulebook and how the ruleset decides them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click
from rich.text import Text

from regelwerk.dsl.book.rulings import Question, Undecided, decided, questions
from regelwerk.library import find
from regelwerk.library.written import unanswered
from regelwerk.telling.beforehand import Beforehand
from regelwerk.telling.speech import speak

from ...reading import read_ruleset
from ...ruleset_options import Composing, composing
from ...screen import console, json_option, print_json, ruleset_argument


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


def _lines(question: Question, value: str, words: Beforehand, language: str) -> Text:
    """Tell a question; in another language its answers have their words beside their names."""
    names = {}
    for each in words.answers(question):
        said = words.answer(each, language) if language else each.name
        names[each.name] = f"{each.name} ({said})" if said not in ("", each.name) else each.name
    text = Text.assemble((question.name, "bold"), f" = {names.get(value, value)}")
    others = [
        speak(language, "{answer} (default)", answer=name) if choice == question.default else name
        for choice, name in names.items()
        if choice != value
    ]
    text.append(f"   {speak(language, 'or {answers}', answers=', '.join(others))}" if others else "", style="cyan")
    for line in (question.asks, question.because):
        text.append(f"\n  {words.say(line, language) or line}" if line else "")
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
      regelwerk rulings my-game/ --lang de
    """
    read = read_ruleset(ruleset, replace(how, rulings=()))
    try:
        decls = decided(read.decls, dict(how.rulings))
    except Undecided as undecided:
        raise unanswered(find(ruleset), undecided) from None
    words = Beforehand(read.decls)
    found = [(each, now.default) for each, now in zip(words.questions, questions(decls), strict=True)]
    if as_json:
        print_json({"ruleset": read.name, "rulings": [_data(each, value) for each, value in found]})
        return
    out = console()
    for each, value in found:
        out.print(_lines(each, value, words, how.language), soft_wrap=True)
        out.print()
    way = "Open questions: {number}. Decide otherwise with --ruling NAME=VALUE."
    out.print(speak(how.language, way, number=len(found)) if found else speak(how.language, "No rulings."))
