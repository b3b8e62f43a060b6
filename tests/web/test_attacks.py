"""Nothing gets in and nothing breaks: foreign sites, forged keys, oversized and malformed requests, hostile texts."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.requests import Request
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from regelwerk.web.app import _unexpected
from tests.web.running import Seat, Server, Table, serving

HOSTILE = "<img src=x onerror=alert(1)>"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    return server.new_table("pig", 2)


def test_every_answer_carries_the_headers(server: Server, table: Table) -> None:
    for answer in (table.seat(0).get(), server.client.get("/nothing"), server.client.get(table.path)):
        said = answer.headers
        assert "default-src 'none'" in said["content-security-policy"]
        assert "unsafe" not in said["content-security-policy"]
        assert "http" not in said["content-security-policy"]
        assert said["x-content-type-options"] == "nosniff"
        assert said["referrer-policy"] == "no-referrer"
        assert "server" not in said
    assert table.seat(0).get().headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example"},
        {"host": "localhost.evil.example:80"},
    ],
)
def test_other_sites_are_refused(server: Server, table: Table, headers: dict[str, str]) -> None:
    wanted = {"ruleset": "pig", "seats": [{}, {}]}
    assert server.client.post("/api/tables", json=wanted, headers=headers).status_code == 403
    read = server.client.get(table.path, headers={**table.seat(0).headers, **headers})
    assert read.status_code == 403
    assert "scene" not in read.text
    address = server.address.replace("http", "ws") + table.path.removeprefix("/") + "/news"
    if "origin" in headers:
        with pytest.raises(Exception, match="403"):
            connect(address, additional_headers=headers).close()


def test_ones_own_site_is_not(server: Server, table: Table) -> None:
    for host in ("localhost", server.address.removeprefix("http://").rstrip("/")):
        headers = {**table.seat(0).headers, "host": host, "origin": f"http://{host}", "sec-fetch-site": "same-origin"}
        assert server.client.get(table.path, headers=headers).status_code == 200


def test_what_is_too_large_is_refused(server: Server, table: Table) -> None:
    long = server.client.post("/api/tables", content=b"[" * 100_000, headers={"content-type": "application/json"})
    assert (long.status_code, long.json()["error"]["code"]) == (413, "too_large")

    def drops() -> Any:
        for _ in range(40):
            yield b"[" * 4096

    unannounced = server.client.post("/api/tables", content=drops(), headers={"content-type": "application/json"})
    assert unannounced.status_code == 413
    deep = server.client.post("/api/mine", content=b"[" * 60_000, headers={"content-type": "application/json"})
    assert deep.status_code == 422
    assert table.seat(0).post("/choose", revision=0, option="x" * 600).status_code == 422
    assert table.seat(0).get("/why", about="x" * 5000).status_code in (200, 414, 422)
    assert Table(server, {"table": "x" * 3000, "watch_key": "y"}).watcher.get().status_code == 404


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"", "application/json", 422),
        (b"{", "application/json", 422),
        (b"\xff\xfe", "application/json", 422),
        (b'{"revision": 1e400, "option": "roll"}', "application/json", 422),
        (b'{"revision": "0", "option": "roll"}', "application/json", 422),
        (b'{"revision": 0, "option": "roll", "seat": 1}', "application/json", 422),
        (b'{"revision": 0, "option": "\\ud800"}', "application/json", 422),
        (b'{"revision": 0, "option": "roll"}', "text/plain", 415),
        (b"revision=0&option=roll", "application/x-www-form-urlencoded", 415),
    ],
)
def test_malformed_requests(table: Table, content: bytes, kind: str, status: int) -> None:
    seat = table.seat(0)
    headers = {**seat.headers, "content-type": kind}
    answer = table.server.client.post(f"{table.path}/choose", content=content, headers=headers)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["text"]
    assert seat.state()["revision"] == 0


def test_raw_nonsense_does_not_end_the_server(server: Server) -> None:
    host, port = server.address.removeprefix("http://").rstrip("/").split(":")
    for nonsense in (b"\0" * 1000, b"GET / HTTP/9.9\r\n\r\n", b"GET /" + b"a" * 100_000, b"POST / HTTP/1.1\r\n" * 50):
        with socket.create_connection((host, int(port)), timeout=10) as raw:
            raw.sendall(nonsense)
            raw.shutdown(socket.SHUT_WR)
            while raw.recv(4096):
                pass
    assert server.client.get("/api/openapi.json").status_code == 200


def test_what_is_logged_is_one_line_whatever_was_asked(caplog: pytest.LogCaptureFixture) -> None:
    request = Request({"type": "http", "method": "GET", "path": "/api/x\n12:00 all is well\x1b[2J", "headers": []})
    answer = asyncio.run(_unexpected(request, KeyError("secret")))
    (record,) = caplog.records
    assert "\n" not in record.getMessage() and "\x1b" not in record.getMessage()
    assert b"secret" not in answer.body and b"KeyError" not in answer.body


def test_a_name_that_cannot_be_seen_changes_nothing(table: Table) -> None:
    """It was written before it was refused: the table could not be fetched again."""
    before = table.seat(0).state()
    for name in ("Ben\u202e", "A\u2028B", "x\x85y", "\u200b"):
        assert table.host.post("/seats/1/name", name=name).json()["error"]["code"] == "name_unseen"
    assert table.seat(0).state() == before


@pytest.mark.parametrize(
    "first", [b"\0", b'{"key": 1}', "", "[" * 4000, '{"key": "\\ud800"}', "[]", '{"key": {}}', "x" * 9000]
)
def test_a_socket_without_a_key_is_closed_with_a_reason_and_nobody_complains(
    server: Server, table: Table, first: str | bytes
) -> None:
    before = server.said()
    with connect(server.address.replace("http", "ws") + table.path.removeprefix("/") + "/news") as socket:
        socket.send(first)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(10)
    assert closed.value.rcvd is not None and closed.value.rcvd.code in (4401, 4403, 1009)
    assert server.said() == before


def test_a_key_opens_its_own_seat_at_its_own_table_only(server: Server) -> None:
    mine, other = server.new_table("tic-tac-toe", 2), server.new_table("tic-tac-toe", 2)
    move = {"revision": 0, "option": "place(a1)"}
    strangers = [other.seat(0), mine.watcher, mine.host, mine.seat(1)]
    assert [Seat(mine, each.key).post("/choose", **move).status_code for each in strangers] == [403] * 4
    assert Seat(mine, mine.seat(0).key[:-1]).get().status_code == 403
    assert mine.seat(1).post("/seats/0/name", name="Eve").status_code == 403
    assert mine.seat(0).post("/seats/0/link").status_code == 403
    assert mine.watcher.state()["revision"] == 0


def test_a_post_that_comes_twice_or_in_another_order_does_nothing_more(server: Server) -> None:
    table = server.new_table("tic-tac-toe", 2)

    def sent(seat: int, revision: int, cell: str) -> int:
        return table.seat(seat).post("/choose", revision=revision, option=f"place({cell})").status_code

    assert [sent(1, 1, "c3"), sent(0, 0, "a1"), sent(0, 0, "a1")] == [409, 200, 200]
    assert [sent(0, 0, "b2"), sent(0, 1, "b2"), sent(0, 9, "b2"), sent(1, 0, "b2")] == [409, 403, 409, 409]
    assert [sent(1, 1, "c3"), sent(1, 1, "c3"), sent(1, 1, "b2"), sent(0, 0, "a1")] == [200, 200, 409, 200]
    assert [line["text"] for line in table.watcher.log()] == ["Player 1: Mark a1", "Player 2: Mark c3"]


def test_paths_lead_nowhere_else(server: Server) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2f..%2fstore.py", "/static//etc/passwd"):
        answer = server.client.get(path)
        assert answer.status_code == 404, path
        assert "import" not in answer.text


def test_too_many_requests_of_one_seat_wait(server: Server) -> None:
    busy, calm = server.new_table("pig", 2), server.new_table("pig", 2)
    statuses = [server.client.get(busy.path, headers=busy.seat(0).headers).status_code for _ in range(300)]
    assert 429 in statuses
    assert calm.seat(0).get().status_code == 200
    assert busy.seat(1).get().status_code == 200


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_json_is_answered_as_described(server: Server, table: Table, data: st.DataObject) -> None:
    """Whatever is sent, the answer is one that the description knows, and its form is the one described."""
    described = server.client.get("/api/openapi.json").json()
    taking = [path for path, methods in described["paths"].items() if "requestBody" in methods.get("post", {})]
    path = data.draw(st.sampled_from(taking))
    name = described["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    fields = sorted(described["components"]["schemas"][name.rpartition("/")[2]]["properties"])
    body = data.draw(JSON | st.dictionaries(st.sampled_from(fields), JSON))
    url = path.replace("{table}", table.made["table"]).replace("{seat}", "0")
    answer = server.client.post(url, json=body, headers=table.seat(0).headers)
    responses = described["paths"][path]["post"]["responses"]
    assert str(answer.status_code) in responses, answer.text
    form = responses[str(answer.status_code)]["content"]["application/json"]["schema"]
    jsonschema.validate(answer.json(), {**form, "components": described["components"]})


def test_every_state_is_as_described(server: Server) -> None:
    described = server.client.get("/api/openapi.json").json()

    def fits(answer: Any, path: str) -> None:
        form = described["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.validate(answer.json(), {**form, "components": described["components"]})

    fits(server.client.get("/api/library"), "/api/library")
    for name, people in (("tic-tac-toe", 2), ("leduc-poker", 2), ("isle-of-skye", 2), ("wallenstein", 3)):
        table = server.new_table(name, people)
        turn = table.watcher.state()["waiting"][0]
        for seat in (table.watcher, table.seat(0), table.seat(turn)):
            fits(seat.get(), "/api/tables/{table}")
            fits(seat.get("/log"), "/api/tables/{table}/log")
        fits(table.seat(turn).get("/refused"), "/api/tables/{table}/refused")


HOSTILE_GAME = """
game hostile "{x}"
  language  1
  players   2

table
  n         0..9

action tread "{x} tread"
  say "{x} says {{me}}"
  add 1 to n
  if n = 9: end flow

action never "{x} never"
  needs n > 8 else "{x} not now"
  add 0 to n

flow
  repeat at most 100
    as each players: offer tread, never

winner
  most 1

display
  table n
"""


def test_texts_of_rules_are_texts(tmp_path: Path) -> None:
    """Markup in every text of a ruleset, in names and in requests comes back as JSON, never as a page."""
    rules = tmp_path / "hostile.regel"
    rules.write_text(HOSTILE_GAME.format(x=HOSTILE))
    with serving(tmp_path / "tables", str(rules), "--jobs", "1") as server:
        table = server.new_table("hostile", 0, 0, seats=[{"name": HOSTILE}, {"name": "Ben"}])
        state = table.seat(0).state()
        assert state["table"]["title"] == HOSTILE
        assert state["table"]["seats"][0]["name"] == HOSTILE
        table.seat(0).choose("tread")
        answers = [
            table.seat(0).get(), table.seat(1).get(), table.seat(1).get("/log"), table.seat(1).get("/refused"),
            table.seat(1).get("/why", about="never"), table.seat(1).get("/card", id=HOSTILE),
            server.client.get("/api/library"), server.client.get(f"/api/tables/{HOSTILE}"),
            server.client.get(f"/{HOSTILE}"),
        ]  # fmt: skip
        for answer in answers:
            assert answer.headers["content-type"].startswith("application/json")
            json.loads(answer.text)
        page = server.client.get(f"/table/{HOSTILE}")
        assert HOSTILE not in page.text


def test_rules_that_do_not_compile_are_told_with_their_messages(tmp_path: Path) -> None:
    rules = tmp_path / "broken.regel"
    rules.write_text(HOSTILE_GAME.format(x="x").replace("add 1 to n", "add 1 to m"))
    with serving(tmp_path / "tables", str(rules), "--jobs", "1") as server:
        wanted = {"ruleset": "broken", "seats": [{}, {}]}
        answer = server.client.post("/api/tables", json=wanted)
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (422, "rules_wrong")
        line = error["diagnostics"][0]["place"]["line"]
        assert error["text"].startswith(f"These rules have mistakes (broken.regel:{line}): ")
        assert str(tmp_path) not in answer.text
        answer = server.client.post("/api/tables", json=wanted, headers={"accept-language": "de"})
        assert answer.json()["error"]["text"].startswith("Diese Regeln haben Fehler (broken.regel:")


def test_the_description_refers_to_nothing_that_is_missing(server: Server) -> None:
    text = server.client.get("/api/openapi.json").text
    described = json.loads(text)
    used = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert used <= set(described["components"]["schemas"])
    assert not [name for name in described["components"]["schemas"] if "__" in name]
