"""What is kept on this machine: whole, one's own, and nowhere if nobody wants it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from regelwerk.dsl.syntax import parser_tables
from regelwerk.storage import files, folders, sealed


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user who has nothing yet."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cached"))
    monkeypatch.setenv(folders.VARIABLE, str(tmp_path / "cache"))
    return tmp_path


def everything(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())


def test_what_was_kept_comes_back(home: Path) -> None:
    sealed.write("one", b"content")
    assert sealed.holds("one")
    assert sealed.read("one") == b"content"
    assert sealed.read("two") is None


def test_nobody_else_can_read_the_key_or_what_is_kept(home: Path) -> None:
    sealed.write("one", b"content")
    for file in home.rglob("*"):
        if file.is_file():
            assert file.stat().st_mode & 0o077 == 0, file


def _swap(home: Path) -> None:
    os.replace(home / "cache" / "two.module", home / "cache" / "one.module")


def _change(home: Path) -> None:
    file = home / "cache" / "one.module"
    file.write_bytes(file.read_bytes()[:-1] + b"X")


def _cut(home: Path) -> None:
    file = home / "cache" / "one.module"
    file.write_bytes(file.read_bytes()[:10])


def _made_elsewhere(home: Path) -> None:
    (home / "data" / "regelwerk" / sealed.KEY).unlink()
    sealed.write("three", b"")  # makes another key


def _without_key(home: Path) -> None:
    (home / "data" / "regelwerk" / sealed.KEY).unlink()


def _key_for_all(home: Path) -> None:
    (home / "data" / "regelwerk" / sealed.KEY).chmod(0o644)


def _key_cut(home: Path) -> None:
    (home / "data" / "regelwerk" / sealed.KEY).write_bytes(b"short")


@pytest.mark.parametrize(
    "damage", [_swap, _change, _cut, _made_elsewhere, _without_key, _key_for_all, _key_cut], ids=lambda f: f.__name__
)
def test_what_this_user_did_not_seal_is_not_read(home: Path, damage: Callable[[Path], None]) -> None:
    sealed.write("one", b"content")
    sealed.write("two", b"another content")
    damage(home)
    assert sealed.read("one") is None
    sealed.write("one", b"new")
    assert sealed.read("one") == b"new"


def test_off_writes_nothing_at_all(home: Path) -> None:
    """Neither tables of the parser nor rules, code, modules, or a key, by whatever command."""
    env = {**os.environ, folders.VARIABLE: "off", "PYTHONDONTWRITEBYTECODE": "1"}
    for command in (["check", "pig"], ["simulate", "pig", "--games", "4", "--seed", "1"]):
        done = subprocess.run(
            [sys.executable, "-m", "regelwerk", *command], env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert everything(home) == []


def test_without_a_home_work_goes_on(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/proc/nowhere")
    sealed.write("one", b"content")
    assert sealed.read("one") is None
    assert everything(home) == []


def test_tables_of_the_parser_are_kept_and_sealed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read back as plain data; what somebody else left there is built anew."""
    fresh = parser_tables.grammar.__wrapped__
    built: list[str] = []
    build = parser_tables.build

    def noted(text: str) -> object:
        built.append(text)
        return build(text)

    monkeypatch.setattr(parser_tables, "build", noted)
    text = "kind Colour   red, green\n"
    first = fresh().parse(text, start="item")
    assert fresh().parse(text, start="item") == first
    assert len(built) == 1
    (file,) = (home / "cache").glob("tables-*.module")
    file.write_bytes(b"x" * 32 + file.read_bytes()[32:])
    assert fresh().parse(text, start="item") == first
    assert len(built) == 2


# ------------------------------------------------------------------------------------------------ files


def test_a_file_is_old_or_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for place in ("os.replace", "os.fsync"):
        with monkeypatch.context() as broken:
            broken.setattr(place, full)
            with pytest.raises(OSError, match="No space"):
                files.write_whole(file, b"new")
        assert file.read_bytes() == b"old"
        assert everything(tmp_path) == ["file"]
    files.write_whole(file, b"new")
    assert file.read_bytes() == b"new"


def test_the_name_is_brought_onto_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bool] = []
    fsync = os.fsync

    def noted(handle: int) -> None:
        synced.append(os.path.isdir(f"/proc/self/fd/{handle}"))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    files.write_whole(tmp_path / "file", b"x")
    assert synced == [False, True]
    files.write_whole(tmp_path / "file", b"x", durable=False)
    assert len(synced) == 2


def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(0o640)
    (tmp_path / "link").symlink_to(file)
    files.replace_file(tmp_path / "link", "new")
    assert file.read_text() == "new"
    assert (tmp_path / "link").is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
