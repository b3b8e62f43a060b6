"""Rulings, what a rulebook leaves open, as a page asks them before a game begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regelwerk.dsl import ast
from regelwerk.dsl.book.rulings import Question, questions


def open_questions(decls: Sequence[ast.Decl]) -> list[dict[str, Any]]:
    """List the rulings of a ruleset with their choices."""
    return [_ruling(each) for each in questions(decls)]


def _ruling(question: Question) -> dict[str, Any]:
    choices = dict.fromkeys((question.default, *question.choices))
    return {
        "name": question.name,
        "title": question.asks or question.name.replace("_", " "),
        "choices": [{"name": each, "title": each.replace("_", " ")} for each in choices],
        "default": question.default,
    }
