"""The playground in a real browser: what somebody without an installation can do."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.playground.twin import told
from tests.web.browser.conftest import PHONE, WIDE, Opened
from tests.web.browser.test_access import findings

pytestmark = pytest.mark.slow
LOADED = 90_000  # milliseconds until the engine has been loaded, whatever else the machine does


def said(page: Page, words: str) -> None:
    """Wait until the rules have been checked with this outcome."""
    expect(page.locator(".said")).to_have_text(words, timeout=LOADED)


def write(page: Page, line: int, text: str) -> None:
    """Write at the beginning of a line."""
    page.locator(".cm-line").nth(line - 1).click()
    page.keyboard.press("Home")
    page.keyboard.type(text)


def table(page: Page) -> FrameLocator:
    return page.frame_locator("iframe.table")


def pane(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Parts of the page").get_by_role("button", name=name).click()


def test_a_rule_is_changed_tried_and_shared(site: str, opened: Opened) -> None:
    asked: list[str] = []
    page = opened(site)
    page.context.on("request", lambda request: asked.append(request.url))
    page.reload()
    said(page, "No findings.")
    write(page, 1, "gmae\n")
    message = page.locator(".messages li")
    expect(message).to_contain_text("RW1017")
    expect(message.get_by_role("button", name="connect_four.regel:1")).to_be_visible()
    expect(message).to_contain_text("Did you mean `game`?")
    expect(page.locator(".cm-lintRange-error")).to_be_visible()
    page.keyboard.press("Shift+Home")
    for _ in "gmae\n":
        page.keyboard.press("Backspace")
    said(page, "No findings.")
    page.locator(".cm-line", has_text=">= 3").click()
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.type("4")
    pane(page, "Scenarios")
    page.get_by_role("button", name="Run 3 scenarios").click()
    expect(page.get_by_role("status").filter(has_text="failed")).to_have_text("1 of 3 failed.")
    expect(page.locator(".failure")).to_contain_text("ada.won is no.")
    page.get_by_role("button", name="Compare with the original").click()
    expect(page.locator(".cm-deletedChunk")).to_contain_text(">= 3")
    pane(page, "Play")
    page.get_by_role("button", name="Begin", exact=True).click()
    table(page).locator("svg .spot").first.click()
    expect(table(page).locator(".log li")).to_have_count(2, timeout=LOADED)  # the bot has answered
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("textbox", name=re.compile("^Whoever opens")).input_value()
    friend = opened(link)
    said(friend, "No findings.")
    expect(friend.locator(".cm-content")).to_contain_text(">= 4")
    assert all(url.startswith((site, "blob:", "data:")) for url in asked) and any("pyodide" in url for url in asked)


def test_the_editor_proposes_and_explains(site: str, opened: Opened) -> None:
    page = opened(site)
    said(page, "No findings.")
    page.locator(".cm-line", has_text="needs room").click()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("needs ro")
    expect(page.locator(".cm-tooltip-autocomplete li").first).to_have_text(re.compile("^room"), timeout=LOADED)
    page.wait_for_timeout(300)  # what is typed while the proposals come up is meant for the text
    page.keyboard.press("Enter")
    expect(page.locator(".cm-activeLine")).to_have_text("  needs room")
    page.locator(".cm-line", has_text="needs room").first.hover(position={"x": 40, "y": 8})
    expect(page.locator(".about-word")).to_contain_text("is a requirement", timeout=LOADED)


def test_rules_are_checked_and_questions_decided_while_a_game_goes_on(site: str, opened: Opened) -> None:
    page = opened(site)
    said(page, "No findings.")
    page.get_by_role("button", name="Begin", exact=True).click()
    table(page).locator("svg .spot").first.click(timeout=LOADED)
    page.locator(".start select").select_option("isle-of-skye")
    expect(page.locator(".said")).to_have_text("Checking …")
    table(page).locator("svg .spot").first.click()  # the table does not wait for it
    expect(table(page).locator(".log li")).to_have_count(4, timeout=LOADED)
    said(page, "No findings.")
    page.get_by_text("The rules have changed: begin a new game").click()
    page.get_by_text("Open questions of the rules").click()
    question = page.locator(".rulings select").first
    question.select_option(index=1)
    said(page, "No findings.")
    page.get_by_role("button", name="Begin", exact=True).click(timeout=LOADED)
    expect(table(page).locator(".option, .waiting, .bar h1").first).to_be_visible(timeout=LOADED)


def test_a_phone_has_room_for_it(site: str, opened: Opened) -> None:
    page = opened(site, PHONE, has_touch=True, is_mobile=True)
    said(page, "No findings.")
    assert findings(page) == []
    pane(page, "Play")
    page.get_by_role("button", name="Begin", exact=True).tap()
    table(page).locator(".option").first.tap()
    table(page).get_by_role("button", name="Do it").tap()
    expect(table(page).locator(".log li")).not_to_have_count(0, timeout=LOADED)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert findings(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(site: str, opened: Opened, scheme: str) -> None:
    page = opened(site, WIDE, color_scheme=scheme)
    said(page, "No findings.")
    write(page, 3, "gmae\n")
    expect(page.locator(".messages li").first).to_be_visible()
    pane(page, "Tour")
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".shared")).to_be_visible()
    assert findings(page) == []


def test_the_tour_does_what_it_tells(site: str, opened: Opened) -> None:
    page = opened(site)
    pane(page, "Tour")
    for _ in range(3):
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="4. Add a card, with a mistake")).to_be_visible()
    page.get_by_role("button", name="Do this in the editor").first.click()
    said(page, "1 error")
    expect(page.locator(".messages li")).to_contain_text("There is no name called `yellow`.")


def test_a_link_that_cannot_be_read_says_so(site: str, opened: Opened) -> None:
    page = opened(f"{site}#rules=abc")
    expect(page.get_by_role("alert")).to_contain_text("cannot be read")
    bomb = zlib.compress(b'{"files":{"a.regel":"' + b" " * 40_000_000, wbits=-15)
    page.get_by_role("button", name="Close").click()
    page.evaluate("bomb => { location.hash = `rules=${bomb}`; }", base64.urlsafe_b64encode(bomb).decode().rstrip("="))
    expect(page.get_by_role("alert")).to_contain_text("cannot be read")


def test_games_in_the_webassembly_of_a_browser_are_the_same(site: str) -> None:
    from playground.build import PYODIDE, SITE

    script = Path(__file__).with_name("twin.py")
    command = ["node", script.with_suffix(".mjs"), PYODIDE / "pyodide.mjs", SITE / "engine" / "engine.pack", script]
    found = subprocess.run([*map(str, command)], capture_output=True, text=True, check=True)
    assert json.loads(found.stdout.splitlines()[-1]) == told()
