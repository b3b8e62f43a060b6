"""The grammar, the colouring, the completion and the reference know the same words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from regelwerk.dsl.core.from_ast.readers import BUILT_INS
from regelwerk.dsl.editing.index.cursor import phrases, words_of
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.parser_tables import grammar
from regelwerk.dsl.syntax.words import keywords, terminals
from regelwerk.lsp import reference, semantic_tokens
from regelwerk.lsp.answers import KINDS
from regelwerk.lsp.offered_names import built_in_names
from tests.docs.pages import PAGES, blocks

# Words that no example of the reference happens to need.
RARE = [
    "edition a for b\n", "expansion a for b\n", "variant a for b\n", "house a for b\n",
    "value a 0..9 = 7 / 2 rounded down\n", "table\n  a  0..9 public  reconstructed\n",
]  # fmt: skip
VSCODE = Path(__file__).parent.parent.parent / "editors" / "vscode"
# Words that are coloured, but are names known to the language, not words of its grammar.
NAMES = {"yes", "me", "it"}


def loaded(path: str) -> Any:
    return json.loads((VSCODE / path).read_text(encoding="utf-8"))


def rules(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        if "match" in node:
            yield node
        for each in node.values():
            yield from rules(each)
    elif isinstance(node, list):
        for each in node:
            yield from rules(each)


def is_coloured(word: str) -> bool:
    """Does a pattern give this word a colour, wherever it may stand?"""
    samples = [
        f"{word} of",
        f"{word}",
        f"  {word} x",
        f"{word} a in b",
        f"at {word} 3",
        f"5 {word} 4",
        f"instead {word} e",
        f"insert {word} after e",
    ]
    for rule in rules(loaded("syntaxes/regel.tmLanguage.json")):
        scopes = f"{rule.get('name', '')} {rule.get('captures', '')}"
        for sample in samples if re.search("keyword|storage|constant.language", scopes) else ():
            if any(re.search(rf"\b{word}\b", m[0]) for m in re.finditer(rule["match"], sample)):
                return True
    return False


def test_the_colouring_knows_every_word() -> None:
    assert [w for w in sorted(keywords()) if not is_coloured(w)] == []


def test_the_colouring_knows_no_other_word() -> None:
    found: set[str] = set()
    for rule in rules(loaded("syntaxes/regel.tmLanguage.json")):
        pattern = re.sub(r"\\[a-zA-Z]|\[(?:\\.|[^\]])*\]", " ", rule["match"])
        found |= set(re.findall(r"[a-z]{2,}", pattern))
    assert found - keywords() - {"secret", "owner"} == NAMES


def test_completion_can_write_every_word() -> None:
    written = {word for phrase in phrases().values() for p in phrase for word in p.split()}
    # `in secret` stands behind a question, `hidden from owner` behind a type: these words are free for names
    assert written - {"secret", "owner"} == keywords()
    assert set(phrases()) == {t.name for t in grammar().terminals} == set(terminals())


def test_every_terminal_is_accepted_somewhere() -> None:
    # completion asks the parser what it accepts: a word in no state could never be proposed
    states = grammar().parser.parser._parse_table.states.values()
    accepted = {t for actions in states for t in actions}
    assert {t for t, w in terminals().items() if w} <= accepted


def test_semantic_colours_know_every_word() -> None:
    seen = {str(token) for page in PAGES for b in blocks(page, "regel") for token in words_of(Source("", b.text))}
    seen |= {str(token) for line in RARE for token in words_of(Source("", line))}
    bases = (PAGES[0].parent / "bases").glob("*.regel")
    seen |= {str(token) for base in bases for token in words_of(Source("", base.read_text(encoding="utf-8")))}
    split = {part for word in seen for part in word.split()}
    assert split - {"secret"} == keywords()


@pytest.mark.parametrize("word", sorted(keywords()))
def test_the_reference_says_what_every_word_means(word: str) -> None:
    assert reference.explain(word)


@pytest.mark.parametrize("name", sorted({n for n, _, _ in built_in_names(checks=True)}))
def test_the_reference_says_what_every_built_in_name_means(name: str) -> None:
    assert reference.explain(name)


def test_every_built_in_question_is_proposed() -> None:
    assert set(BUILT_INS) <= {n for n, _, _ in built_in_names(checks=True)}


def test_every_kind_of_name_has_a_colour_and_a_picture() -> None:
    assert set(semantic_tokens.COLOURS.values()) <= set(semantic_tokens.LEGEND.token_types)
    assert set(semantic_tokens.COLOURS) - {"cite"} <= set(KINDS)


def test_snippets_begin_with_words_of_the_language() -> None:
    for name, snippet in loaded("snippets/regel.json").items():
        assert snippet["body"][0].split()[0] in keywords(), name


def test_the_extension_and_the_server_agree_on_commands() -> None:
    source = (VSCODE / "src" / "extension.ts").read_text(encoding="utf-8")
    from regelwerk.lsp import outline

    declared = {c["command"] for c in loaded("package.json")["contributes"]["commands"]}
    assert declared <= set(re.findall(r'registerCommand\("([\w.]+)"', source))
    assert f'registerCommand("{outline.PLAY}"' in source and f'executeCommand("{outline.TEST}"' in source
