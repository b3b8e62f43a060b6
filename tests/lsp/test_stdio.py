"""The main journeys of somebody who writes rules in an editor, with a real client over stdio."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from tests.lsp.client import Editor, live
from tests.lsp.spots import spot

GAME = """game dice "Dice"
  players   2

player
  points    0..60
"""
RULES = """# One turn: roll and add.
effect turn
  draw d in 1..6
  add d to me.points

flow
  repeat until any p in players where p.points >= 50
    as each players: turn

winner
  most me.points

scenario "a six"
  seats ann, bob
  when
    as ann: turn
    chance: 6
  then      ann.points = 6
"""
HOUSE = """house gentle "Gentle" for dice
  because   "Fewer points do."

supersedes "a six"
  then      ann.points = 6 and bob.points = 0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "Würfel 🎲"  # an address that needs escaping
    place.mkdir()
    (place / "dice.regel").write_text(GAME, encoding="utf-8")
    (place / "rules.regel").write_text(RULES, encoding="utf-8")
    (place / "gentle.regel").write_text(HOUSE, encoding="utf-8")
    return place


def test_everything_an_editor_asks_for(folder: Path) -> None:
    async def story() -> int | None:
        editor = Editor()
        can = (await editor.begin(folder, terminal=True)).capabilities
        assert can.rename_provider and can.semantic_tokens_provider and can.document_formatting_provider
        rules = editor.open(folder / "rules.regel")
        game = (folder / "dice.regel").as_uri()
        document = lsp.TextDocumentIdentifier(rules)

        hovered = await editor.text_document_hover_async(
            lsp.HoverParams(document, spot(RULES, "as each players: ^turn"))
        )
        assert hovered is not None and isinstance(hovered.contents, lsp.MarkupContent)
        assert "One turn: roll and add." in hovered.contents.value
        points = spot(RULES, "to me.^points")
        place = await editor.text_document_definition_async(lsp.DefinitionParams(document, points))
        assert isinstance(place, lsp.Location) and place.uri == game and place.range.start == lsp.Position(4, 2)
        uses = await editor.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(False), document, points)
        )
        assert uses is not None and len(uses) == 6  # four here, two in the house rule
        outline = await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        assert outline is not None and [s.name for s in outline] == ["turn", "flow", "a six"]
        everywhere = await editor.workspace_symbol_async(lsp.WorkspaceSymbolParams("POINT"))
        assert everywhere is not None and [s.name for s in everywhere] == ["points"]
        edit = await editor.text_document_rename_async(lsp.RenameParams(document, points, "pips"))
        assert edit is not None and edit.changes is not None
        assert {Path(uri).name: len(edits) for uri, edits in edit.changes.items()} == {
            "dice.regel": 1, "rules.regel": 4, "gentle.regel": 2,
        }  # fmt: skip
        with pytest.raises(JsonRpcException, match="word of the language"):
            await editor.text_document_rename_async(lsp.RenameParams(document, points, "then"))
        tokens = await editor.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
        assert tokens is not None and len(tokens.data) > 100
        folds = await editor.text_document_folding_range_async(lsp.FoldingRangeParams(document))
        assert folds is not None and (1, 3) in [(f.start_line, f.end_line) for f in folds]
        lenses = await editor.text_document_code_lens_async(lsp.CodeLensParams(document))
        assert lenses is not None and [x.command.title for x in lenses if x.command] == ["▷ run"]
        proposals = await editor.text_document_completion_async(lsp.CompletionParams(document, points))
        assert isinstance(proposals, lsp.CompletionList)
        assert [i.label for i in proposals.items] == ["points"]
        item = await editor.completion_item_resolve_async(proposals.items[0])
        assert isinstance(item.documentation, lsp.MarkupContent) and "0..60" in item.documentation.value
        edits = await editor.text_document_formatting_async(
            lsp.DocumentFormattingParams(document, lsp.FormattingOptions(tab_size=2, insert_spaces=True))
        )
        assert edits is not None and [e.new_text.splitlines()[-1] for e in edits] in (
            [],
            ["  then      ann.points = 6"],
        )
        words = await editor.protocol.send_request_async("regelwerk/command", {"uri": rules, "name": "play"})
        assert words == ["play", str(folder)]
        return await editor.finish()

    assert live(story()) == 0


def test_a_mistake_is_fixed_and_a_scenario_run(folder: Path) -> None:
    async def story() -> int | None:
        editor = Editor()
        await editor.begin(folder)
        rules = editor.open(folder / "rules.regel", RULES.replace("ann.points", "ann.poinst"))
        found = await editor.told(rules, ["RW2009"])
        asked = lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(rules), found[0].range, lsp.CodeActionContext(diagnostics=found)
        )
        fixes = await editor.text_document_code_action_async(asked)
        assert fixes is not None and isinstance(fixes[0], lsp.CodeAction)
        assert fixes[0].title == "Write `points` instead of `poinst`"
        assert fixes[0].edit is not None and fixes[0].edit.changes is not None
        assert [e.new_text for e in fixes[0].edit.changes[rules]] == ["points"]

        # scenarios run as they stand in the editor, saved or not
        editor.type(rules, RULES.replace("ann.points = 6", "ann.points = 5"))
        await editor.told(rules, [])
        assert (await editor.run(rules, "a six"))["ok"] is False
        assert editor.shown and "a six" in editor.shown[0]
        failed = await editor.told(rules, [None])
        assert failed[0].range.start.line == spot(RULES, "then ^").line
        editor.type(rules, RULES, 3)
        await editor.told(rules, [])
        assert (await editor.run(rules, "a six"))["ok"] is True
        return await editor.finish()

    assert live(story()) == 0


def test_an_overlay_is_checked_on_top_of_its_game(folder: Path, tmp_path: Path) -> None:
    async def story() -> int | None:
        editor = Editor()
        await editor.begin(folder)
        house = editor.open(folder / "gentle.regel")
        await editor.told(house, [])
        editor.type(house, HOUSE.replace('"a six"', '"a seven"'))
        await editor.told(house, ["RW5007"])
        # one of a bundled game, in a folder where nothing else lies
        alone = tmp_path / "alone"
        alone.mkdir()
        text = 'variant wide "Wide" for connect_four\n\nchange game.players\n  from  2\n  to    2..3\n'
        bundled = editor.open(alone / "wide.regel", text)
        await editor.told(bundled, [])
        editor.type(bundled, text.replace("connect_four", "connect_nine"))
        lost = await editor.told(bundled, [None])
        assert "connect_nine" in lost[0].message
        return await editor.finish()

    assert live(story()) == 0


def test_other_files_count_as_they_are_typed_deleted_or_damaged(folder: Path) -> None:
    async def story() -> int | None:
        editor = Editor()
        await editor.begin(folder)
        game, rules = (editor.open(folder / n) for n in ("dice.regel", "rules.regel"))
        await editor.told(rules, [])
        editor.type(game, GAME.replace("points", "marks"))  # not saved
        found = await editor.told(rules, ["RW2009"] * 4)
        assert found[0].range.start == lsp.Position(3, 14)
        assert found[0].source == "regelwerk"
        editor.type(game, GAME, 3)
        await editor.told(rules, [])
        editor.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(game)))
        shutil.move(folder / "dice.regel", folder / "dice.txt")
        gone = lsp.FileEvent((folder / "dice.regel").as_uri(), lsp.FileChangeType.Deleted)
        editor.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([gone]))
        lost = await editor.told(rules, ["RW4010"])
        assert lost[0].severity == lsp.DiagnosticSeverity.Error
        (folder / "dice.regel").write_bytes(b"game dice\xff\n  players 2\n")
        back = lsp.FileEvent((folder / "dice.regel").as_uri(), lsp.FileChangeType.Created)
        editor.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([back]))
        await editor.told((folder / "dice.regel").as_uri(), ["RW0008"])
        nowhere = lsp.TextDocumentIdentifier("untitled:Untitled-1")
        assert await editor.text_document_definition_async(lsp.DefinitionParams(nowhere, lsp.Position(7, 7))) is None
        return await editor.finish()

    assert live(story()) == 0
