"""What the tests of the WebAssembly engine share."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.interpreter.engine import cache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty cache of its own."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"
