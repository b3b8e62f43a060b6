"""Games by clicks in a real browser, alone, together, and when things go wrong."""

from __future__ import annotations

import json
import random
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Route, expect

from regelwerk import load
from regelwerk.interpreter.game.replay import replay

from .conftest import Opened, Served
from .playing import STEPS, choose, click_on, my_turn, play_out, revision, settled, spots, text


@pytest.mark.parametrize(
    ("game", "seats", "on_the_table"),
    [
        ("tic-tac-toe", "hr", True),
        ("leduc-poker", "hr", False),
        ("pig", "hr", False),
        pytest.param("connect-four", "hr", True, marks=pytest.mark.slow),
        pytest.param("breakthrough", "hr", True, marks=pytest.mark.slow),
        pytest.param("hex", "hr", True, marks=pytest.mark.slow),
    ],
)
def test_a_whole_game_of_a_classic(served: Served, opened: Opened, game: str, seats: str, on_the_table: bool) -> None:
    page = opened(served.table(game, seats, ["Ada", "Ben"]).link(0))
    play_out(page, 7, on_the_table)
    expect(page.locator(".verdict")).to_have_text(re.compile("wins|draw"))
    page.get_by_text("Seed of chance").click()
    expect(page.locator(".seed").first).to_have_text(re.compile(r"^\d{20,}$"))


def test_columns_light_up_where_a_disc_would_fall(served: Served, opened: Opened) -> None:
    page = opened(served.table("connect-four", "hh", ["Ada", "Ben"]).link(0))
    expect(spots(page)).to_have_count(7)
    page.locator(".option").nth(3).hover()
    expect(page.locator(".preview")).to_contain_text("d6")
    before = revision(page)
    page.get_by_role("button", name="d6: Drop a disc into column 4").click()
    settled(page, before)
    expect(page.locator(".bar h1")).to_have_text("Waiting for Ben")


def test_a_man_is_moved_by_two_clicks_on_the_board(served: Served, opened: Opened) -> None:
    page = opened(served.table("breakthrough", "hh", ["Ada", "Ben"]).link(0))
    page.locator("svg .spot[aria-label^='e2']").click()
    expect(page.locator(".option")).to_have_count(3)
    before = revision(page)
    page.get_by_role("button", name="f3: Move from e2 right ahead to f3").click()
    settled(page, before)
    expect(page.locator(".log li")).to_have_text(["Ada: Move from e2 right ahead to f3"])


def test_the_lobby_leads_to_a_table_and_back(served: Served, opened: Opened) -> None:
    page = opened(served.address)
    page.get_by_label("Game", exact=True).select_option("tic-tac-toe")
    page.get_by_label("Name (if you like)").first.fill("Ada")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.locator(".holding.own h2")).to_contain_text("Ada")
    spots(page).first.click()
    expect(page.locator(".log li")).not_to_have_count(0)
    page.go_back()
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    mine = page.locator(".tables a").first
    expect(mine).to_have_text("Tic-tac-toe")
    page.go_forward()
    expect(page.locator(".log li")).not_to_have_count(0)
    page.reload()
    expect(page.locator(".holding.own h2")).to_contain_text("Ada")


def test_links_for_friends_are_given_once_the_table_is_set(served: Served, opened: Opened) -> None:
    page = opened(served.address)
    page.get_by_label("Game", exact=True).select_option("tic-tac-toe")
    page.get_by_label("Seat 2").select_option("human")
    page.get_by_role("button", name="Set up the table").click()
    links = page.locator(".links input")
    expect(links).to_have_count(3)
    theirs = opened(links.nth(1).input_value())
    expect(theirs.locator(".bar h1")).to_have_text(re.compile("Waiting for"))
    watching = opened(links.nth(2).input_value())
    expect(watching.locator(".game")).to_contain_text("You watch.")
    expect(watching.locator(".spot")).to_have_count(0)


def test_what_an_expansion_requires_comes_and_goes_with_it(served: Served, opened: Opened) -> None:
    page = opened(served.address)
    page.get_by_label("Game", exact=True).select_option("wallenstein")
    both, court, soldiers = (
        page.get_by_label(re.compile(f"^{name}"))
        for name in ("Emperor's Court and", "Emperor's Court exp", "Landsknechte")
    )
    both.check()
    expect(court).to_be_checked()
    expect(soldiers).to_be_checked()
    court.uncheck()
    expect(both).not_to_be_checked()
    expect(soldiers).to_be_checked()
    both.check()
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_url(re.compile("/table/"))


def test_a_host_who_renews_the_own_link_stays_at_the_table(served: Served, opened: Opened) -> None:
    page = opened(served.address)
    page.get_by_label("Game", exact=True).select_option("tic-tac-toe")
    page.get_by_label("Seat 2").select_option("human")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.locator(".tables a")).to_have_text("Tic-tac-toe")
    page.get_by_role("link", name="Sit down").first.click()
    expect(page.locator(".option")).to_have_count(9)
    old = page.url
    page.get_by_text("Settings").click()
    page.get_by_role("button", name=re.compile("A new link for Player 1")).click()
    page.wait_for_url(lambda url: url != old)
    spots(page).first.click()
    expect(page.locator(".bar h1")).to_have_text("Waiting for Player 2")
    page.goto(served.address)
    page.locator(".tables a").first.click()
    expect(page.locator(".holding.own h2")).to_contain_text("Player 1")
    void = opened(old)
    expect(void.get_by_role("heading")).to_have_text("This link does not open the table")


def test_two_browsers_and_a_bot(served: Served, opened: Opened) -> None:
    table = served.table("pig", "hhr", ["Ada", "Ben", "Bot"])
    ada, ben = opened(table.link(0)), opened(table.link(1))
    choose(ada, "Roll the die")
    for _ in range(12):
        if ada.locator(".option").count() == 0:
            break
        options = ada.locator(".option", has_text="Hold")
        choose(ada, "Hold" if options.count() else "Roll the die")
    assert my_turn(ben)
    expect(ben.locator(".story .told")).to_contain_text(re.compile("Ada|Chance"))
    choose(ben, "Roll the die")


def test_two_tabs_of_one_seat_show_the_same(served: Served, opened: Opened) -> None:
    table = served.table("tic-tac-toe", "hh", ["Ada", "Ben"])
    first = opened(table.link(0))
    second = opened(table.link(0), context=first.context)
    expect(spots(second)).to_have_count(9)
    spots(first).nth(4).click()
    expect(second.locator(".bar h1")).to_have_text("Waiting for Ben")
    expect(spots(second)).to_have_count(0)


def test_a_lost_connection_comes_back_without_loss(served: Served, opened: Opened) -> None:
    table = served.table("tic-tac-toe", "hh", ["Ada", "Ben"])
    ada, ben = opened(table.link(0)), opened(table.link(1))
    expect(ada.locator(".option")).to_have_count(9)
    ada.context.set_offline(True)
    spots(ada).first.click()
    expect(ada.get_by_role("alert").first).to_be_visible()
    expect(ben.locator(".bar h1")).to_have_text("Waiting for Ada")
    ada.context.set_offline(False)
    expect(ada.locator(".notice", has_text="connection is lost")).to_have_count(0, timeout=20_000)
    expect(ada.get_by_role("alert")).to_have_count(0)
    spots(ada).first.click()
    expect(ben.locator(".option")).to_have_count(8)


def test_a_slow_answer_tells_nothing_twice(served: Served, opened: Opened) -> None:
    page = opened(served.table("tic-tac-toe", "hr", ["Ada", "Bot"]).link(0))
    spots(page).first.click()
    expect(page.locator(".log li")).to_have_count(2)
    my_turn(page)

    def slowly(route: Route) -> None:
        time.sleep(0.4)
        route.continue_()

    page.route(re.compile(r"/log\?"), slowly)
    spots(page).first.click()
    expect(page.locator(".log li")).to_have_count(4)
    page.wait_for_load_state("networkidle")
    expect(page.locator(".log li")).to_have_count(4)
    expect(page.locator(".option")).to_have_count(5)


def test_an_answer_that_was_overtaken_does_not_come_back(served: Served, opened: Opened) -> None:
    table = served.table("tic-tac-toe", "hh", ["Ada", "Ben"])
    page = opened(table.link(0))
    expect(spots(page)).to_have_count(9)
    late: list[tuple[Route, APIResponse]] = []
    state = re.compile(f"/api/tables/{table.table}$")
    page.route(state, lambda route: route.continue_() if late else late.append((route, route.fetch())))
    with page.expect_request(state):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    spots(page).first.click()
    expect(page.locator(".bar h1")).to_have_text("Waiting for Ben")
    page.evaluate("""() => {
        const main = document.querySelector('main');
        window.shown = [];
        new MutationObserver(() => window.shown.push(main.dataset.revision)).observe(main, { attributes: true });
    }""")
    with page.expect_request(state):  # the page asks anew, behind the answer that was held up
        for route, answer in late:
            route.fulfill(response=answer)
    page.wait_for_load_state("networkidle")
    expect(page.locator(".bar h1")).to_have_text("Waiting for Ben")
    assert late and page.evaluate("window.shown") == []


def test_what_is_asked_about_a_position_that_has_passed_is_no_error(served: Served, opened: Opened) -> None:
    page = opened(served.table("tic-tac-toe", "hh", ["Ada", "Ben"]).link(0))
    expect(spots(page)).to_have_count(9)
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    late: list[Route] = []
    page.route(re.compile("/preview\\?"), lambda route: late.append(route))
    with page.expect_request(re.compile("/preview\\?")):
        page.locator(".option").nth(4).hover()
    spots(page).first.click()
    expect(page.locator(".bar h1")).to_have_text("Waiting for Ben")
    for route in late:
        with page.expect_response(re.compile("/preview\\?")):
            route.continue_()
    page.wait_for_load_state("networkidle")
    assert late and not errors


def test_secret_planning_with_three(served: Served, opened: Opened) -> None:
    table = served.table("envelopes", "hhh", ["Ada", "Ben", "Cy"])
    pages = [opened(table.link(seat)) for seat in range(3)]
    ada, ben, cy = pages
    choose(ada, "3")
    choose(ada, "red")
    ada.get_by_role("button", name="Think again").click()
    expect(ada.locator(".bar h1")).to_contain_text("Your bid")
    choose(ada, "2")
    choose(ada, "blue")
    ada.get_by_role("button", name="Make it final").click()
    expect(ben.locator(".holding", has_text="Ada")).to_contain_text("has committed")
    expect(ben.locator(".holding", has_text="Ada")).to_contain_text("coins 10")
    for page, bid in ((ben, "0"), (cy, "3")):
        choose(page, bid)
        choose(page, "red")
        page.get_by_role("button", name="Make it final").click()
    for page in pages:
        expect(page.locator(".holding", has_text="Ada")).to_contain_text("coins 8")
        expect(page.locator(".holding", has_text="Cy")).to_contain_text("coins 7")


def test_texts_of_rulesets_are_text(served: Served, opened: Opened) -> None:
    page = opened(served.table("envelopes", "hh", ["<b>Ada</b>", "Ben"]).link(0))
    expect(page.locator(".bar h1")).to_contain_text("Your bid <b>in coins</b>?")
    expect(page.locator(".game")).to_contain_text("<img src=x")
    expect(page.locator(".holding.own h2")).to_contain_text("<b>Ada</b>")
    choose(page, "1")
    expect(page.locator(".option").first).to_contain_text("<script>")
    assert page.evaluate("window.attacked") is None


def test_what_is_not_possible_says_why(served: Served, opened: Opened) -> None:
    table = served.table("tic-tac-toe", "hh", ["Ada", "Ben"])
    ada, ben = opened(table.link(0)), opened(table.link(1))
    ada.locator("svg .spot[aria-label^='b2']").click()
    expect(ben.locator(".option")).to_have_count(8)
    ben.locator("svg .thing", has=ben.locator("title", has_text="b2")).click()
    dialog = ben.get_by_role("dialog")
    expect(dialog).to_contain_text("Why not?")
    expect(dialog).to_contain_text("taken")
    dialog.get_by_role("button", name="Close").click()
    ben.get_by_role("button", name="What is not possible, and why?").click()
    expect(ben.get_by_role("dialog")).to_contain_text("taken")
    ben.keyboard.press("Escape")
    expect(ben.get_by_role("dialog")).to_have_count(0)


def test_what_was_done_is_taken_back_by_agreement(served: Served, opened: Opened) -> None:
    table = served.table("tic-tac-toe", "hh", ["Ada", "Ben"])
    ada, ben = opened(table.link(0)), opened(table.link(1))
    spots(ada).first.click()
    expect(ben.locator(".option")).to_have_count(8)
    ada.get_by_role("button", name="Take back").click()
    ben.get_by_role("button", name="Agree").click()
    expect(ada.locator(".option")).to_have_count(9)
    expect(ben.locator(".bar h1")).to_have_text("Waiting for Ada")


def test_who_asked_to_take_something_back_is_told_that_it_stays(served: Served, opened: Opened) -> None:
    table = served.table("tic-tac-toe", "hh", ["Ada", "Ben"])
    ada, ben = opened(table.link(0)), opened(table.link(1))
    spots(ada).first.click()
    stays = ada.get_by_role("alert").filter(has_text="was not taken back")
    ada.get_by_role("button", name="Take back").click()
    ben.get_by_role("button", name="Refuse").click()
    expect(stays).to_have_count(1)
    ada.get_by_role("button", name="Take back").click()
    expect(stays).to_have_count(0)
    ada.get_by_role("button", name="Withdraw").click()
    expect(ben.get_by_role("alert")).to_have_count(0)
    expect(ada.get_by_role("alert")).to_have_count(0)
    ada.get_by_role("button", name="Take back").click()
    ben.get_by_role("button", name="Agree").click()
    expect(ada.locator(".option")).to_have_count(9)
    expect(ada.get_by_role("alert")).to_have_count(0)


def test_one_screen_is_handed_over(served: Served, opened: Opened) -> None:
    page = opened(served.address)
    page.get_by_label("Game", exact=True).select_option("leduc-poker")
    page.get_by_label("Seat 2").select_option("human")
    names = page.get_by_label("Name (if you like)")
    names.nth(0).fill("Ada")
    names.nth(1).fill("Ben")
    page.get_by_label("Everybody plays at this screen").check()
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("heading", name="Hand the screen to Ada")).to_be_visible()
    assert not re.search("jack|queen|king", text(page))
    page.get_by_role("button", name="I am Ada").click()
    choose(page, "Check or call")
    expect(page.get_by_role("heading", name="Hand the screen to Ben")).to_be_visible()
    assert not re.search("jack|queen|king", text(page))
    page.get_by_role("button", name="I am Ben").click()
    expect(page.locator(".holding.own h2")).to_contain_text("Ben")
    page.reload()
    expect(page.locator(".holding.own h2")).to_contain_text("Ben")
    again = page.context.new_page()  # opened anew by whoever comes by
    again.goto(page.url)
    expect(again.get_by_role("heading", name="Hand the screen to Ben")).to_be_visible()
    assert not re.search("jack|queen|king", text(again))


def test_the_first_turns_of_a_large_game_on_its_map(served: Served, opened: Opened) -> None:
    page = opened(served.table("auf-der-walz", "hr", ["Ada", "Bot"]).link(0))
    walked = 0
    for _ in range(10):
        if not my_turn(page) or walked > 2:
            break
        before = revision(page)
        if spots(page).count():
            spots(page).first.click()
            walked += 1
        else:
            page.locator(".option").first.click()
        settled(page, before)
    assert walked > 2
    expect(page.locator(".log")).to_contain_text("Ada: Walk to")


@pytest.mark.slow
def test_the_first_year_of_a_large_game_by_clicks(served: Served, opened: Opened) -> None:
    table = served.table("auf-der-walz", "hhr", ["Ada", "Ben", "Bot"], language="de", seed=3)
    pages = [opened(table.link(seat), locale="de-DE") for seat in range(2)]
    ada, ben = pages
    errors: list[str] = []
    for page in pages:
        page.on("console", lambda said: errors.append(f"{said.text} {said.location}") if said.type == "error" else None)
    dice, scores, clicks = random.Random(3), ada.locator(".log .scores caption"), 0
    while not scores.count():
        assert clicks < STEPS, "the year has not ended"
        for page in pages:
            if page.locator(".option:not(:disabled), .options .main").count():
                click_on(page, dice)
                clicks += 1
        ada.wait_for_timeout(50)  # while the bot thinks
    expect(scores.first).to_have_text("Zwischenwertung")
    heads = ada.locator(".log .scores").first.locator("thead th")
    expect(heads).to_have_text(["Ada", "Ben", "Bot"])
    expect(ben.locator(".log .scores caption").first).to_have_text("Zwischenwertung")
    table_of = "page => [...document.querySelectorAll('.log .scores')].map(each => each.innerText)"
    assert ada.evaluate(table_of) == ben.evaluate(table_of)
    for page in pages:
        page.reload()
        expect(page.locator(".log .scores caption").first).to_have_text("Zwischenwertung")
    assert clicks > 20 and not errors


def test_an_old_link_says_what_to_do(served: Served, opened: Opened) -> None:
    table = served.table("tic-tac-toe", "hh")
    page = opened(f"{served.address}table/{table.table}#not-a-key")
    expect(page.get_by_role("heading")).to_have_text("This link does not open the table")
    expect(page.get_by_role("link", name="To the lobby")).to_be_visible()
    gone = opened(f"{served.address}table/0000000000#whatever")
    expect(gone.get_by_role("heading")).to_have_text("This link does not open the table")


def test_a_game_saved_in_the_page_goes_on_and_its_record_can_be_verified(
    served: Served, opened: Opened, tmp_path: Path
) -> None:
    page = opened(served.table("leduc-poker", "hr", ["Ada", "Ben"]).link(0))
    choose(page, "Check or call")
    page.get_by_text("Settings").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the game").click()
    saved.value.save_as(tmp_path / "save.json")
    page.goto(served.address)
    page.get_by_label(re.compile("A game that was saved")).set_input_files(tmp_path / "save.json")
    page.wait_for_url(re.compile("/table/"))
    play_out(page, 7, False)
    with page.expect_download() as kept:
        page.get_by_role("button", name="Record of the game").click()
    kept.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    page.get_by_text("Seed of chance").click()
    assert str(record["seed"]) == page.locator(".seed").first.inner_text()
    game, parted = replay(load("leduc-poker"), record)
    assert game.over and parted is None
