"""The half of the playground that is Python: messages in, answers out, as the page has them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from regelwerk.playground.dispatch import Engine
from regelwerk.scaffolds.game import new_game
from regelwerk.web.app import calls
from regelwerk.web.tables.listing import at_table

RULES = Path(__file__).parent.parent.parent / "rulesets"
FOUR = {"game": "connect-four", "overlays": [], "files": {}}
Ask = Callable[..., Awaitable[Any]]


def conversation(talk: Callable[[Ask], Awaitable[None]]) -> None:
    """Have a conversation with an engine; every answer goes through JSON."""

    async def main() -> None:
        engine = Engine(lambda: None)

        async def ask(do: str, **more: Any) -> Any:
            told = json.loads(await engine.asked(json.dumps({"do": do, **more})))
            return told.get("answer", told)

        await talk(ask)

    asyncio.run(main())


def edited(old: str, new: str) -> dict[str, Any]:
    text = (RULES / "connect_four.regel").read_text(encoding="utf-8")
    assert old in text
    return {**FOUR, "files": {"connect_four.regel": text.replace(old, new)}}


def test_a_mistake_is_answered_with_code_place_and_way_out() -> None:
    async def talk(ask: Ask) -> None:
        right = await ask("check", document=FOUR)
        assert right["ok"] and right["diagnostics"] == [] and right["rulings"] == []
        wrong = await ask("check", document=edited("needs room[x] > 0", "needs romo[x] > 0"))
        (message,) = wrong["diagnostics"]
        assert not wrong["ok"] and message["code"] == "RW2002" and "room" in message["help"]
        assert message["place"]["file"] == "connect_four.regel" and message["place"]["line"] == 23
        assert (await ask("compile", document=edited("needs room[x]", "needs romo[x]")))["status"] == 422
        assert "Nothing here goes by this name" in (await ask("explain", code="RW2002"))["meaning"]

    conversation(talk)


def test_scenarios_run_against_what_was_edited() -> None:
    async def talk(ask: Ask) -> None:
        five = edited(">= 3", ">= 4")
        listed = await ask("scenarios", document=five)
        ran = [await ask("scenario", document=five, number=n) for n in range(len(listed))]
        assert {each["title"]: each["ok"] for each in ran}["four upright win"] is False
        assert next(each for each in ran if not each["ok"])["failures"][0]["place"]["file"] == "connect_four.regel"

    conversation(talk)


def test_a_game_is_played_with_a_bot() -> None:
    async def talk(ask: Ask) -> None:
        wanted = {
            "ruleset": "connect-four",
            "seats": [{"kind": "human", "name": "Ada"}, {"kind": "bot", "bot": "random"}],
        }
        rules = await ask("compile", document=FOUR)
        made = await ask("begin", document=FOUR, compiled=rules, wanted=wanted)
        key = made["seats"][0]["key"]
        state = await ask("call", method="GET", address="/api/tables/playground", key=key)
        while not state["over"]:
            if state["decision"] is None:
                await asyncio.sleep(0.01)
                state = await ask("call", method="GET", address="/api/tables/playground", key=key)
                continue
            body = {"revision": state["revision"], "option": state["decision"]["options"][0]["id"]}
            state = await ask("call", method="POST", address="/api/tables/playground/choose", key=key, body=body)
        log = await ask("call", method="GET", address="/api/tables/playground/log?since=0", key=key)
        assert state["result"]["text"] and len(log["entries"]) > 6
        record = await ask("call", method="GET", address="/api/tables/playground/record", key=key, plain=True)
        assert isinstance(record, str)  # a page would round the seed
        assert str(json.loads(record)["seed"]) == state["table"]["seed"]
        assert (await ask("call", method="GET", address="/api/tables/playground", key="other"))["status"] == 403
        assert (await ask("call", method="GET", address="/api/tables/else", key=key))["status"] == 404

    conversation(talk)


def test_an_overlay_of_ones_own_lies_on_top_of_its_game() -> None:
    async def talk(ask: Ask) -> None:
        text = 'variant still "Still" for connect_four\n\nforbid drp else "Nobody drops."\n'
        found = await ask("check", document={**FOUR, "files": {"still.regel": text}})
        assert [each["place"]["file"] for each in found["diagnostics"]] == ["still.regel"]
        alone = {"files": {"still.regel": text.replace("drp", "drop")}}
        assert (await ask("check", document=alone))["ok"]  # the game it is for is in the library
        assert (await ask("check", document={"game": "nowhere"}))["error"]["code"] == "ruleset_unknown"

    conversation(talk)


def test_the_editor_is_told_what_may_stand_and_what_a_word_means() -> None:
    async def talk(ask: Ask) -> None:
        document = edited("needs room[x] > 0", "needs ro")
        text = document["files"]["connect_four.regel"]
        place = {"document": document, "name": "connect_four.regel"}
        found = await ask("complete", **place, offset=text.index("needs ro") + 8)
        room = next(each for each in found if each["label"] == "room")
        assert room["kind"] in ("slot", "value")
        assert "room" in await ask("more", name=place["name"], key=room["key"])
        line = text[: text.index("needs ro")].count("\n") + 1
        column = text.splitlines()[line - 1].index("needs") + 2
        told = await ask("hover", **place, line=line, column=column)
        assert "requirement" in told["doc"] and told["place"]["line"] == line
        assert await ask("hover", **place, line=2, column=1) is None

    conversation(talk)


def test_an_open_question_is_decided_otherwise() -> None:
    async def talk(ask: Ask) -> None:
        asked = 'ruling early "Does it end early?"\n  default  yes\n  choices  yes, no\n'
        text = f"{new_game('mine', 'Mine', '2..4')}\n{asked}"
        mine: dict[str, Any] = {"files": {"mine.regel": text}}
        (question,) = (await ask("check", document=mine))["rulings"]
        assert (question["title"], question["default"]) == ("Does it end early?", "yes")
        late = {**mine, "rulings": {"early": "no"}}
        assert (await ask("check", document=late))["rulings"][0]["default"] == "no"
        compiled = [await ask("compile", document=document) for document in (mine, late)]
        assert all(isinstance(each, str) for each in compiled) and compiled[0] != compiled[1]
        wrong = await ask("check", document={**mine, "rulings": {"nobody_asks": "yes"}})
        assert wrong["error"]["code"] == "ruling_unknown"

    conversation(talk)


def test_page_and_server_have_the_same_calls_at_a_table() -> None:
    served = {(call.method, call.path) for call in calls()}
    assert {(call.method, call.path) for call in at_table("/api/tables/{table}")} < served
