"""The site has a page for everything there is, every link leads somewhere, and what is shown as code is coloured."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

import click
import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Keyword

import regelwerk
from docs.site import made, python, words
from docs.site.links import problems
from docs.site.shown import LINK, shown
from docs.site.slugs import anchors, slug
from regelwerk.bots import consult
from regelwerk.cli.group import COMMANDS, main
from regelwerk.dsl.diagnostics import TITLES
from regelwerk.dsl.editing.index.cursor import words_of
from regelwerk.dsl.source import Source
from regelwerk.lexer import RegelLexer
from tests.docs.pages import PAGES, ROOT, all_blocks, blocks, code_of, options
from tests.docs.stories import STORIES

DOCS = ROOT / "docs"
WRITTEN = sorted(DOCS.rglob("*.md"))
NAV = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def site() -> dict[str, str]:
    """Every page of the site by its place, as it is shown."""
    pages = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in WRITTEN} | made.pages()
    return {place: shown(place, text) for place, text in pages.items()}


def test_every_code_and_every_command_has_a_page(site: dict[str, str]) -> None:
    assert {f"messages/{code}.md" for code in TITLES} | {f"commands/{name}.md" for name in COMMANDS} <= set(site)
    assert all(f"({code}.md)" in site["messages/index.md"] for code in TITLES)


@pytest.mark.parametrize("word", words.listed())
def test_every_word_has_a_section(word: str) -> None:
    found = words.place(word)
    assert found is not None and found.section
    page = (DOCS / "reference" / f"{found.page}.md").read_text(encoding="utf-8")
    assert slug(found.section) in anchors(page)


def test_every_option_of_a_command_is_on_its_page(site: dict[str, str]) -> None:
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        for option in options(command):
            assert option in site[f"commands/{name}.md"], f"{name} {option}"


def test_every_link_and_anchor_leads_somewhere(site: dict[str, str]) -> None:
    files = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*") if path.is_file()} | set(site)
    dead = []
    for place, text in site.items():
        for target, anchor in LINK.findall(re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)):
            leads = posixpath.normpath(posixpath.join(posixpath.dirname(place), target))
            if leads not in files or (anchor and anchor[1:] not in anchors(site[leads])):
                dead.append(f"{place}: {target}{anchor}")
    assert dead == []


@pytest.mark.parametrize("page", [ROOT / "README.md", *WRITTEN], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_also_work_in_the_project_itself(page: Path) -> None:
    for target, _ in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_every_written_page_can_be_reached() -> None:
    listed = set(re.findall(r"[\w/-]+\.md", NAV)) - set(made.ELSEWHERE)
    written = {path.relative_to(DOCS).as_posix() for path in WRITTEN}
    records = {place for place in written if place.startswith("decisions/")} - {"decisions/README.md"}
    assert written - records == listed - {"reference/words.md", "messages/index.md", "benchmarks.md"}
    index = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    assert records == {f"decisions/{name}" for name in re.findall(r"\((\d+[\w-]+\.md)\)", index)}


@pytest.mark.parametrize("page", [ROOT / "README.md", *WRITTEN], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_example_is_tried(page: Path) -> None:
    tried = {*STORIES, *PAGES}
    assert page in tried or not [b for b in all_blocks(page) if b.info in ("regel", "console", "diff")]


@pytest.mark.parametrize("page", [ROOT / "README.md", *WRITTEN], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_only_commands_and_options_that_exist_are_mentioned(page: Path) -> None:
    for line in code_of(page).splitlines():
        for name, rest in re.findall(r"\bregelwerk ([a-z]+)\b([^;`]*)", line):
            assert name in COMMANDS, line
            command = main.get_command(click.Context(main), name)
            assert command is not None
            assert set(re.findall(r" (--[a-z-]+)", rest)) <= options(command) | {"--help"}, line


def test_the_python_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for example in blocks(DOCS / "python.md", "python"):
        names: dict[str, Any] = {}
        exec(compile(example.text, str(example), "exec"), names)
        if "Careful" in names:  # a bot of one's own
            game = regelwerk.load("connect-four").new_game(players=2, seed=1)
            print(consult(names["Careful"](1, 0), game, game.decision()))
        assert capsys.readouterr().out or "check" in example.text


def test_everything_of_the_package_is_described() -> None:
    text = python.members()
    for name in regelwerk.__all__:
        assert (getattr(regelwerk, name).__doc__ or "").split("\n")[0] in text
        assert f"## {name}" in text or f"regelwerk.{name}(" in text
    assert "why(option: str, seat: int or None = None)" in text


EXAMPLES = [block for page in (*PAGES, *STORIES) for block in blocks(page, "regel")]


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_words_of_the_language_are_coloured(example: Any) -> None:
    coloured = [piece for _, kind, piece in RegelLexer().get_tokens_unprocessed(example.text) if kind is Keyword]
    read = [part for token in words_of(Source("", example.text)) for part in str(token).split()]
    assert not set(read) - set(coloured)
    if len(read) > 3 and not example.expected():
        assert sorted(coloured) == sorted(read)


@hypothesis.example("_ a_")
@given(st.text(st.sampled_from('ab "{}#@AZ19.=\n\t:→"'), max_size=60) | st.text(max_size=20))
def test_colouring_loses_nothing(text: str) -> None:
    pieces = list(RegelLexer().get_tokens_unprocessed(text))
    assert "".join(piece for _, _, piece in pieces) == text
    assert [at for at, _, _ in pieces] == [sum(len(p) for _, _, p in pieces[:n]) for n in range(len(pieces))]


def test_a_dead_link_or_a_thing_from_the_network_is_found(tmp_path: Path) -> None:
    page = '<a href="b.html#here">x</a><a href="b.html#gone">x</a><a href="c.html">x</a><script src="https://x.y/z.js">'
    (tmp_path / "a.html").write_text(page, encoding="utf-8")
    (tmp_path / "b.html").write_text('<h1 id="here">b</h1>', encoding="utf-8")
    (tmp_path / "c.css").write_text("@font-face { src: url(//fonts.example/f.woff) }", encoding="utf-8")
    assert [said.partition(": ")[2].split()[0:3] for said in problems(tmp_path)] == [
        ["no", "such", "heading:"],
        ["no", "such", "page:"],
        ["loads", "https://x.y/z.js"],
        ["loads", "url(//fonts.example/f.woff)"],
    ]


def test_the_site_is_set_up_to_be_read_without_a_network() -> None:
    assert "font: false" in NAV and re.search(r"^plugins: .*offline", NAV, re.M)
