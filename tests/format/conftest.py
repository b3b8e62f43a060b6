"""What the tests of the commands `fmt` and `new` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from regelwerk.cli import main

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str, input: bytes | None = None) -> Result:
        return CliRunner().invoke(main, args, input=input, prog_name="regelwerk")

    return call
