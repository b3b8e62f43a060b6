"""What stands where on the page, and what is said about it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from .conftest import PHONE, Opened, Served
from .playing import choose, play_out


def place(found: Locator, side: str) -> float:
    """Tell where something lies, in whole pixels."""
    box = found.bounding_box()
    assert box is not None
    return round({"left": box["x"], "top": box["y"], "right": box["x"] + box["width"]}[side])


def test_a_map_of_places_says_what_its_signs_mean(served: Served, opened: Opened) -> None:
    page = opened(served.table("hellweg-westfalicus", "hr", ["Ada", "Ben"], language="de").link(0))
    legend = page.locator(".under .legend li")
    for meant in ("Bier", "Salz", "Eisenwaren", "Dorf", "gepflastert", "braun"):
        expect(legend.filter(has_text=re.compile(rf"^\w?\s*{meant}$"))).to_have_count(1)
    expect(legend.filter(has_text="Ada")).to_have_count(0)


def test_on_a_telephone_choices_come_before_the_maps_of_others(served: Served, opened: Opened) -> None:
    page = opened(served.table("isle-of-skye", "hrr", ["Ada", "Ben", "Cy"]).link(0), PHONE)
    expect(page.locator(".option").first).to_be_visible()
    maps = page.locator(".picture")
    expect(maps).to_have_count(3)
    assert place(maps.nth(0), "top") < place(page.locator(".options"), "top") < place(maps.nth(1), "top")
    expect(page.locator(".sheet .spot")).to_have_count(0)


def test_answers_that_are_numbers_have_no_second_number(served: Served, opened: Opened) -> None:
    page = opened(served.table("envelopes", "hh", ["Ada", "Ben"]).link(0))
    expect(page.locator(".option")).to_have_text(["0", "1", "2", "3"])
    choose(page, "1")
    expect(page.locator(".option .number-tag")).to_have_text(["1", "2"])


def test_the_result_stands_in_columns(served: Served, opened: Opened) -> None:
    page = opened(served.table("leduc-poker", "hr", ["Ada", "Ben"]).link(0))
    play_out(page, 7, False)
    head, first = page.locator(".places thead th"), page.locator(".places tbody tr").first.locator("th, td")
    expect(head.first).to_have_text(re.compile("Place"))
    for column, side in ((0, "left"), (1, "left"), (2, "right")):
        assert place(head.nth(column), side) == place(first.nth(column), side)
    aligned = "cells => cells.map(cell => getComputedStyle(cell).textAlign)"
    assert head.evaluate_all(aligned) == first.evaluate_all(aligned) == ["left", "left", "right"]
