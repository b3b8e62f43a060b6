"""What a ruling can be answered with, where it does not list it."""

from __future__ import annotations

import pytest

from regelwerk.dsl.book.rulings import Undecided, decided, questions
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.parse import parse

RULES = """
kind Late     never, noted, paid
kind Early    never, always
ruling debt "What about debts?"
  default   noted
ruling dues "And about dues?"
  default   Late.never
ruling kept "Are cards kept?"
  default   no
ruling rounds "How many rounds?"
  default   3
ruling some "What of some?"
  default   paid
  choices   paid, noted
ruling both "What if two kinds have it?"
  default   never
"""


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("debt", ("never", "noted", "paid")),
        ("dues", ("Late.never", "Late.noted", "Late.paid")),
        ("kept", ("yes", "no")),
        ("rounds", ()),
        ("some", ("paid", "noted")),
        ("both", ()),
    ],
)
def test_the_other_answers_are_of_the_same_kind(name: str, choices: tuple[str, ...]) -> None:
    file, problems = parse(Source("rulings.regel", RULES))
    assert not problems
    asked = {q.name: q.choices for q in questions(file.decls)}
    assert asked[name] == choices


def test_an_answer_of_another_kind_is_refused_with_those_there_are() -> None:
    file, _ = parse(Source("rulings.regel", RULES))
    with pytest.raises(Undecided, match=r"cannot be always\. There are: never, noted, paid\."):
        decided(file.decls, {"debt": "always"})
    assert len(decided(file.decls, {"debt": "paid", "dues": "noted"})) == len(file.decls)
