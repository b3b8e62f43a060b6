"""`regelwerk lsp` as a command: for editors only, and honest about what it needs."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from regelwerk.cli import main


def test_without_its_extra_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [n for n in sys.modules if n.startswith("regelwerk.lsp")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    done = CliRunner().invoke(main, ["lsp"])
    assert done.exit_code == 1
    assert "pip install 'regelwerk[lsp]'" in done.output and "Traceback" not in done.output


def test_nonsense_on_its_input_is_no_crash() -> None:
    said = "hello\r\nContent-Length: 8\r\n\r\nnonsenseContent-Length: 2\r\n\r\n{}"
    command = [sys.executable, "-m", "regelwerk", "lsp"]
    done = subprocess.run(command, input=said, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
