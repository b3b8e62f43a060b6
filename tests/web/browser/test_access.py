"""The page for everybody: keyboard only, small screens, screen readers, dark and light, German."""

from __future__ import annotations

from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, WIDE, Opened, Served
from .playing import my_turn, revision, settled

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
LEVELS = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
}


def findings(page: Page) -> list[str]:
    page.evaluate(AXE)
    found = page.evaluate("levels => axe.run(document, levels)", LEVELS)["violations"]
    return [f"{each['id']}: {each['help']}: {[node['html'][:160] for node in each['nodes'][:3]]}" for each in found]


def test_a_game_by_keyboard_alone(served: Served, opened: Opened) -> None:
    page = opened(served.table("tic-tac-toe", "hr", ["Ada", "Bot"]).link(0))
    for turn in range(6):
        if not my_turn(page):
            break
        before, wanted = revision(page), "svg .spot" if turn == 0 else ".option"
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                break
        assert turn or page.evaluate("document.activeElement.getAttribute('aria-label')").count(":") == 1
        page.keyboard.press("Enter")
        settled(page, before)
    expect(page.locator(".verdict")).to_be_visible()


def test_the_next_question_has_the_focus_after_a_choice_by_keyboard(served: Served, opened: Opened) -> None:
    page = opened(served.table("pig", "hh", ["Ada", "Ben"], seed=1).link(0))
    page.get_by_role("link", name="To the choices").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className").startswith("option")


def test_turns_are_announced(served: Served, opened: Opened) -> None:
    table = served.table("tic-tac-toe", "hh", ["Ada", "Ben"])
    ada, ben = opened(table.link(0)), opened(table.link(1))
    expect(ada.get_by_role("status")).to_contain_text("Your turn")
    ada.locator("svg .spot").first.click()
    expect(ben.get_by_role("status")).to_contain_text("Your turn")


@pytest.mark.parametrize("game", ["auf-der-walz", "hellweg-westfalicus", "connect-four"])
def test_a_phone_needs_no_sideways_scrolling(served: Served, opened: Opened, game: str) -> None:
    page = opened(served.table(game, "hr", ["Ada", "Bot"]).link(0), PHONE, has_touch=True, is_mobile=True)
    my_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    if game == "connect-four":  # fingers slip: a tap asks first
        page.locator(".option").first.tap()
        page.get_by_role("button", name="Do it").tap()
        expect(page.locator(".log li")).not_to_have_count(0)


def test_the_page_speaks_german_where_the_rules_do(served: Served, opened: Opened) -> None:
    page = opened(served.table("auf-der-walz", "hr", ["Ada", "Bot"], language="de").link(0))
    expect(page.locator(".game")).to_contain_text("Du bist dran")
    expect(page.get_by_role("button", name="Was geht nicht, und warum?")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "de"


def test_axe_finds_nothing_in_the_lobby(served: Served, opened: Opened) -> None:
    page = opened(served.address)
    page.get_by_label("Game", exact=True).select_option("auf-der-walz")
    assert findings(page) == []


@pytest.mark.parametrize(
    ("game", "seats", "look"),
    [
        ("connect-four", "hr", "dark"),
        ("leduc-poker", "hr", "light"),
        ("auf-der-walz", "hr", "light"),
        pytest.param("auf-der-walz", "hr", "dark", marks=pytest.mark.slow),
        pytest.param("hellweg-westfalicus", "hr", "light", marks=pytest.mark.slow),
        pytest.param("hellweg-westfalicus", "hr", "dark", marks=pytest.mark.slow),
        pytest.param("wallenstein", "hrr", "light", marks=pytest.mark.slow),
        pytest.param("isle-of-skye", "hr", "dark", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_at_the_table(served: Served, opened: Opened, game: str, seats: str, look: str) -> None:
    page = opened(served.table(game, seats, ["Ada"]).link(0), WIDE, color_scheme=look)
    my_turn(page)
    page.locator(".option").first.hover()
    page.wait_for_timeout(600)
    assert findings(page) == []
    page.get_by_role("button", name="What is not possible, and why?").click()
    page.wait_for_timeout(800)
    assert findings(page) == []
