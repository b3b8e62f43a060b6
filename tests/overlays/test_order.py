"""The rules that come of overlays depend on neither the order in which they are named or added, nor on file names."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.dsl.pipeline import Build, compile_sources
from regelwerk.dsl.source import Source
from tests.overlays.conftest import GAME, Run, Write

OPS = [
    "change fill.pour\n  from  add step(yes) to pot\n  to    add 2 to pot\n",
    "change fill.pour\n  from  add step(yes) to pot\n  to    add 3 to pot\n",
    'insert before fill.pour\n  hello: say "Hello."\n',
    'insert after fill.pour\n  bye: say "Bye."\n',
    'change fill."add 1"\n  from  add 1 to me.points\n  to    add 2 to me.points\n',
    'remove fill."add 1" was add 1 to me.points\n',
    "suspend rest when pot > 3\n",
    'suspend rest when pot > 5 else "No time."\n',
    "except step when pot > 6\n  from  if big and generous then 2 else 1\n  to    0\n",
    "change table.pot.sight\n  from  public\n  to    hidden\n",
    "change generous\n  from  no\n  to    yes\n",
    'change generous.question\n  from  "May one take two?"\n  to    "Two?"\n',
    'action wink "Wink"\n  nothing\ninclude wink into turn.all_of_it\n',
    'action nod "Nod"\n  nothing\ninclude nod into turn.offer\n',
    "kind Mood     good, bad\ntable\n  mood      Mood\n",
    "include sad into Mood\n",
    'supersedes "resting does nothing"\n',
    'supersedes "filling adds one"\n  then  pot > 0\n',
    'invariant "small"\n  pot < 40\n',
    "change game.players\n  from  2..3\n  to    2..4\n",
]
LAYERS = ["erratum", "variant", "mod", "mod", "house"]


@st.composite
def overlays(draw: st.DrawFn) -> list[str]:
    texts = []
    for name in draw(st.lists(st.sampled_from("abcd"), min_size=2, max_size=4, unique=True)):
        header = f"{draw(st.sampled_from(LAYERS))} {name} for pot\n"
        if draw(st.booleans()):
            header += f"  after {draw(st.sampled_from('abcd'))}\n"
        ops = draw(st.lists(st.sampled_from(OPS), max_size=3, unique=True))
        texts.append(header + "".join(ops))
    return texts


def made(texts: list[str], names: str = "stuv") -> Build:
    files = [Source(f"{name}.regel", text) for name, text in zip(names, texts, strict=False)]
    return compile_sources([Source("pot.regel", GAME)], files)


def rules(build: Build) -> object:
    """What is played, without the places in files that it comes from."""
    if build.compiled is None:
        return sorted((d.code, d.message) for d in build.diagnostics)
    return build.compiled.model_dump(exclude={"spans", "scenarios"}), [s.title for s in build.compiled.scenarios]


@settings(max_examples=60, deadline=None)
@given(overlays(), st.data())
def test_the_order_of_files_and_their_names_mean_nothing(texts: list[str], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(texts))))
    names = data.draw(st.permutations("stuv"))
    assert rules(made(texts)) == rules(made([texts[i] for i in order], "".join(names)))


@settings(max_examples=60, deadline=None)
@given(overlays())
def test_the_rules_are_those_that_are_printed(texts: list[str]) -> None:
    """What `merged` shows can be played by itself, and is the same game."""
    from regelwerk.dsl.overlays.merged_text import merged_lines

    build = made(texts)
    if build.compiled is None or build.composition is None:
        return
    printed = "\n".join(line.text for line in merged_lines(build.composition, build.written, build.sources))
    again = compile_sources([Source("merged.regel", printed + "\n")])
    assert again.compiled is not None, [(d.code, d.message) for d in again.diagnostics]
    assert len(again.compiled.functions) == len(build.compiled.functions)
    assert again.compiled.slots == build.compiled.slots


MODS = {
    "fast": "change fill.pour\n  from  add step(yes) to pot\n  to    add 2 to pot\n",
    "polite": 'insert before fill.room\n  hello: say "Hello."\n',
    "lazy": "suspend rest when pot > 7\n",
}


@pytest.mark.parametrize("order", list(permutations(MODS)))
def test_it_does_not_matter_what_was_added_first(run: Run, pot: str, write: Write, order: tuple[str, ...]) -> None:
    for name in order:
        file = write(f"{name}.regel", f'mod {name} for pot\n  version "1.0"\n{MODS[name]}')
        assert run("add", file).exit_code == 0
    named = [word for name in reversed(order) for word in ("--with", name)]
    told = json.loads(run("compile", pot, *named).output)
    assert [part["id"] for part in told["parts"]] == ["pot", "fast", "lazy", "polite"]
