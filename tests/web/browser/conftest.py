"""A server and a real browser. Where there is no Chromium these tests are left out, and one line says so."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

HERE = Path(__file__).parent
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip
WIDE, PHONE = (1280, 900), (390, 844)
WAIT = int(os.environ.get("BROWSER_WAIT", "30000"))  # milliseconds: other tests run beside these


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if CHROMIUM is None:
        here = [item for item in items if HERE in item.path.parents]
        items[:] = [item for item in items if item not in here]
        config.hook.pytest_deselected(items=here)


@dataclass(frozen=True)
class Made:
    """A table that was set up, and how to get to its seats."""

    address: str
    table: str
    keys: tuple[str | None, ...]
    watch: str
    host: str

    def link(self, seat: int | None) -> str:
        return f"{self.address}table/{self.table}#{self.watch if seat is None else self.keys[seat]}"


@dataclass(frozen=True)
class Served:
    """A running server."""

    address: str

    def table(self, ruleset: str, seats: str, names: Sequence[str] = (), **more: Any) -> Made:
        """Set a table up: `h` is a person, `r` a bot that plays at random."""
        wanted = [
            {"kind": "human" if c == "h" else "bot", "bot": "" if c == "h" else "random", "name": name}
            for c, name in zip(seats, [*names, *("" for _ in seats)], strict=False)
        ]
        body = json.dumps({"ruleset": ruleset, "seats": wanted, "patience": 1, **more}).encode()
        request = urllib.request.Request(f"{self.address}api/tables", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            made = json.load(answer)
        keys = tuple(seat["key"] for seat in made["seats"])
        return Made(self.address, made["table"], keys, made["watch_key"], made["host_key"])


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder, port = tmp_path_factory.mktemp("tables"), _free_port()
    command = [sys.executable, "-m", "regelwerk", "serve", str(HERE / "envelopes.regel"), "--port", str(port)]
    running = subprocess.Popen(
        [*command, "--folder", str(folder), "--no-open", "--jobs", "1"], stdout=subprocess.DEVNULL
    )
    address = f"http://127.0.0.1:{port}/"
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{address}api/openapi.json", timeout=5).close()
            break
        except OSError:
            assert running.poll() is None, "the server has ended"
            time.sleep(0.1)
    yield Served(address)
    running.terminate()
    running.wait(20)


@pytest.fixture(scope="module")  # the tests of the playground have one, too, and a process drives only one at a time
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def troubles() -> list[str]:
    """What the pages of a test complained about; an empty list at its end."""
    return []


Opened = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, troubles: list[str]) -> Iterator[Opened]:
    """Open an address, in a browser of its own unless a context is given; nothing may go wrong in the page."""
    contexts: list[BrowserContext] = []

    def open_page(
        address: str, size: tuple[int, int] = WIDE, context: BrowserContext | None = None, **more: Any
    ) -> Page:
        if context is None:
            look = {"reduced_motion": "reduce", "locale": "en-GB", **more}
            context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **look)
            context.set_default_timeout(WAIT)
            contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if "Content Security" in said.text else None)
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not troubles
