"""Packing, adding, removing; overlays are untrusted."""

import json
from pathlib import Path

import pytest

from regelwerk.library.added import folder
from tests.overlays.conftest import FAST, Run, Write

PACK = "fast-1.0.regelmod"


def test_a_mod_goes_from_one_person_to_another(run: Run, pot: str, fast: str) -> None:
    done = run("pack", fast)
    assert done.exit_code == 0 and PACK in done.output
    Path(fast).unlink()
    assert "There is no overlay fast" in run("check", pot, "--with", "fast").output
    assert "Use it: --with fast" in run("add", PACK).output
    assert run("test", pot, "--with", "fast").exit_code == 0
    assert run("add", PACK).exit_code == 0  # once more is no harm
    assert json.loads(run("remove", "--json").output)["added"][0]["as_added"]
    assert "fast 1.0  erratum for pot  Twice as fast" in run("remove").output
    assert "Removed fast" in run("remove", "fast").output
    assert "Nothing was added." in run("remove").output
    assert run("remove", "fast").exit_code == 2


def test_another_version_takes_its_place_only_when_told(run: Run, pot: str, write: Write) -> None:
    run("add", write("a.regel", FAST))
    newer = write("b.regel", FAST.replace('"1.0"', '"1.1"'))
    refused = run("add", newer)
    assert refused.exit_code == 1 and "--replace" in refused.output
    assert run("add", newer, "--replace").exit_code == 0
    assert "fast 1.1" in run("remove").output


def test_what_was_changed_after_adding_is_not_used(run: Run, pot: str, fast: str) -> None:
    run("add", fast)
    Path(fast).unlink()
    kept = folder() / "pot" / "fast.regel"
    kept.write_text(FAST.replace("2 *", "3 *"), encoding="utf-8")
    done = run("check", pot, "--with", "fast")
    assert done.exit_code == 2 and "not what was added" in done.output
    assert "changed since it was added" in run("remove").output


def test_an_overlay_has_to_fit_and_to_have_a_version(run: Run, pot: str, write: Write) -> None:
    assert 'version "1.0"' in run("pack", write("a.regel", FAST.replace("version", "after  "))).output
    stale = run("pack", write("a.regel", FAST.replace("from  add step(yes)", "from  add step(no)")))
    assert stale.exit_code == 1 and "RW5009" in stale.output
    run("pack", write("a.regel", FAST))
    again = run("pack", "a.regel")
    assert again.exit_code == 1 and "raise the version" in again.output


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"text": FAST.replace("2 *", "3 *")}, "damaged"),
        ({"id": "../../evil"}, "damaged"),
        ({"game": "/etc"}, "damaged"),
        ({"version": "9"}, "damaged"),
        ({"file": "../x"}, "damaged"),
        ({"format": "regelwerk/pack/9"}, "no pack"),
        ({"text": 5}, "no pack"),
        ({"text": "game x\n"}, "no overlay"),
        ({"text": 'mod x for pot\n  version "1.0"\nchange\n'}, "line ends too early"),
        ({"text": 'mod Straße for pot\n  version "1.0"\n'}, ""),
        ({"text": 'mod ä for pot\n  version "1.0"\n'}, "plain letters"),
        ({"text": 'mod x for pot\n  version "../../x"\n'}, "version is letters"),
        ({"text": "#" * 2_100_000}, "larger"),
    ],
)
def test_a_pack_that_was_tampered_with_is_refused_and_writes_nothing(
    run: Run, pot: str, fast: str, tmp_path: Path, change: dict[str, object], said: str
) -> None:
    run("pack", fast)
    data = json.loads(Path(PACK).read_text(encoding="utf-8"))
    Path(PACK).write_text(json.dumps({**data, **change}), encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    done = run("add", PACK)
    assert done.exit_code == 1 and said in done.output
    assert "Traceback" not in done.output and "RW9000" not in done.output
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"[" * 100_000, b"null", b"{}", b"PK\x03\x04"])
def test_a_file_that_is_no_pack_is_refused(run: Run, tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "x.regelmod").write_bytes(raw)
    done = run("add", "x.regelmod")
    assert done.exit_code == 1 and "RW9000" not in done.output


def test_an_overlay_cannot_take_the_name_of_one_that_comes_with_the_game(run: Run, write: Write) -> None:
    from regelwerk import library

    place = library.find("hellweg")
    name = next(iter(library.overlays_of(place)))
    game = library.game_of(library.overlays_of(place)[name])
    done = run("add", write("x.regel", f'mod {name} for {game}\n  version "1.0"\n'))
    assert done.exit_code == 1 and "comes with" in done.output


@pytest.mark.parametrize(
    "text",
    [
        "action fill\n  nothing\n",
        "value step 0..3 = 1\n",
        "table\n  pot 0..3\n",
        "effect turn\n  nothing\n",
    ],
)
def test_an_overlay_cannot_shadow_what_the_game_declares(run: Run, pot: str, write: Write, text: str) -> None:
    done = run("check", pot, "--with", write("x.regel", f"mod x for pot\n{text}"))
    assert done.exit_code == 1 and "RW5006" in done.output


def test_an_overlay_cannot_keep_the_machine_busy_for_ever(run: Run, pot: str, write: Write) -> None:
    endless = (
        "mod x for pot\ninsert after fill.pour\n  slow: each a in 0..30000\n    each b in 0..30000: add 0 to pot\n"
    )
    done = run("validate", write("x.regel", endless), "--games", "1", "--seconds", "1", "--json")
    assert done.exit_code == 1
    assert "RW9000" not in done.output
