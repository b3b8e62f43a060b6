"""Bad luck with the folder for compiled modules: play goes on, and is always right."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from regelwerk.dsl import ir
from regelwerk.interpreter.engine import cache
from regelwerk.interpreter.engine.context import Limits
from regelwerk.interpreter.engine.wasm import host, modules
from regelwerk.storage import sealed
from tests.interpreter.tables import three_in_a_row
from tests.wasm.test_lockstep import lockstep

RULES = three_in_a_row()


def plays() -> None:
    """Play a game in lock-step, all of it in WebAssembly."""
    steps, native = lockstep(RULES, 1)
    assert native == steps


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.module"))


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Note what is compiled."""
    seen: list[bytes] = []
    compile = host.compile

    def noted(binary: bytes) -> Any:
        seen.append(binary)
        return compile(binary)

    monkeypatch.setattr(host, "compile", noted)
    return seen


def test_a_module_is_compiled_once(folder: Path, compilations: list[bytes]) -> None:
    plays()
    plays()
    assert len(compilations) == 1
    assert len(kept(folder)) == 1


def test_other_rules_limits_and_processors_have_modules_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def key(rules: ir.Compiled = RULES, limits: Limits | None = None) -> str:
        return modules.key_of(rules, limits or Limits())

    keys = {key(), key(limits=Limits(ticks=7)), key(RULES.model_copy(update={"main": 0, "state": [0] * 70}))}
    monkeypatch.setattr(cache, "processor", lambda: "another one")
    keys.add(key())
    monkeypatch.setattr(host, "version", lambda: "another one")
    keys.add(key())
    assert len(keys) == 5


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data + b"x",
        lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:],
        lambda data: data[:-100] + bytes([data[-100] ^ 1]) + data[-99:],
        lambda data: os.urandom(1000),
    ],
    ids=["empty", "cut off", "longer", "bit in the plan", "bit in the code", "something else"],
)
def test_a_damaged_file_is_written_anew(folder: Path, compilations: list[bytes], damage: Any) -> None:
    plays()
    (file,) = kept(folder)
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    plays()
    assert len(compilations) == 2
    plays()
    assert len(compilations) == 2
    assert kept(folder) == [file]


def test_a_file_of_another_wasmtime_is_written_anew(
    folder: Path, compilations: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole, but not for this library: it refuses to take it up."""
    plays()
    with monkeypatch.context() as other:
        other.setattr(host, "kept", lambda module: b"made by something else")
        kept(folder)[0].unlink()
        plays()
    plays()
    plays()
    assert len(compilations) == 3


def test_a_folder_that_cannot_be_written_is_done_without(
    tmp_path: Path, compilations: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    for nowhere in (tmp_path / "file", tmp_path / "file" / "below", "/proc/nowhere", "\0"):
        monkeypatch.setattr(os, "environ", {**os.environ, cache.VARIABLE: str(nowhere)})
        plays()
    assert len(compilations) == 4


def test_a_read_only_folder_is_read(folder: Path, compilations: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    plays()

    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("tempfile.mkstemp", refused)
    plays()
    assert len(compilations) == 1
    kept(folder)[0].unlink()
    plays()
    assert len(compilations) == 2
    assert kept(folder) == []


def test_a_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    plays()
    assert list(folder.iterdir()) == []


def test_who_is_killed_while_writing_does_no_harm(folder: Path, compilations: list[bytes]) -> None:
    """A file is written aside; only a whole one gets its name."""
    plays()
    (file,) = kept(folder)
    half = file.read_bytes()[:1000]
    file.unlink()
    for n in range(30):
        (folder / f"tmp{n}.part").write_bytes(half)
    plays()
    plays()
    assert len(compilations) == 2
    assert len(list(folder.glob(".*.new"))) < 30


def test_two_processes_at_once_get_the_same(folder: Path) -> None:
    code = "from tests.wasm.test_cache import plays; [plays() for _ in range(3)]; print('fine')"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    both = [
        subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
        )
        for _ in range(2)
    ]
    told = [process.communicate(timeout=120) for process in both]
    assert told == [("fine\n", ""), ("fine\n", "")]
    assert len(kept(folder)) == 1


def test_nothing_is_kept_if_nobody_wants_it(
    tmp_path: Path, compilations: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache.VARIABLE, "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    plays()
    plays()
    assert len(compilations) == 2
    assert list(tmp_path.iterdir()) == []


def test_old_modules_are_thrown_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed, "MOST", 3)
    for n in range(6):
        cache.write(f"key{n}", b"content")
        os.utime(folder / f"key{n}.module", (n, n))
    assert [file.stem for file in kept(folder)] == ["key3", "key4", "key5"]
