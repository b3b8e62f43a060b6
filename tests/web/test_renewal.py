"""A table keeps the rules it was begun with; under new ones its game can be tried, and gone on with if it fits."""

from __future__ import annotations

from pathlib import Path

from tests.web.running import Seat, Table, serving

RULES = """
game small "Small"
  language  1
  players   2

table
  n         0..9

action one "Add one"
  add 1 to n
  if n = 9: end flow

action two "Add two"
  needs n < 5 else "Only below five."
  add 2 to n

flow
  repeat at most 100
    as each players: offer one, two

winner
  most 1
"""


def test_new_rules_change_no_running_game(tmp_path: Path) -> None:
    rules = tmp_path / "small.regel"
    rules.write_text(RULES)
    with serving(tmp_path / "tables", str(rules), "--jobs", "1") as server:
        table = server.new_table("small", 2)
        table.seat(0).choose("two")
        table.seat(1).choose("two")
        assert table.seat(0).get("/rules").json()["changed"] is False
        assert table.host.post("/rules").json()["error"]["code"] == "rules_same"

        rules.write_text(RULES.replace("needs n < 5", "needs n < 2"))
        server.kill()
        server.start()
        told = table.seat(1).get("/rules").json()
        assert told["changed"]
        assert told["divergence"]["entry"] == 1
        assert "Add two" in told["divergence"]["text"]
        assert "Only below five." in told["divergence"]["reason"]
        assert table.seat(0).get("/rules").json()["divergence"]["reason"] == "", "reasons are for who was asked"
        assert table.seat(0).post("/rules").json()["error"]["code"] == "host_only"
        assert table.host.post("/rules").json()["error"]["code"] == "rules_diverge"
        assert "two" in [option["id"] for option in table.seat(0).state()["decision"]["options"]]

        rules.write_text(RULES.replace("Only below five", "Never from five on").replace("n < 5", "n < 4"))
        assert table.host.get("/rules").json()["divergence"] is None
        moved = table.host.post("/rules").json()["table"]
        assert table.seat(0).post("/choose", revision=2, option="one").json()["error"]["code"] == "table_stopped"
        assert table.watcher.state()["table"]["moved_to"] == moved
        other = Table(server, {**table.made, "table": moved})
        assert other.seat(0).state()["revision"] == 2
        assert [option["id"] for option in other.seat(0).state()["decision"]["options"]] == ["one"]
        assert [line["text"] for line in other.seat(0).log()] == [line["text"] for line in table.seat(0).log()]

        rules.write_text("game small\n  nonsense\n")
        broken = Seat(other, other.made["host_key"]).get("/rules")
        assert (broken.status_code, broken.json()["error"]["code"]) == (409, "rules_wrong")
        assert other.seat(0).choose("one")["revision"] == 3
