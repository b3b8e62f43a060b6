"""Whatever is opened, typed, saved, deleted and closed: the editor shows what a fresh server would show."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import mkdtemp

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.lsp.documents import Documents
from regelwerk.lsp.server import Server
from tests.lsp.test_stdio import GAME, HOUSE, RULES

names = st.sampled_from(["dice.regel", "rules.regel", "gentle.regel", "more/cards.regel"])
texts = st.sampled_from(
    [GAME, RULES, HOUSE, GAME + RULES, RULES.replace("me.points", "me.pionts"), GAME[:20], "", "effect x\n  nothing\n"]
)


class Quiet(Server):
    """A server that writes down what it tells, and checks when asked to."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: dict[str, list[Diagnostic]] = {}

    def soon(self) -> None:
        self.now()

    def publish(self, file: str, found: list[Diagnostic]) -> None:
        self.shown[file] = found


class Editing(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(mkdtemp())
        (self.folder / "more").mkdir()
        self.server = Quiet()
        self.server.documents.folders = [self.folder]

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    @rule(name=names, text=texts)
    def open_or_type(self, name: str, text: str) -> None:
        known = str(self.folder / name) in self.server.documents.texts
        (self.server.typed if known else self.server.opened)(self.uri(name), text)

    @rule(name=names)
    def close(self, name: str) -> None:
        if str(self.folder / name) in self.server.documents.texts:
            self.server.closed(self.uri(name))

    @rule(name=names, text=texts)
    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")
        self.server.documents.disk.clear()  # two writes within one tick of the clock
        self.server.soon()

    @rule(name=names)
    def delete(self, name: str) -> None:
        (self.folder / name).unlink(missing_ok=True)
        self.server.soon()

    @invariant()
    def nothing_is_stale(self) -> None:
        fresh = Documents(folders=[self.folder])
        fresh.texts = dict(self.server.documents.texts)
        wanted: dict[str, list[Diagnostic]] = {}
        for name in fresh.texts:
            wanted |= fresh.messages(fresh.project(name))
        assert {f: d for f, d in self.server.shown.items() if d} == {f: d for f, d in wanted.items() if d}


TestEditing = Editing.TestCase
TestEditing.settings = settings(max_examples=8, stateful_step_count=10, deadline=None)
