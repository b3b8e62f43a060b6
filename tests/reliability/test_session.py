"""A session answers exactly as if everything were read anew, whatever was edited before."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk import library
from regelwerk.dsl import ast
from regelwerk.dsl.core.from_ast.context import World
from regelwerk.dsl.core.from_ast.declarations import scenarios
from regelwerk.dsl.core.from_ast.for_editors import Notes
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.pipeline import Build, check_sources, lowered
from regelwerk.dsl.source import Source, parts_of, sources_of

from .mutations import mutate

LIBRARY = library.shelf()
MEASURED = Path(__file__).parents[2] / "benchmarks" / "games"  # larger than the classics, each in one file
SMALL = [[path] for path in [*sorted(LIBRARY.glob("*.regel")), *sorted(MEASURED.glob("*.regel"))]]
HELLWEG = LIBRARY / "hellweg_westfalicus"
MODULES = [
    part for name in ("passengers", "warehouse") for part in parts_of(HELLWEG / "modules" / name / f"{name}.regel")
]
FOLDER = sorted((LIBRARY / "auf_der_walz").glob("*.regel"))

# ---------------------------------------------------------------- what people do to a file


def _number(text: str, rng: random.Random) -> str:
    found = list(re.finditer(r"\b\d\b", text))
    if not found:
        return text
    m = rng.choice(found)
    return text[: m.start()] + str(rng.randrange(1, 9)) + text[m.end() :]


def _line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(["", "# a remark", "  # another"]))
    return "\n".join(lines)


def _declarations(text: str) -> list[str]:
    return re.split(r"(?m)^(?=[^ \t\r\n#])", text)


def _reorder(text: str, rng: random.Random) -> str:
    parts = _declarations(text)
    parts.insert(rng.randrange(len(parts) + 1), parts.pop(rng.randrange(len(parts))))
    return "".join(parts)


def _drop(text: str, rng: random.Random) -> str:
    parts = _declarations(text)
    parts.pop(rng.randrange(len(parts)))
    return "".join(parts)


def _double(text: str, rng: random.Random) -> str:
    parts = _declarations(text)
    parts.insert(rng.randrange(len(parts) + 1), rng.choice(parts))
    return "".join(parts)


def _rename(text: str, rng: random.Random) -> str:
    found = list(re.finditer(r"\b[a-z]\w+\b", text))
    if not found:
        return text
    word = rng.choice(found)[0]
    return re.sub(rf"\b{word}\b", f"{word}_two", text)


def _odd_bytes(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(["\t", "\u00a0", "\u200b", "“", "\r", "\ufeff"]) + text[at:]


def _line_ends(text: str, rng: random.Random) -> str:
    return text.replace("\r\n", "\n") if "\r\n" in text else text.replace("\n", "\r\n")


def _slip(text: str, rng: random.Random) -> str:
    return mutate(text, rng.randrange(2**32), 1)


GENTLE: list[Callable[[str, random.Random], str]] = [_number, _number, _line, _reorder]
ROUGH: list[Callable[[str, random.Random], str]] = [
    *GENTLE,
    _drop,
    _double,
    _rename,
    _odd_bytes,
    _line_ends,
    _slip,
    _slip,
]

# ---------------------------------------------------------------- the law


def told(build: Build) -> tuple[object, ...]:
    lowered(build)
    compiled = build.compiled.model_dump_json() if build.compiled is not None else None
    # repr, because comparing two trees leaves the places aside
    return build.diagnostics, repr(build.written), repr(build.files), compiled


def edited(paths: list[Path], seed: int, steps: int, gentle: bool, overlays: int = 0, noting: bool = False) -> None:
    """Edit files step by step, sometimes going back; compare after each. The last of them are overlays."""
    rng = random.Random(seed)
    session = Session()
    now = [path.read_text(encoding="utf-8") for path in paths]
    past = [now]
    for step in range(steps):
        if step:
            now = list(rng.choice(past) if rng.random() < 0.15 else now)
            which = rng.randrange(len(now))
            now[which] = rng.choice(GENTLE if gentle or rng.random() < 0.5 else ROUGH)(now[which], rng)
            past.append(now)
        files = [Source(path.as_posix(), text) for path, text in zip(paths, now, strict=True)]
        base, extra = files[: len(files) - overlays], files[len(files) - overlays :]
        taken, anew = (Notes(), Notes()) if noting else (None, None)
        warm = session.check(base, extra, near=paths[0], notes=taken)
        cold = check_sources(base, extra, near=paths[0], notes=anew)
        assert told(warm) == told(cold), f"seed {seed}, step {step}"
        if taken is not None and anew is not None:
            assert (taken.uses, taken.types, taken.locals) == (anew.uses, anew.types, anew.locals)
            assert repr(taken.scopes) == repr(anew.scopes), f"seed {seed}, step {step}"


@settings(max_examples=8)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_a_session_gives_what_reading_everything_anew_gives(seed: int, gentle: bool) -> None:
    edited(SMALL[seed % len(SMALL)], seed, 6, gentle)


@settings(max_examples=6)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_an_editor_is_told_the_same_as_when_everything_is_read_anew(seed: int, gentle: bool) -> None:
    edited(SMALL[seed % len(SMALL)], seed, 5, gentle, noting=True)


@settings(max_examples=1)
@given(st.integers(0, 2**32 - 1))
def test_a_session_with_overlays_gives_the_same(seed: int) -> None:
    edited([*sources_of(HELLWEG), *MODULES], seed, 4, True, overlays=len(MODULES))


@settings(max_examples=1)
@given(st.integers(0, 2**32 - 1))
def test_a_session_over_a_folder_gives_the_same(seed: int) -> None:
    edited(FOLDER, seed, 2, True)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_a_session_gives_the_same_on_every_ruleset(seed: int, gentle: bool) -> None:
    every = [
        [p] for p in sorted(LIBRARY.rglob("*.regel")) if "overlays" not in p.parts and p.parent != FOLDER[0].parent
    ]
    every += [FOLDER] * 5
    edited(every[seed % len(every)], seed, 8, gentle)


def test_lines_above_move_what_is_read_once() -> None:
    text = (LIBRARY / "pig.regel").read_text(encoding="utf-8")
    session = Session()
    before = session.read(Source("pig.regel", text))[0].decls
    after = session.read(Source("pig.regel", f"# a new first line\n{text}"))[0].decls
    assert [d.at.line for d in after] == [d.at.line + 1 for d in before]


def test_what_did_not_change_is_not_read_again() -> None:
    text = (LIBRARY / "pig.regel").read_text(encoding="utf-8")
    session = Session()
    before = session.read(Source("pig.regel", text))[0].decls
    after = session.read(Source("pig.regel", f"{text}\n# the end\n"))[0].decls
    assert sum(new is old for new, old in zip(after, before, strict=True)) >= len(before) - 1


def test_a_mistake_in_one_declaration_hides_no_other() -> None:
    text = (LIBRARY / "pig.regel").read_text(encoding="utf-8")
    session = Session()
    whole = session.read(Source("pig.regel", text))[0].decls
    half, problems = session.read(Source("pig.regel", text + "\naction broken (((\n"))
    assert len(half.decls) == len(whole) and len(problems) == 1


def test_what_a_rule_does_can_be_edited_without_reading_a_scenario_again(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    plain = scenarios.read

    def counted(w: World, d: ast.Scenario) -> None:
        read.append(str(d.title))
        plain(w, d)

    monkeypatch.setattr(scenarios, "read", counted)
    text = (LIBRARY / "connect_four.regel").read_text(encoding="utf-8")
    session = Session()
    for game, again in ((text, 3), (text.replace("remove 1 from room", "remove 2 from room"), 0),
                        (text.replace(">= 3", ">= 2"), 0), (text.replace("x in 0..6", "x in 0..5"), 3)):  # fmt: skip
        read.clear()
        session.check([Source("connect_four.regel", game)], notes=Notes())
        assert len(read) == again
