"""The playground as a site, built once, and a real browser. Where something is missing for that, one line says so."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.conftest import CHROMIUM, browser, opened, troubles

__all__ = ["browser", "opened", "troubles"]  # fixtures
MISSING = [name for name in ("node", "npm") if shutil.which(name) is None] + ([] if CHROMIUM else ["Chromium"])


def pytest_report_header() -> str:
    return f"The page of the playground is not tested: there is no {MISSING[0]} here." if MISSING else ""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if MISSING:
        here = [item for item in items if item.path == Path(__file__).with_name("test_page.py")]
        items[:] = [item for item in items if item not in here]
        config.hook.pytest_deselected(items=here)


class Files(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}  # noqa: RUF012

    def log_message(self, *said: Any) -> None:
        pass


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Build the playground and serve its files; what was built from the same files is taken again."""
    from playground.build import SITE, built

    built()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
