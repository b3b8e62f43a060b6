"""What a check has found is kept: told again at once, never of other texts, and believed only if this user kept it."""

from pathlib import Path

import pytest

from regelwerk.cli import checking
from regelwerk.library.findings_cache import Findings

from .conftest import BROKEN, Run

MOD = 'mod small "Small" for counter\nchange add_one."add 1 to total"\n  from  add 1 to total\n  to    add 2 to total\n'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("REGELWERK_DATA", str(tmp_path / "data"))
    path = tmp_path / "counter.regel"
    path.write_text(BROKEN, encoding="utf-8")
    return path


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rulesets that were really checked."""
    seen: list[str] = []
    plain = checking.findings

    def noted(ruleset: str, *how: object) -> Findings:
        seen.append(ruleset)
        return plain(ruleset, *how)  # type: ignore[arg-type]

    monkeypatch.setattr(checking, "findings", noted)
    return seen


def entries(game: Path) -> list[Path]:
    return sorted((game.parent / "cache").glob("found-*"))


def test_the_same_texts_are_told_the_same_without_checking(game: Path, checked: list[str], run: Run) -> None:
    first = run("check", str(game), "--play", "0")
    again = run("check", str(game), "--play", "0")
    assert (again.output, again.exit_code) == (first.output, first.exit_code)
    assert len(checked) == len(entries(game)) == 1


def test_a_changed_text_is_checked_anew(game: Path, checked: list[str], run: Run) -> None:
    run("check", str(game), "--play", "0")
    game.write_text(BROKEN.replace("add 1 to total", "add 1 to totals"), encoding="utf-8")
    done = run("check", str(game), "--play", "0")
    assert "totals" in done.output and done.exit_code == 1
    assert len(checked) == 2


def test_a_changed_overlay_is_checked_anew(game: Path, checked: list[str], run: Run) -> None:
    mod = game.with_name("small.regel")
    mod.write_text(MOD, encoding="utf-8")
    assert run("check", str(game), "--with", str(mod), "--play", "0").exit_code == 0
    mod.write_text(MOD.replace("add_one", "add_two"), encoding="utf-8")
    done = run("check", str(game), "--with", str(mod), "--play", "0")
    assert "add_two" in done.output and done.exit_code == 1
    assert len(checked) == 2


def test_a_tampered_entry_is_not_believed(game: Path, checked: list[str], run: Run) -> None:
    first = run("check", str(game), "--play", "0")
    (entry,) = entries(game)
    kept = entry.read_bytes()
    for spoilt in (kept[:-1] + bytes([kept[-1] ^ 1]), kept[:40], b""):
        entry.write_bytes(spoilt)
        assert run("check", str(game), "--play", "0").output == first.output
    assert len(checked) == 4


def test_an_entry_of_another_check_is_not_believed(game: Path, checked: list[str], run: Run) -> None:
    run("check", str(game), "--play", "0")
    (sound,) = entries(game)
    game.write_text(BROKEN.replace("add 1 to total", "add 1 to totals"), encoding="utf-8")
    run("check", str(game), "--play", "0")
    (broken,) = set(entries(game)) - {sound}
    broken.write_bytes(sound.read_bytes())
    assert run("check", str(game), "--play", "0").exit_code == 1
    assert len(checked) == 3


def test_nothing_is_kept_where_none_is_wanted(
    game: Path, checked: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    before = sorted(game.parent.rglob("*"))
    run("check", str(game), "--play", "0")
    run("check", str(game), "--play", "0")
    assert len(checked) == 2
    assert sorted(game.parent.rglob("*")) == before
