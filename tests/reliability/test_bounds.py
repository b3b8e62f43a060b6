"""Whatever a source asks for, nothing is spread out before it is known how large it becomes."""

from __future__ import annotations

import resource

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source

HEAD = 'game t "T"\n  players 2\nboard Map hex 5 x 5\nkind Colour   red, green\n'
TAIL = 'action a "A"\n  add 1 to n\nflow\n  as each players: offer a\nwinner\n  most n\n'

HUGE = {
    "keys": "table\n  n 0..9\n  wide flag per 0..900000000",
    "keys with a default": "table\n  n 0..9\n  wide 0..9 per 0..900000000 = 3",
    "keys times keys": "table\n  n 0..9\n  wide 0..9 per 0..9999 per 0..9999 per 0..9999",
    "keys of players": "table\n  n 0..9\nplayer\n  wide 0..9 per 0..200000 = {0: 1}",
    "set": "table\n  n 0..9\n  wide set of 0..900000000",
    "set written out": "table\n  n 0..9\nvalue v number = {n * 100000000}.size",
    "field": "table\n  n 0..9\ntype Card\n  worth 0..9 per 0..999999999\nCard one\n  worth {1: 2}",
    "var field": "table\n  n 0..9\ntype Card\n  var worth 0..9 per 0..999999999\nCard one",
    "parameter": "table\n  n 0..9\nvalue v(s: set of 0..900000000) number = s.size",
}


@pytest.mark.parametrize("way", HUGE)
def test_a_huge_key_is_a_message(way: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = compile_sources([Source("t", HEAD + HUGE[way] + "\n" + TAIL)]).diagnostics
    assert {d.code for d in found if d.severity.value == "error"} <= {"RW3008", "RW3042"}
    assert found and found[0].help
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000  # kB


@pytest.mark.parametrize("call", ["ray()", "ray(b2)", "ray(b2, n, n)"])
def test_a_ray_with_too_much_or_too_little_in_brackets(call: str) -> None:
    text = f"{HEAD}table\n  n 0..9\nvalue v number = count c in {call}\n{TAIL}"
    (found,) = compile_sources([Source("t", text)]).diagnostics
    assert (found.code, found.help) == ("RW2014", "Write `ray(c, side)`.")
