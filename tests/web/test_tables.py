"""Playing over the API: links, answers, secret decisions, taking back, watching, the end."""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect

from regelwerk import load
from regelwerk.interpreter.game.replay import replay
from tests.web.running import Seat, Server, serving


def test_the_library_lists_what_can_be_played(server: Server) -> None:
    games = {game["name"]: game for game in server.client.get("/api/library").json()["games"]}
    assert games["pig"]["players"] == [2, 10]
    assert [each["name"] for each in games["auf-der-walz"]["editions"]] == ["", "de"]
    assert "freireisende" in [each["name"] for each in games["auf-der-walz"]["overlays"]]
    assert games["auf-der-walz"]["languages"][0] == ""
    assert games["wallenstein"]["rulings"][0]["choices"]
    titles = {each["name"]: each["titles"] for each in games["wallenstein"]["overlays"]}
    assert titles["emperors_court"] == {"de": "Kaiserhof"} and games["connect-four"]["titles"]["de"] == "Vier gewinnt"
    asked = {each["name"]: each for each in games["wallenstein"]["rulings"]}["line_up"]
    assert asked["titles"]["de"].startswith("Wie kommen") and asked["choices"][0]["titles"] == {"de": "Auswahl"}
    required = {each["name"]: each["requires"] for each in games["wallenstein"]["overlays"]}
    assert required["court_and_landsknechte"] == ["emperors_court", "landsknechte"] and not required["landsknechte"]
    assert not any(each["requires"] for each in games["auf-der-walz"]["overlays"])  # cards there say `requires`, too


def test_two_people_and_a_bot_play_to_the_end_and_everybody_can_verify_it(server: Server) -> None:
    table = server.new_table("pig", 2, 1)
    dice = random.Random(1)
    early = table.seat(0).get("/seed")
    assert early.status_code == 403
    assert early.json()["error"]["code"] == "not_over"
    for _ in range(2000):
        state = table.watcher.state()
        if state["over"]:
            break
        (seat,) = state["waiting"]
        if seat == 2:
            time.sleep(0.02)
            continue
        table.seat(seat).choose(dice=dice)
    state = table.watcher.state()
    assert state["over"]
    assert state["result"]["winners"] == state["result"]["places"][0]
    told = table.watcher.get("/seed").json()
    assert told["seed"] == state["table"]["seed"]
    assert int(told["seed"]) >= 2**255
    promised = hashlib.sha256(f"regelwerk seed {told['seed']}".encode()).hexdigest()
    assert promised == told["seed_hash"] == table.made["seed_hash"]
    record = table.watcher.get("/record").json()
    game, divergence = replay(load("pig"), record)
    assert divergence is None
    assert game.over
    assert not any(entry.get("supplied") for entry in record["entries"])
    late = table.seat(0).post("/choose", revision=state["revision"], option="roll")
    assert late.status_code == 403


def test_answers_that_come_twice_late_or_from_others_do_nothing(server: Server) -> None:
    table = server.new_table("tic-tac-toe", 2)
    first, second = table.seat(0), table.seat(1)
    before = first.state()
    assert second.state()["decision"] is None
    refused = second.post("/choose", revision=0, option=before["decision"]["options"][0]["id"])
    assert refused.status_code == 403
    assert "turn of" in refused.json()["error"]["text"]
    unknown = first.post("/choose", revision=0, option="nowhere")
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (422, "not_offered")
    one, other = (option["id"] for option in before["decision"]["options"][:2])
    assert first.post("/choose", revision=0, option=one).status_code == 200
    again = first.post("/choose", revision=0, option=one)
    assert again.status_code == 200
    assert again.json()["revision"] == 1
    late = first.post("/choose", revision=0, option=other)
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "revision_old"
    assert late.json()["state"]["revision"] == 1
    ahead = second.post("/choose", revision=7, option=other)
    assert ahead.status_code == 409
    assert table.watcher.state()["revision"] == 1


def test_who_watches_sees_and_does_nothing(server: Server) -> None:
    table = server.new_table("leduc-poker", 2)
    state = table.watcher.state()
    assert (state["you"], state["role"], state["decision"]) == (None, "watch", None)
    assert table.watcher.post("/choose", revision=0, option="raise").status_code == 403
    assert table.host.state()["role"] == "host"


def test_links_are_needed_and_can_be_issued_anew(server: Server) -> None:
    table = server.new_table("pig", 2)
    bare = server.client.get(table.path)
    assert (bare.status_code, bare.json()["error"]["code"]) == (401, "key_missing")
    forged = Seat(table, "x" * 24).get()
    assert (forged.status_code, forged.json()["error"]["code"]) == (403, "key_unknown")
    other = server.new_table("pig", 2)
    assert Seat(table, other.seat(0).key).get().status_code == 403
    assert table.seat(1).post("/seats/0/link").json()["error"]["code"] == "host_only"
    link = table.host.post("/seats/0/link").json()
    old = table.seat(0).get()
    assert (old.status_code, old.json()["error"]["code"]) == (403, "key_void")
    assert Seat(table, link["key"]).state()["you"] == 0
    assert table.host.post("/seats/7/link").status_code == 422
    gone = server.client.get("/api/tables/0123456789", headers=table.host.headers)
    assert (gone.status_code, gone.json()["error"]["code"]) == (404, "table_unknown")


def test_no_key_is_kept(server: Server) -> None:
    table = server.new_table("pig", 2)
    keys = [table.made["host_key"], table.made["watch_key"], *(seat["key"] for seat in table.made["seats"])]
    kept = b"".join(path.read_bytes() for path in Path(server.folder).iterdir())
    assert not [key for key in keys if key.encode() in kept]
    assert not [key for key in keys if key in server.said()]


def test_ones_own_tables(server: Server) -> None:
    table = server.new_table("pig", 2)
    keys = [{"table": table.made["table"], "key": table.seat(0).key}, {"table": "nothing", "key": "nothing"}]
    found = server.client.post("/api/mine", json={"keys": keys}).json()["tables"]
    assert (found[0]["title"], found[0]["you"], found[0]["your_turn"]) == ("Pig", 0, True)
    assert found[1] == {"table": "nothing", "gone": True}


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"ruleset": "pigg"}, "ruleset_unknown"),
        ({"ruleset": "/etc/passwd"}, "ruleset_unknown"),
        ({"ruleset": "pig", "overlays": ["../../etc/passwd"]}, "overlay_unknown"),
        ({"ruleset": "pig", "overlays": ["nothing"]}, "rules_unknown"),
        ({"ruleset": "pig@nothing"}, "rules_unknown"),
        ({"ruleset": "wallenstein", "rulings": {"nothing": "x"}}, "rules_unknown"),
        ({"ruleset": "pig", "language": "xx"}, "language_unknown"),
        ({"ruleset": "pig", "seats": [{"kind": "human"}]}, "seats_wrong"),
        ({"ruleset": "pig", "seats": [{"kind": "bot", "bot": "clever"}] * 2}, "bot_unknown"),
        ({"ruleset": "pig", "seats": [{"name": "Ada"}] * 2}, "names_alike"),
        ({"ruleset": "pig", "seats": [{"name": "Ben\u202e"}, {}]}, "name_unseen"),
        ({"ruleset": "pig", "seats": [{"name": "A\u2028B"}, {}]}, "name_unseen"),
        ({"ruleset": "pig", "seats": [{"name": "\u200b"}, {}]}, "name_unseen"),
        ({"ruleset": "pig", "seed": "-5"}, "seed_wrong"),
        ({"ruleset": "pig", "surprise": 1}, "request_wrong"),
    ],
)
def test_tables_that_cannot_be(server: Server, wanted: dict[str, object], code: str) -> None:
    answer = server.client.post("/api/tables", json={"seats": [{"kind": "human"}] * 3, **wanted})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (422, code), error
    assert error["text"][0].isupper() or error["code"] == "request_wrong"


def test_a_seed_that_somebody_chose_is_told_as_such(server: Server) -> None:
    table = server.new_table("pig", 2, seed=7)
    assert table.watcher.state()["table"]["seed_chosen"]
    assert not server.new_table("pig", 2).watcher.state()["table"]["seed_chosen"]


# ---------------------------------------------------------------- at once and in secret


def planned(seat: Seat, most: int = 60) -> None:
    """Answer everything, without committing."""
    for _ in range(most):
        if seat.state()["decision"] is None:
            return
        seat.choose()


PLANS = """\
game plans "Plans"
  language  1
  players   3

table
  rounds    0..9

player
  dearest   0..5 private
  cheapest  0..5 private
  points    0..99

flow
  repeat until rounds = 9
    as all players
      choose n in 1..5 "How dear?"
      set me.dearest to n
      choose m in 0..n "How cheap?"
      set me.cheapest to m
      choose k in 0..2 "How many?"
      set me.dearest to n but at least k
    as each players: add me.dearest to me.points
    add 1 to rounds

winner
  most me.points
"""


@pytest.fixture(scope="module")
def planners(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a game in which everybody answers several questions in secret."""
    folder = tmp_path_factory.mktemp("plans")
    (folder / "plans.regel").write_text(PLANS, encoding="utf-8")
    with serving(folder / "tables", str(folder / "plans.regel"), "--jobs", "1") as found:
        yield found
        assert "Traceback" not in found.said()


def test_secret_answers_may_be_revised_until_committed(planners: Server) -> None:
    table = planners.new_table("plans", 3)
    mine, other = table.seat(0), table.seat(1)
    public, theirs = table.watcher.get().text, other.get().text
    first = mine.choose()
    assert first["decision"]["answers"]
    mine.choose()
    assert table.watcher.get().text == public, "nobody is told that somebody has answered"
    assert other.get().text == theirs
    back = mine.post("/retract", revision=mine.state()["revision"])
    assert back.status_code == 200
    assert len(back.json()["decision"]["answers"]) == 1
    whole = mine.post("/retract", revision=back.json()["revision"], all=True).json()
    assert whole["decision"]["answers"] == []
    early = mine.post("/commit", revision=whole["revision"])
    assert early.status_code == 409
    planned(mine)
    state = mine.state()
    assert (state["decision"], state["table"]["seats"][0]["answered"]) == (None, True)
    assert not other.state()["table"]["seats"][0]["answered"]
    done = mine.post("/commit", revision=state["revision"])
    assert done.status_code == 200
    assert mine.post("/commit", revision=state["revision"]).status_code == 200, "the same again is no mistake"
    assert other.state()["table"]["seats"][0]["committed"]
    final = mine.post("/retract", revision=mine.state()["revision"])
    assert final.status_code == 409
    assert table.watcher.state()["waiting"] == [1, 2]


def test_an_answer_in_secret_is_good_though_others_commit_meanwhile(planners: Server) -> None:
    table = planners.new_table("plans", 3)
    mine, other = table.seat(0), table.seat(1)
    asked = mine.state()
    planned(other)
    other.post("/commit", revision=other.state()["revision"])
    option = asked["decision"]["options"][0]["id"]
    assert mine.post("/choose", revision=asked["revision"], option=option).status_code == 200
    for seat in (mine, table.seat(2)):
        planned(seat)
        assert seat.post("/commit", revision=seat.state()["revision"]).status_code == 200
    assert not any(seat["committed"] for seat in table.watcher.state()["table"]["seats"])
    assert mine.log() and table.watcher.log() == []  # one's own answers are told to oneself alone


# ---------------------------------------------------------------- taking back


def test_taking_back_needs_those_whom_it_touches(server: Server) -> None:
    table = server.new_table("connect-four", 2)
    one, two = table.seat(0), table.seat(1)
    assert one.post("/undo", revision=0).json()["error"]["code"] == "not_undone"
    one.choose()
    state = one.state()
    assert state["undo"] == {"allowed": True, "why_not": "", "needs": [1], "pending": None}
    asked = one.post("/undo", revision=state["revision"]).json()
    assert asked["undo"]["pending"] == {"by": 0, "agreed": [], "asked": [1]}
    assert one.post("/undo/agree", revision=1).status_code == 200
    assert one.state()["revision"] == 1, "one's own agreement is not enough"
    assert two.post("/undo/refuse", revision=1).json()["undo"]["pending"] is None
    one.post("/undo", revision=1)
    back = two.post("/undo/agree", revision=1).json()
    assert back["revision"] == 2
    assert back["waiting"] == [0]
    assert one.log() == []


def test_nothing_is_taken_back_past_chance(server: Server) -> None:
    table = server.new_table("pig", 2)
    table.seat(0).choose("roll")
    state = table.seat(0).state()
    assert not state["undo"]["allowed"]
    refused = table.seat(0).post("/undo", revision=state["revision"])
    assert refused.status_code == 409
    assert refused.json()["error"]["text"] == "Chance has spoken since."


# ---------------------------------------------------------------- news


def test_news_tell_that_something_happened_and_not_what(server: Server) -> None:
    table = server.new_table("pig", 2, 1)
    address = server.address.replace("http", "ws") + table.path.removeprefix("/") + "/news"
    with connect(address) as socket:
        socket.send(json.dumps({"key": table.seat(1).key}))
        assert json.loads(socket.recv(10)) == {"revision": 0, "thinking": [], "committed": [], "undo": None}
        table.seat(0).choose("roll")
        assert json.loads(socket.recv(10))["revision"] == 1
    with connect(address) as socket:
        socket.send(json.dumps({"key": "wrong"}))
        with pytest.raises(Exception, match="4403"):
            socket.recv(10)


def test_questions_at_the_table(server: Server) -> None:
    table = server.new_table("isle-of-skye", 2)
    seat = next(table.seat(n) for n in table.watcher.state()["waiting"][:1])
    state = seat.state()
    option = state["decision"]["options"][0]["id"]
    assert seat.get("/preview", option=option).status_code == 200
    assert seat.get("/preview", option="nothing").status_code == 422
    assert isinstance(seat.get("/refused").json(), list)
    assert set(seat.get("/why", about="nothing").json()) == {"text", "lines", "cites"}
    assert seat.get("/log", since="x").status_code == 422
    assert seat.get("/log", since=10**6).json()["entries"] == []


def test_a_seat_can_be_called_otherwise_by_the_host_and_by_who_sits_there(server: Server) -> None:
    table = server.new_table("pig", 2)
    before = table.seat(0).state()
    table.seat(0).post("/choose", revision=before["revision"], option="roll")
    assert table.seat(1).post("/seats/0/name", name="Eve").json()["error"]["code"] == "host_only"
    named = table.seat(0).post("/seats/0/name", name="Ada").json()
    assert named["table"]["seats"][0]["name"] == "Ada" and named["revision"] == table.seat(0).state()["revision"]
    assert any(entry["text"].startswith("Ada: ") for entry in table.seat(1).log())
    assert table.host.post("/seats/1/name", name="Ada").json()["error"]["code"] == "names_alike"
    assert table.host.post("/seats/1/name", name="Ben").json()["table"]["seats"][1]["name"] == "Ben"
    assert table.host.post("/seats/9/name", name="Cem").status_code == 422


def test_who_tries_key_after_key_has_to_wait_and_nobody_else(tmp_path: Path) -> None:
    with serving(tmp_path / "tables", "--jobs", "1") as server:
        table = server.new_table("pig", 2)
        tried = [
            server.client.get(table.path, headers={"authorization": f"Bearer {n:024}"}).status_code for n in range(60)
        ]
        assert tried[:10] == [403] * 10 and 429 in tried
        assert server.client.get(table.path, headers=table.seat(0).headers).status_code == 200
        wrong = server.client.get("/api/tables/nowhere", headers={**table.seat(0).headers, "accept-language": "de"})
        assert wrong.json()["error"]["text"] == "Diesen Tisch gibt es nicht."
