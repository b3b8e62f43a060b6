"""The loop of somebody who writes rules: how long an edit of one card takes to be answered, against a cold start."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.timing import Row, progress
from regelwerk import library
from regelwerk.cli.ruleset_options import Composing
from regelwerk.cli.watching.retesting import Retesting
from regelwerk.dsl import ast
from regelwerk.dsl.ast.visitor import walk
from regelwerk.dsl.composing import Build
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.pipeline import check_sources, lowered
from regelwerk.dsl.source import Source, parts_of, sources_of
from regelwerk.dsl.syntax.parse import parse

Edit = tuple[int, str, str]
RULESETS = ("branch-lines", "isle-of-skye", "auf-der-walz")
MOD = ("auf-der-walz", "freireisende")
STARTS = (
    ["--help"], ["list"], ["check", "pig", "--play", "0"], ["check", "pig"], ["test", "pig"],
    ["check", "auf-der-walz", "--play", "0"], ["check", "auf-der-walz"],
    ["rulings", "auf-der-walz"], ["gaps", "auf-der-walz"], ["merged", "auf-der-walz"],
)  # fmt: skip


def _command(*args: str, cache: str = "off") -> float:
    """CPU time of the command in a process of its own; cold unless there is a folder for what it may keep."""
    progress(" ".join(args))
    before = os.times()
    env = {**os.environ, "REGELWERK_CACHE": cache}
    subprocess.run([sys.executable, "-m", "regelwerk", *args], stdout=subprocess.DEVNULL, env=env, check=False)
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)


def _cpu(work: Callable[[], Any]) -> float:
    """CPU time of some work; while it waits, `--watch` collects garbage, not while it answers."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    work()
    spent = time.process_time() - start
    gc.enable()
    return spent


def _edits(files: list[Source]) -> Iterator[Edit]:
    """Edits of one card or table row: number of the file, a number changed, a line added as well."""
    for which, file in enumerate(files):
        for card in (d for d in parse(file)[0].decls if isinstance(d, ast.Thing | ast.Rows)):
            for n in (n for n in walk(card) if isinstance(n, ast.Number) and n.value < 8):
                lines = list(file.lines)
                row = lines[n.at.line - 1]
                lines[n.at.line - 1] = row[: n.at.column - 1] + str(n.value + 1) + row[n.at.end_column - 1 :]
                changed = "\n".join(lines)
                lines.insert(n.at.line, "  # tried with one more")
                yield which, changed, "\n".join(lines)


def _with(files: list[Source], which: int, text: str) -> list[Source]:
    return [*files[:which], Source(files[which].name, text), *files[which + 1 :]]


def of_loop(repeats: int) -> list[Row]:
    """Answers to an edit of one card, of a game or of a mod, against the same rules checked cold."""
    return [row for name, mod in (*((name, "") for name in RULESETS), MOD) for row in _of_loop(name, mod, repeats)]


def _of_loop(name: str, mod: str, repeats: int) -> list[Row]:
    place = library.find(name)
    game, written = _read(sources_of(place.path)), _read(parts_of(library.overlay(place, mod))) if mod else []
    files = written or game

    def checked(check: Callable[..., Build], files: list[Source]) -> Build:
        return check(*((game, files) if mod else (files,)), near=place.path)

    session = Session()
    checked(session.check, files)
    fits = (e for e in _edits(files) if checked(check_sources, _with(files, e[0], e[1])).program)
    which, number, line = next(fits)
    measured: dict[str, list[float]] = {"command": [], "cold": [], "number": [], "line": []}
    for _ in range(repeats):
        measured["command"].append(_command("check", name, *(("--with", mod) if mod else ()), "--play", "0"))
        measured["cold"].append(_cpu(lambda: lowered(checked(check_sources, files))))
        for edit, text in (("number", number), ("line", line)):
            checked(session.check, files)
            measured[edit].append(_cpu(partial(checked, session.check, _with(files, which, text))))
    middle = {k: statistics.median(v) for k, v in measured.items()}
    return [
        {
            "check": f"{name} --with {mod}" if mod else name,
            "lines": sum(len(f.lines) for f in (*game, *written)),
            "edit": edit,
            "seconds": middle[edit],
            "of a cold command": middle[edit] / middle["command"],
            "of a cold compile": middle[edit] / middle["cold"],
        }
        for edit in ("number", "line")
    ]


def _read(paths: Iterable[Path]) -> list[Source]:
    return [Source(str(f), f.read_text(encoding="utf-8")) for f in paths]


def of_tests(repeats: int) -> list[Row]:
    """The same for the scenarios: `test --watch` against `test`."""
    with tempfile.TemporaryDirectory() as folder:
        return [_of_tests(name, Path(folder) / name, repeats) for name in RULESETS]


def _of_tests(name: str, copy: Path, repeats: int) -> Row:
    path = library.find(name).path
    files = _read(sources_of(path))
    places = [copy / Path(file.name).relative_to(path if path.is_dir() else path.parent) for file in files]
    for file, place in zip(files, places, strict=True):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(file.text, encoding="utf-8")
    work = Retesting(str(copy), Composing(), "")

    def answer(which: int, text: str) -> tuple[float, str]:
        places[which].write_text(text, encoding="utf-8")
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            return _cpu(work.answer), out.getvalue()

    answer(0, files[0].text)
    command = statistics.median(_command("test", name) for _ in range(repeats))
    warm, again = [], []
    for which, number, _ in _spread(list(_edits(files)), 2 * repeats):  # each its own, cards from all over the game
        seconds, said = answer(which, number)
        answer(which, files[which].text)
        if (found := re.search(r"(\d+) scenarios.*?(?:\((\d+) not touched|$)", said, re.MULTILINE)) is not None:
            warm.append(seconds)  # without errors
            again.append(int(found[1]) - int(found[2] or 0))
    middle = statistics.median(warm)
    return {
        "test": name,
        "edit": "number",
        "edits": len(warm),
        "ran again": statistics.median(again),
        "seconds": middle,
        "slowest": max(warm),
        "of a cold command": middle / command,
    }


def _spread(edits: list[Edit], count: int) -> list[Edit]:
    return edits[:: max(1, len(edits) // count)][:count]


def of_start(repeats: int) -> list[Row]:
    """CPU time of whole commands: cold, and once more with what the first one has kept."""
    rows, repeats = [], min(repeats, 3)
    for args in STARTS:
        with tempfile.TemporaryDirectory() as cache:
            cold = statistics.median(_command(*args) for _ in range(repeats))
            _command(*args, cache=cache)
            again = statistics.median(_command(*args, cache=cache) for _ in range(repeats))
        rows.append({"command": " ".join(args), "seconds": cold, "once more": again})
    return rows
