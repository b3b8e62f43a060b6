"""What a person does at the page."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator, Page, expect

STEPS = 400  # clicks after which a game should have ended


def my_turn(page: Page) -> bool:
    """Wait until something can be done or the game has ended."""
    page.wait_for_selector(".option:not(:disabled), .options .main, .result")
    return page.locator(".result").count() == 0


def settled(page: Page, before: str | None) -> None:
    """Wait until the page shows another state than before."""
    page.wait_for_function("before => document.querySelector('main')?.dataset.revision !== before", arg=before)


def revision(page: Page) -> str | None:
    """Tell which state the page shows."""
    return page.locator("main").get_attribute("data-revision")


def text(page: Page) -> str:
    return page.locator("body").inner_text()


def spots(page: Page) -> Locator:
    """What lights up on the table."""
    return page.locator("svg .spot")


def choose(page: Page, words: str) -> None:
    """Take the option with this sentence."""
    before = revision(page)
    page.locator(".option .sentence", has_text=re.compile(f"^{re.escape(words)}")).first.click()
    settled(page, before)


def click_on(page: Page, dice: random.Random) -> None:
    """Do something that is possible, on the table where something lights up, else by a sentence or button."""
    before, lit = revision(page), spots(page)
    if page.locator(".options .main").count():
        page.locator(".options .main").first.click()
    elif lit.count() and dice.randrange(3):
        lit.nth(dice.randrange(lit.count())).click()
        if page.locator("#options-title", has_text=re.compile("Several choices|führen mehrere")).count():
            page.locator(".option").first.click()
    else:
        sentences = page.locator(".option")
        sentences.nth(dice.randrange(sentences.count())).click()
    settled(page, before)


def play_out(page: Page, seed: int, on_the_table: bool) -> None:
    """Play to the end at random, by clicks on the table where something lights up, else on sentences."""
    dice = random.Random(seed)
    for _ in range(STEPS):
        if not my_turn(page):
            return
        before = revision(page)
        found = spots(page) if on_the_table else page.locator(".option")
        if on_the_table:
            expect(found.first).to_be_visible()
        found.nth(dice.randrange(found.count())).click()
        if page.locator("#options-title", has_text="Several choices").count():
            page.locator(".option").first.click()
        settled(page, before)
    raise AssertionError("the game has not ended")
