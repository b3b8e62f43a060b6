"""What is kept is whole, whatever happens to who asked for it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from regelwerk.web.store import (
    FILE,
    Foreign,
    Store,
    Unkept,
    add_link,
    add_rules,
    add_step,
    add_table,
    packed_rules,
)
from regelwerk.web.tables.keys import Lock, hashed, new_key, opened
from regelwerk.web.tables.steps import Step


def begun(store: Store) -> None:
    hash, data = packed_rules(b"{}")
    store.write([add_rules(hash, data), add_table("t", "now", {"seed": "1"}, hash)]).result(10)


def test_all_or_nothing_is_written_and_others_go_on(tmp_path: Path) -> None:
    store = Store(tmp_path)
    begun(store)
    good = [store.write([add_step("t", number, Step("choose", 0, {"code": "1"}))]) for number in range(50)]
    twice = store.write([add_step("t", 50, Step("commit", 0)), add_step("t", 3, Step("commit", 0))])
    after = store.write([add_step("t", 50, Step("undo", 1, {"steps": 1}))])
    with pytest.raises(Unkept):
        twice.result(10)
    assert all(done.result(10) is None for done in (*good, after))
    steps = store.steps("t")
    assert [step.kind for step in steps] == ["choose"] * 50 + ["undo"]
    assert store.steps("t", 50) == steps[50:]
    store.close()


def test_who_gives_up_does_not_end_the_writer(tmp_path: Path) -> None:
    store = Store(tmp_path)
    begun(store)
    for number in range(200):
        store.write([add_step("t", number, Step("commit", 0))]).cancel()
    store.write([add_link("t", Lock(hashed("k"), "watch"))]).result(10)
    assert opened(store.locks("t"), "k") is not None
    store.close()


def test_steps_that_are_missing_and_rules_that_are_damaged_are_noticed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    begun(store)
    store.write([add_step("t", number, Step("commit", 0)) for number in range(3)]).result(10)
    rules = store.table("t")
    assert rules is not None
    assert store.rules(rules.rules) == b"{}"
    store.close()
    with sqlite3.connect(tmp_path / FILE) as file:
        file.execute("delete from steps where number = 1")
        file.execute("update rules set data = ?", (packed_rules(b"{ }")[1],))
    file.close()
    again = Store(tmp_path)
    with pytest.raises(Foreign):
        again.steps("t")
    with pytest.raises(Foreign):
        again.rules(rules.rules)
    again.close()


def test_files_of_others_are_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"something else altogether" * 100)
    with pytest.raises(Foreign):
        Store(tmp_path)
    (tmp_path / FILE).unlink()
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as file:
        file.execute("pragma user_version=99")
    file.close()
    with pytest.raises(Foreign, match="later version"):
        Store(tmp_path)


def test_keys_are_long_and_open_their_own_lock_only() -> None:
    keys = [new_key() for _ in range(100)]
    assert len(set(keys)) == 100
    assert min(map(len, keys)) >= 24
    locks = [Lock(hashed(key), "seat", seat) for seat, key in enumerate(keys)]
    assert [opened(locks, key) for key in keys] == locks
    assert opened(locks, keys[0][:-1]) is None
    assert opened(locks, "") is None
