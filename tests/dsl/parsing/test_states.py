"""Wherever the parser may stop, and whatever it stops at, there is a message of our own with a way out."""

import re
from collections import Counter

import pytest

from regelwerk.dsl.syntax.errors.recognise import worded
from regelwerk.dsl.syntax.parser_tables import grammar
from tests.dsl.parsing.states import KINDS, TABLE, stopped, ways
from tests.dsl.test_golden import FOREIGN

SYMBOLS = {t.name for t in grammar().terminals} - {"X"} | {
    r.origin.name for r in grammar().rules if "_" in r.origin.name
}
# One of each sort; the others are in the long run.
SOME = ["NAME", "TYPE", "NUMBER", "STRING", "COLON", "EQUAL", "_COMMA", "RPAR", "_NL", "_INDENT", "THEN", "TO"]


def explained(kinds: list[str]) -> Counter[str]:
    """Word every stop at one of these tokens; count the codes."""
    codes: Counter[str] = Counter()
    for state in TABLE.states:
        if state not in ways():
            continue
        for kind in kinds:
            m = stopped(state, kind)
            if m is None:
                continue
            d = worded(m)
            codes[d.code] += 1
            told = f"{m.clean!r} before {kind}: {d.message} {d.help}"
            assert d.message.endswith((".", "?")) and d.help.endswith((".", "?")), told
            said = re.sub(r"`[^`]*`|\"[^\"]*\"", "", f"{d.message} {d.help}")
            assert not FOREIGN.search(said), told
            assert not SYMBOLS & set(re.findall(r"\w+", said)), told
            assert 1 <= d.at.line <= m.clean.count("\n") + 1 and d.at.column >= 1, told
    return codes


def test_every_state_can_be_reached() -> None:
    ends = set(TABLE.end_states.values())
    assert not set(TABLE.states) - set(ways()) - ends


def test_every_state_has_a_message_for_a_token_of_each_sort(capsys: pytest.CaptureFixture[str]) -> None:
    codes = explained(SOME)
    with capsys.disabled():
        general = codes["RW1001"]
        print(f"\n{sum(codes.values())} stops in {len(TABLE.states)} states, {general} of them in general words")


@pytest.mark.slow
def test_every_state_has_a_message_for_every_token() -> None:
    explained(KINDS)
