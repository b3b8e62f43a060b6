"""Hypothesis profiles and the list of the project's own files."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# Tests started in the background ignore Ctrl-C, and so would every command they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# So they do with a terminal that is closed, if they were started so that they survive it.
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# `ci` gives the same examples on every run; `long` and `longest` try others each time. Tests whose examples are heavy
# take a part of these numbers. No deadline, since a loaded machine must not fail a test.
settings.register_profile("ci", derandomize=True, deadline=None, database=None, print_blob=True)
settings.register_profile("long", max_examples=500, deadline=None, print_blob=True)
settings.register_profile("longest", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


# Compiled modules of one run serve the next: they are kept by everything they depend on.
os.environ.setdefault("REGELWERK_CACHE", str(ROOT / "build" / "modules"))
os.environ.setdefault("XDG_DATA_HOME", str(ROOT / "build" / "data"))


def pytest_report_header() -> str:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    return f"browser: {found}" if found else "browser: no Chromium, so the tests in tests/web/browser are left out"


@pytest.fixture(scope="session")
def root() -> Path:
    """Give the project's root folder."""
    return ROOT


@pytest.fixture(scope="session")
def project_files() -> list[Path]:
    """List tracked and new files relative to the root, without ignored ones and without links."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = (Path(name) for name in sorted(set(listed.split("\0")) - {""}))
    return [path for path in paths if (ROOT / path).is_file() and not (ROOT / path).is_symlink()]
