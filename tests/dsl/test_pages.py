"""Every code has a page whose wrong example gets exactly that code, and whose right example gets none."""

import pytest

from regelwerk.dsl.diagnostics import TITLES
from regelwerk.dsl.diagnostics.explained import page
from regelwerk.dsl.pipeline import compile_sources
from tests.dsl.examples import BASE, UNUSED, messages

# Nothing that stands in a file gets these: another encoding, a file that is not there, a mistake of the program.
WITHOUT_EXAMPLE = {"RW0008", "RW0010", "RW9000"}


def test_the_small_game_of_the_examples_has_no_mistakes() -> None:
    assert [d.message for d in compile_sources([BASE]).diagnostics if d.code != UNUSED] == []


@pytest.mark.parametrize("code", TITLES)
def test_the_wrong_example_gets_the_code_and_the_right_one_none(code: str) -> None:
    told = page(code)
    assert told.meaning
    if code in WITHOUT_EXAMPLE:
        assert not told.wrong
        return
    _, wrong = messages(told.wrong, code)
    assert {d.code for d in wrong} == {code}, [(d.code, d.at, d.message) for d in wrong]
    _, right = messages(told.right, code)
    assert not right, [(d.code, d.at, d.message) for d in right]
