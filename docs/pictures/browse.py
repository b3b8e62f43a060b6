"""Take the pictures of the page: `python -m docs.pictures.browse`. Needs Chromium (`make chromium`).

Every table is played on by the first seat with choices at random, so that there is something to see; then the page is
opened wide and as on a telephone.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).parent
PORT = 8749
ADDRESS = f"http://127.0.0.1:{PORT}"
NAMES = ("Ada", "Ben", "Cleo", "Dan")
TABLES = {  # name -> players, decisions of the first seat before the picture
    "connect-four": (2, 6),
    "leduc-poker": (2, 1),
    "hellweg-westfalicus": (3, 9),
    "wallenstein": (3, 14),
    "isle-of-skye": (2, 26),
    "auf-der-walz": (3, 55),
}
SIZES = {"wide": (1440, 900), "phone": (390, 844)}
READY = "() => !/\\n…$/.test(document.querySelector('.preview').innerText)"
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run")


def ask(path: str, key: str = "", body: dict[str, Any] | None = None) -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    request = urllib.request.Request(ADDRESS + path, json.dumps(body).encode() if body is not None else None, headers)
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


def played(game: str) -> tuple[str, str, int]:
    """Set a table up and play on; gives table, key and how much of the log the seat has seen when it last chose."""
    players, wanted = TABLES[game]
    seats = [
        {"kind": "human" if n == 0 else "bot", "bot": "random" if n else "", "name": NAMES[n]} for n in range(players)
    ]
    made = ask("/api/tables", body={"ruleset": game, "seats": seats, "patience": 1})
    table, key, dice = made["table"], made["seats"][0]["key"], random.Random(4)
    seen = 0
    while wanted > 0:
        state = ask(f"/api/tables/{table}", key)
        at, path = {"revision": state["revision"]}, f"/api/tables/{table}"
        if state["over"]:
            break
        if state["decision"]:
            wanted, seen = wanted - 1, state["log_end"]
            ask(f"{path}/choose", key, {**at, "option": dice.choice(state["decision"]["options"])["id"]})
        elif state["table"]["seats"][0]["answered"]:
            ask(f"{path}/commit", key, at)
        else:
            time.sleep(0.2)
    return table, key, seen


def pictures(browser: Browser, game: str) -> None:
    table, key, seen = played(game)
    for size, (width, height) in SIZES.items():
        look = "dark" if size == "phone" else "light"
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=look, reduced_motion="reduce", locale="en-GB"
        )  # type: ignore[arg-type]
        context.add_init_script(f"localStorage.setItem('regelwerk.seen.{table}.0', '{seen}')")
        page = context.new_page()
        page.goto(f"{ADDRESS}/table/{table}#{key}")
        page.wait_for_selector(".option, .options .main, .result", timeout=120_000)
        if size == "wide" and page.locator(".option").count():
            page.locator(".option").first.hover()
            page.wait_for_function(READY, timeout=120_000)  # the first preview looks back at the whole game
        page.wait_for_timeout(1500)
        page.screenshot(path=HERE / f"page-{game}-{size}.png")
        context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "regelwerk", "serve", "--port", str(PORT), "--folder", folder, "--no-open"]
        serving = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            for _ in range(300):
                try:
                    ask("/api/openapi.json")
                    break
                except urllib.error.URLError:
                    time.sleep(0.1)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
                for game in sys.argv[1:] or TABLES:
                    pictures(browser, game)
                browser.close()
        finally:
            serving.terminate()
            serving.wait(20)


if __name__ == "__main__":
    main()
