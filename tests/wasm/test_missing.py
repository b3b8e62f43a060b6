"""Without wasmtime, or with one that does not work here: Python plays, and one line says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Limits
from regelwerk.interpreter.engine.machine import Machine
from regelwerk.interpreter.engine.python.engine import Generated
from regelwerk.interpreter.engine.wasm import host, modules
from regelwerk.interpreter.engine.wasm.engine import Wasm
from regelwerk.interpreter.engine.wasm.host import Unavailable
from regelwerk.interpreter.engine.wasm.modules import loaded
from tests.interpreter.tables import three_in_a_row
from tests.wasm.test_lockstep import lockstep

MISSING = "raise ModuleNotFoundError(\"No module named 'wasmtime'\", name='wasmtime')"
WRONG_WHEEL = "raise OSError('_libwasmtime.so: wrong ELF class')"
NO_ENGINE = (
    "class Config: pass\nclass Engine:\n    def __init__(self, config): raise RuntimeError('no memory for code')"
)


def simulated(tmp_path: Path, library: str | None, *more: str) -> subprocess.CompletedProcess[str]:
    """Simulate with something else in the place of wasmtime."""
    paths = [path for path in sys.path if path]
    if library is not None:
        (tmp_path / "wasmtime.py").write_text(library)
        paths.insert(0, str(tmp_path))
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "regelwerk", "simulate", "tic-tac-toe", "--games", "40", "--json", *more]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=120, check=False)


def counted(told: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert told.returncode == 0, told.stderr
    data: dict[str, Any] = json.loads(told.stdout)
    del data["timing"]
    return data


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Simulate with wasmtime."""
    told = simulated(tmp_path_factory.mktemp("plain"), None, "--engine", "wasm")
    assert told.stderr == ""
    return counted(told)


@pytest.mark.parametrize(
    ("library", "reason"),
    [
        (MISSING, "wasmtime is not installed (pip install 'regelwerk[fast]')"),
        (WRONG_WHEEL, "wasmtime does not start: _libwasmtime.so: wrong ELF class"),
        (NO_ENGINE, "wasmtime does not start: no memory for code"),
    ],
    ids=["missing", "wrong wheel", "no engine"],
)
def test_python_plays_instead_and_says_so(tmp_path: Path, expected: dict[str, Any], library: str, reason: str) -> None:
    told = simulated(tmp_path, library, "--engine", "wasm" if library == MISSING else "auto")
    assert told.stderr == f"Played in Python: {reason}.\n"
    assert counted(told) == expected


def test_with_wasmtime_nothing_is_said(tmp_path: Path, expected: dict[str, Any]) -> None:
    told = simulated(tmp_path, None)
    assert told.stderr == ""
    assert counted(told) == expected


def test_whoever_wants_python_is_not_told_about_wasmtime(tmp_path: Path) -> None:
    assert simulated(tmp_path, MISSING, "--engine", "python").stderr == ""


def test_a_module_that_does_not_compile_is_played_in_python(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(binary: bytes) -> Any:
        raise host.Unavailable("wasmtime does not compile this: too large")

    monkeypatch.setattr(host, "compile", refused)
    machine = Machine(three_in_a_row(), "wasm")
    assert isinstance(machine.engine, Generated)
    assert machine.missing == "wasmtime does not compile this: too large"


def test_calls_go_the_ordinary_way_if_the_short_one_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    import wasmtime._ffi as ffi

    monkeypatch.delattr(ffi, "wasmtime_func_call_unchecked")
    steps, native = lockstep(three_in_a_row(), 2)
    assert native == steps


@pytest.mark.parametrize("short", [True, False])
def test_what_is_broken_off_leaves_the_state_as_it_was(short: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that does not exist has to decide: the step fails on every engine, and can be tried again."""
    if not short:
        import wasmtime._ffi as ffi

        monkeypatch.delattr(ffi, "wasmtime_func_call_unchecked")
    from regelwerk.interpreter.engine.context import Context
    from regelwerk.interpreter.errors import RuleError

    machine = Machine(three_in_a_row(), "wasm")
    engine = machine.engine
    assert isinstance(engine, Wasm)
    S = machine.fresh(2, 0)
    bad = S.copy()
    bad[1] = 0  # no seats at all
    for _ in range(3):
        again = bad.copy()
        with pytest.raises(RuleError):
            machine.run(again, Context())
        assert not engine.step(bad.copy(), Context())
    machine.run(S, Context())
    assert S[3]
    assert engine.broken_off == 6


def overlapping() -> ir.Compiled:
    slots = [
        ir.Slot(name=name, address=name, owner="table", kind="cell", addr=addr, keys=["0..9"], sizes=[10], offsets=[0],
                type="number", hi=3)
        for name, addr in (("a", 12), ("b", 15))
    ]  # fmt: skip
    return three_in_a_row().model_copy(update={"slots": slots})


def deep() -> ir.Compiled:
    nested: Any = 1
    for _ in range(3000):
        nested = ("neg", nested)
    function = three_in_a_row().functions[0].model_copy(update={"body": [("opt", nested)]})
    rules = three_in_a_row()
    return rules.model_copy(update={"functions": [function, *rules.functions[1:]]})


def test_strange_rulesets_are_played_in_python(folder: Path) -> None:
    machine = Machine(overlapping(), "wasm")
    assert isinstance(machine.engine, Generated)
    assert machine.missing == "this ruleset cannot be written as WebAssembly (cells lie on each other)"


def test_memory_is_limited(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modules, "MOST_PAGES", 10)
    assert Machine(three_in_a_row(), "wasm").missing == "this ruleset needs too much memory in WebAssembly"


def test_rules_nested_too_deeply_are_refused(folder: Path) -> None:
    with pytest.raises(Unavailable):
        loaded(deep(), Limits())
