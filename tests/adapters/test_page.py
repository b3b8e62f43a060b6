"""The page for researchers does what it says: its network learns to beat players at random."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

BLOCKS = re.findall(r"```python\n(.*?)```", Path("docs/research.md").read_text(encoding="utf-8"), re.DOTALL)


def test_an_observation_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BLOCKS[0], "docs/research.md", "exec"), {})
    assert "player.hand[me] 1 jack#1" in capsys.readouterr().out


@pytest.mark.slow
def test_the_network_beats_random(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BLOCKS[1], "docs/research.md", "exec"), {})
    found = dict(re.findall(r"([a-z-]+) \[(.*)\]", capsys.readouterr().out))
    worth = {name: [float(x) for x in told.split(",")] for name, told in found.items()}
    assert min(worth["leduc-poker"]) > 0.3
    assert min(worth["connect-four"]) > 0.3
