"""The language reference is true: every example compiles as it says, and nothing of the language is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

import click
import pytest

from regelwerk.cli.group import COMMANDS, main
from regelwerk.dsl import ast
from regelwerk.dsl.core.from_ast.readers import BUILT_INS
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.syntax import words
from regelwerk.dsl.syntax.parse import parse
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.run import run_scenarios
from tests.docs.pages import PAGES, REFERENCE, UNUSED, Block, base, blocks, code_of, options

EXAMPLES = [block for page in PAGES for block in blocks(page, "regel")]
BASES = sorted(path.stem for path in (REFERENCE / "bases").glob("*.regel"))
NAMES = {"me", "it", "yes", "players", "others", "youngest", "box", "winners", "abilities", "size", "ray", "copies"}


@pytest.mark.parametrize("name", BASES)
def test_a_base_is_a_ruleset_without_findings(name: str) -> None:
    build = compile_sources([base(name)])
    assert [(d.at.line, d.code, d.message) for d in build.diagnostics if d.code not in UNUSED] == []
    assert build.ok


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_example_does_what_it_says(example: Block) -> None:
    ruleset, overlays, above = example.sources()
    build = compile_sources(ruleset, overlays)
    quiet = UNUSED if above or overlays else set()
    expected = example.expected()
    said = [
        (d.at.line - above, d.code)
        for d in build.diagnostics
        if d.code not in quiet or (d.at.line - above, d.code) in expected
    ]
    assert sorted(said) == sorted(expected), [d.message for d in build.diagnostics]
    if build.compiled is not None:
        failed = [(o.title, f.text) for o in run_scenarios(Ruleset(build.compiled)) for f in o.failures]
        assert failed == []


def every_node(node: object) -> Iterator[object]:
    if isinstance(node, tuple | list):
        for inner in node:
            yield from every_node(inner)
    elif isinstance(node, ast.Node):
        yield node
        for name in type(node).__dataclass_fields__:
            yield from every_node(getattr(node, name))


@pytest.fixture(scope="module")
def written() -> set[type]:
    """Every form of the language that occurs in an example without mistakes."""
    found: set[type] = set()
    for example in EXAMPLES:
        if not example.expected():
            ruleset, overlays, _ = example.sources()
            for source in (*ruleset, *overlays):
                found |= {type(node) for node in every_node(parse(source)[0].decls)}
    return found


def declarations() -> set[type]:
    return {thing for thing in vars(ast).values() if isinstance(thing, type) and ast.Decl in thing.__mro__[1:]}


@pytest.mark.parametrize(
    "forms",
    [declarations(), *({*get_args(union)} for union in (ast.Stmt, ast.Expr, ast.Type))],
    ids=("declarations", "statements", "expressions", "types"),
)
def test_every_form_has_an_example(forms: set[type], written: set[type]) -> None:
    assert forms
    assert {form.__name__ for form in forms - written} == set()


@pytest.fixture(scope="module")
def known() -> set[str]:
    """Every word that stands in code on some page."""
    return {word for page in PAGES for word in re.findall(r"\w+", code_of(page))}


def test_every_word_is_explained(known: set[str]) -> None:
    assert words.keywords() - known == set()


def test_every_built_in_is_explained(known: set[str]) -> None:
    assert ({*BUILT_INS} | NAMES) - known == set()


def test_every_command_is_explained() -> None:
    page = code_of(REFERENCE / "commands.md")
    for name, line in COMMANDS.items():
        command = main.get_command(click.Context(main), name)
        assert command is not None and command.get_short_help_str(200) == line
        assert f"regelwerk {name}" in page
        for option in options(command):
            assert re.search(rf"{option}(?![\w-])", page), f"{name} {option}"


def test_no_other_command_is_mentioned() -> None:
    for page in PAGES:
        for name in re.findall(r"regelwerk ([a-z]+)\b", code_of(page)):
            assert name in COMMANDS, f"{page.name}: regelwerk {name}"


def test_every_page_is_in_the_index() -> None:
    index = (REFERENCE / "index.md").read_text(encoding="utf-8")
    assert {page.name for page in PAGES} - {"index.md"} == set(re.findall(r"\]\((\w+\.md)\)", index))
