"""From lines to declarations: comments, continuation, indentation, and what goes wrong with them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regelwerk.dsl import ast
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.files import read_source
from regelwerk.dsl.syntax.indentation import JOIN, Scan, scan
from regelwerk.dsl.syntax.parse import parse


def scanned(text: str) -> Scan:
    return scan(Source("f", text))


def joined(text: str) -> list[int]:
    """Return the lines that continue the line above."""
    return [n for n, line in enumerate(scanned(text).text.split("\n"), 1) if line.startswith(JOIN)]


def codes(text: str) -> list[tuple[str, int, int]]:
    return [(p.code, p.at.line, p.at.column) for p in parse(Source("f", text))[1]]


def test_a_declaration_begins_at_the_margin() -> None:
    done = scanned("# top\n\nflow\n  a\n# between\n\n  b\nsetup\n  c")
    assert [(c.line, done.text[c.start : c.end].split()) for c in done.chunks] == [
        (3, ["flow", "a", "b"]),
        (8, ["setup", "c"]),
    ]


def test_comments_are_blanked_in_place() -> None:
    text = 'flow # one\n  say "# no" # two\n'
    assert scanned(text).text == 'flow      \n  say "# no"      \n\n'


def test_marks_after_a_comment_still_count() -> None:
    text = "flow\n  a # one @A-1 two   @A-2 reconstructed\n"
    file, problems = parse(Source("f", text))
    assert problems == []
    (flow,) = file.decls
    assert isinstance(flow, ast.Proc)
    marks = flow.body[0].marks
    assert ([c.id for c in marks.cites], marks.reconstructed) == (["A-2"], True)


@pytest.mark.parametrize(
    "text",
    [
        "kind A b,\n  c\n",
        "value v flag = a\n  and b\n",
        "value v flag = a\n  or b\n",
        "value v set of A = [x in S\n  where a]\n",
        "value v number = f(a\n  )\n",
        "value v number = a\n  + b\n",
        "value v number = if a then b\n  else c\n",
        "value v number = if a then b\n  else(c)\n",
        "value v number = if a then b # why\n  else if c then d else e\n",
        "value v number = a\n  but at least 0\n",
        "value v number = sum x in S:\n  x\n",
        "value v number or none = distance a to b via x: # why\n  x.roads\n",
        "value v flag = a   @A-1\n  and b   @A-2\n",
    ],
)
def test_a_line_goes_on(text: str) -> None:
    assert joined(text) == [2]
    assert codes(text) == []


def test_a_citation_may_stand_behind_each_line_of_one_that_goes_on() -> None:
    text = "flow\n  f(a,   @A-1\n    b)   # two  @A-2\n  let n = sum x in S:   @A-3\n    x   @A-4 reconstructed\n"
    file, problems = parse(Source("f", text))
    assert problems == []
    (flow,) = file.decls
    assert isinstance(flow, ast.Proc)
    assert [[c.id for c in step.marks.cites] for step in flow.body] == [["A-1", "A-2"], ["A-3", "A-4"]]


def test_blank_lines_and_comments_may_stand_before_a_continuation() -> None:
    text = "value v flag = a # x\n\n  # why\n  and b\n"
    assert joined(text) == [4]
    assert codes(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "flow\n  if a: b\n  else: c\n",
        "flow\n  if a\n    b\n  else if c: d then e\n",
        "flow\n  if sum x in S: x > 3: b then c\n  else if d: e\n",
        "flow\n  if a: let x = if b then c else d\n  else\n    e\n",
        "flow\n  order: a\n  android\n",
    ],
)
def test_a_new_line_is_no_continuation(text: str) -> None:
    assert joined(text) == []
    assert codes(text) == []


def test_a_continued_line_may_be_indented_anyhow() -> None:
    assert codes("flow\n  needs a\n and b\n           and c\n  d\n") == []


def test_a_tab_is_reported_once_and_read_as_a_space() -> None:
    file, (problem,) = parse(Source("f", "flow\n\ta\n\tb\n"))
    assert (problem.code, problem.at.line, problem.at.column) == ("RW0001", 2, 1)
    assert len(problem.fixes) == 2
    assert len(file.decls) == 1


def test_a_tab_may_stand_in_the_place_of_a_join() -> None:
    done = scanned("value v flag = a\n\tand b\n")
    assert len(done.text) == len("value v flag = a\n\tand b\n") + 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("flow\n    a\n  b\n", ("RW0002", 2, 1)),
        ("flow\n  if a\n      b\n    c\n", ("RW0002", 3, 1)),
        ("flow\n    a\n    b\n  c\n", ("RW0002", 4, 1)),
        ("flow\n    a\n   b\n", ("RW0002", 3, 1)),
        ("  flow\n    a\n", ("RW0003", 1, 1)),
        ("flow\n  a)\n", ("RW0004", 2, 4)),
        ("flow\n  a(b\n  c\n", ("RW0004", 2, 4)),
        ("flow\n  a(b]\n", ("RW0004", 2, 6)),
        ('flow\n  say "a\n', ("RW0005", 2, 7)),
        ("flow\n  say “a”\n", ("RW0006", 2, 7)),
        ("flow\n  a\u00a0\n", ("RW0007", 2, 4)),
        ("flow\n  a\x00\n", ("RW0007", 2, 4)),
        ('flow\n  say "a\x1b[2J"\n', ("RW0007", 2, 9)),  # steers a terminal
        ('flow\n  say "a\u202ea"\n', ("RW0007", 2, 9)),  # turns the line round
        ("flow\n  a # b\x9b\n", ("RW0007", 2, 8)),
        ("value v number = " + "(" * 80 + "a" + ")" * 80 + "\n", ("RW0009", 1, 78)),
    ],
)
def test_what_no_grammar_explains(text: str, said: tuple[str, int, int]) -> None:
    assert codes(text) == [said]


def test_a_mismatched_bracket_shows_where_it_was_opened() -> None:
    _, (problem,) = parse(Source("f", "flow\n  a(b]\n"))
    assert [(o.at.line, o.at.column) for o in problem.others] == [(2, 4)]


def test_typographic_signs_inside_a_text_are_its_own_affair() -> None:
    assert codes("flow\n  say \"„a“ – 'b'\"\n") == []


def test_line_ends_of_any_system() -> None:
    assert codes("\ufeffflow\r\n  offer a,\r\n    b\r\n") == []
    assert codes("table\r\n  pot       0..3  # a note   @A-1\r\n  hat       0..3\r\n") == []


def test_a_file_is_read_as_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "a.regel"
    path.write_bytes('flow\n  say "Mönster"\n'.encode("latin-1"))
    source, (problem,) = read_source(path, "a.regel")
    assert (problem.code, problem.at.file, problem.at.line, problem.at.column) == ("RW0008", "a.regel", 2, 9)
    assert parse(source)[1] == []
    source, (problem,) = read_source(tmp_path / "none.regel")
    assert (problem.code, source.text) == ("RW0010", "")


@given(st.text(alphabet='ab \t\n\r"#:,()[]{}\ufeff\u00a0“else if then and sum x in @-', max_size=200))
def test_cleaning_keeps_every_character_in_its_place(text: str) -> None:
    done = scanned(text)
    assert len(done.text) == len(text) + 1
    assert [i for i, c in enumerate(done.text) if c == "\n"] == [i for i, c in enumerate(text + "\n") if c == "\n"]
    assert all(a.end <= b.start for a, b in zip(done.chunks, done.chunks[1:], strict=False))


def test_citations_on_lines_of_their_own_belong_to_the_line_above() -> None:
    text = 'action a "A"   @X-1\n  cites @X-2\n        @X-3\n  nothing\n    cites @X-4\n'
    assert joined(text) == [2, 3, 5]
    (action,) = parse(Source("f", text))[0].decls
    assert isinstance(action, ast.Action)
    assert [c.id for c in action.marks.cites] == ["X-1", "X-2", "X-3"]
    assert codes(text) == []
    assert codes('action a "A"\n  cites\n  nothing\n') == []  # without a citation it is a word like any other
