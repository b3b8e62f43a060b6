"""A draft of a state: whatever is written on it can be put back, and a trial leaves no trace but its work."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Context
from regelwerk.interpreter.engine.draft import Draft, put
from regelwerk.interpreter.engine.machine import EngineName
from tests.rules import ruleset_of

GAME = """\
game shelves "Shelves"
  players 2

type Book
  weight  1..9

table
  pile     pile of Book = Book
  shelf    pile of Book
  load     0..12
  placed   0..20

Book atlas
  weight  9

Book bible
  weight  5

Book comic
  weight  1

action put(b in pile) "Put {b} on the shelf"
  add 1 to placed
  move b to shelf
  if b.weight > 3
    choose n in 0..2 "How far back?"
    add n to placed
    add b.weight to load

flow
  repeat until load > 5 or pile.size < 2
    as seat(placed): offer put

winner
  most load
"""
cell = st.integers(0, 29)
writes = st.lists(st.one_of(st.tuples(cell, cell), st.tuples(cell, st.lists(cell, max_size=5))), max_size=20)


def write(state: list[int], what: list[tuple[int, int | list[int]]]) -> None:
    for at, value in what:
        if isinstance(value, list):
            state[at : at + len(value)] = value[: len(state) - at]
        else:
            state[at] = value


FRAMES = slice(22, 28)
engines_own = st.lists(st.tuples(st.sampled_from([*range(ir.HEADER), *range(22, 28)]), cell), max_size=20)


def put_past(draft: Draft, where: list[tuple[int, int]]) -> None:
    """Write as engines do into header and frames."""
    for at, value in where:
        put(draft, at, value)


@given(writes, writes, engines_own, engines_own)
def test_what_was_written_is_put_back_step_by_step(first: Any, then: Any, own: Any, more: Any) -> None:
    start = list(range(30))
    draft = Draft(start, FRAMES)
    begun = draft.mark()
    write(draft, first)
    put_past(draft, own)
    once, mark = draft.copy(), draft.mark()
    write(draft, then)
    put_past(draft, more)
    write(twice := once.copy(), [*then, *more])
    assert draft == twice
    draft.put_back(mark)
    assert draft == once
    draft.put_back(begun)
    assert draft == start == list(range(30))


def test_a_copy_of_a_draft_is_a_plain_state() -> None:
    assert type(Draft([1, 2], slice(0, 0)).copy()) is list


def offered(engine: EngineName, seed: int) -> list[tuple[list[int], bytes]]:
    """Play at random; give what is offered and the state before and after the options were tried."""
    machine = ruleset_of(GAME, engine).machine
    state, seen = machine.start(2, seed), []
    while state[ir.ASK]:
        before = state.copy()
        options = machine.options(state, Context())
        assert state == before
        seen.append((options, machine.packed(state)))
        machine.take(state, Context(), options[seed % len(options)])
    return seen


def test_options_that_were_tried_leave_the_game_as_it_was() -> None:
    for seed in range(12):
        found = offered("python", seed)
        assert found == offered("reference", seed) == offered("wasm", seed)
        assert found
