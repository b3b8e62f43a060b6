"""The tests of hidden information have teeth: faults planted where secrets are guarded do not survive them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

GUARDS = [
    "tests/reliability/test_sight.py",
    "tests/interpreter/knowledge/test_untold.py",
    "tests/interpreter/knowledge/test_undo_secrets.py",
    "tests/reliability/test_deals.py",
]
QUICK = "not whatever_it_cannot and not do_not_depend and not taken_back_has and not at_length"
G, K = "interpreter/game", "interpreter/game/knowledge"

# file, what stands there, what is planted
FAULTS = [
    (f"{G}/sight/cells.py", "seat = owner_of(slot, keys)", "seat = keys[-1] if keys else -1"),
    (f"{G}/sight/cells.py", 'if slot.visibility == "public":', 'if slot.visibility != "hidden":'),
    (f"{G}/sight/cells.py", "compiled.slots[slot.revealed].addr + index]", "compiled.slots[slot.revealed].addr]"),
    (f"{G}/sight/onlookers.py", "index // shelf", "index % shelf"),
    (
        f"{G}/sight/onlookers.py",
        "if place <= BOX:\n            return 0",
        "if place <= BOX:\n            return everybody",
    ),
    (f"{G}/sight/onlookers.py", 'return _COPY.sub("", id)', "return id"),
    (f"{G}/veils.py", "onlookers.off(S, place) & ~(1 << seat)", "onlookers.on(S, place) & ~(1 << seat)"),
    (f"{G}/veils.py", "if _shuffled(veil.thing, since)", "if False"),
    (f"{G}/veils.py", "rest = veil.seats & ~shown", "rest = shown & ~veil.seats"),
    (f"{G}/log.py", "if seats is not None and seat not in seats:", "if seats is not None and seat in seats:"),
    (f"{G}/log.py", "secret or self.compiled.sites[site].secret", "secret"),
    (f"{K}/taint.py", "self.reason |= unknown(c)\n            if not c:", "if not c:"),
    (f"{K}/taint.py", "S.label(at, unknown(v) | unknown(i) | self.reason)", "S.label(at, 0)"),
    (f"{K}/taint.py", "self.hinted |= seats\n            self._blur(S, seats, self", "self._blur(S, seats, self"),
    (f"{K}/taint.py", "if effects.any:\n            self.hinted |= seats", "if effects.any:"),
    (f"{K}/taint_machine.py", "((seats | taint.codes) & 1 << who)", "0"),
    (f"{K}/moving.py", "S.blur(loc + S[cell], seats & can_be)", "pass"),
    (f"{K}/moving.py", "if not where:\n                S.blur(cell", "if False:\n                S.blur(cell"),
    (f"{K}/moving.py", "label = seats | unknown(place) | reason", "label = 0"),
    (f"{K}/moving.py", "S.unknown.get(cell, 0) & ~seats)", "S.unknown.get(cell, 0))"),
    (f"{K}/undoing.py", "S.label(cell, S.unknown[cell] & ~on)", "S.label(cell, on & ~S.unknown[cell])"),
    (f"{G}/deals/pool.py", "if cell in unknown:", "if True:"),
    (f"{G}/deals/pool.py", "S[loc + c] == BOX and loc + c in unknown", "False"),
    (f"{G}/deals/determinize.py", "pool.deal(S, draw)", "pass"),
    (f"{G}/deals/determinize.py", "chance.splitmix64(seed), [], (), None", "game.seed, [], (), None"),
    ("regelwerk/bots/players.py", "bot.choose(dealt, decision)", "bot.choose(game, decision)"),
]  # fmt: skip


def planted(root: Path, folder: Path, file: str, old: str, new: str) -> subprocess.CompletedProcess[str]:
    """Run the guards on a copy with a fault."""
    left_out = shutil.ignore_patterns(".git", ".venv", "build", "docs", "__pycache__", "benchmarks")
    shutil.copytree(root, folder, symlinks=True, ignore=left_out)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{file} no longer says {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-m",
        "not slow",
        "-k",
        QUICK,
        "-p",
        "no:cacheprovider",
        *GUARDS,
    ]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize(("file", "old", "new"), FAULTS, ids=[f"{n}-{Path(f[0]).stem}" for n, f in enumerate(FAULTS)])
def test_a_planted_fault_is_noticed(file: str, old: str, new: str, root: Path, tmp_path: Path) -> None:
    done = planted(root, tmp_path / "copy", file, old, new)
    assert done.returncode == 1, done.stdout[-2000:]


def test_every_fault_can_still_be_planted(root: Path) -> None:
    for file, old, new in FAULTS:
        text = (root / file).read_text(encoding="utf-8")
        assert old in text, f"{file} no longer says {old!r}"
        assert text.replace(old, new, 1) != text
