"""What the parser says about mistakes; and that it survives all of them."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax import parser_tables
from regelwerk.dsl.syntax.errors.situation import NAMES, SILENT, friendly
from regelwerk.dsl.syntax.parse import parse, parse_expression, parse_statement
from regelwerk.dsl.syntax.words import keywords, terminals

RULESETS = Path(__file__).parents[3] / "rulesets"
SAMPLES = [*sorted(RULESETS.glob("*.regel")), *sorted(RULESETS.glob("*/rules/*.regel"))]

# What is written: code, line, column, and a part of what is said about it.
CASES = {
    "a scenario without then": (
        'scenario "s"\n  when\n    as ann: a\n    ann: b\n',
        "RW1001",
        4,
        11,
        "Write `then` below",
    ),
    "a scenario with cases only": ('scenario "s"\n  given a\n  cases n\n    3\n', "RW1001", 3, 3, "Write `then` below"),
    "seats below breaks": (
        'scenario "s"\n  breaks "i"\n  seats ann, bob\n  then a\n',
        "RW1001",
        3,
        3,
        "in this order: `seats`, `breaks`, `setup`, `given`, `when`, `then`, `cases`.",
    ),
    "breaks below given": ('scenario "s"\n   given a\n   breaks "i"\n   then a\n', "RW1001", 3, 4, "in this order"),
    "given below then": ('scenario "s"\n  then a\n  given b\n', "RW1001", 3, 3, "stands under `when`"),
    "given twice": ('scenario "s"\n  given a\n  given b\n  then c\n', "RW1001", 3, 3, "below the first one"),
    "when twice": ('scenario "s"\n  when a\n  when b\n  then c\n', "RW1001", 3, 3, "with a `then` between them"),
    "then twice": ('scenario "s"\n  then a\n  then b\n', "RW1001", 3, 3, "below the first one"),
    "when below cases": ('scenario "s"\n  then a\n  cases n\n    3\n  when b\n', "RW1001", 5, 3, "in this order"),
    "what somebody has at first": (
        'scenario "s"\n  given ann has 3 coins\n  then a\n',
        "RW1023",
        2,
        9,
        "Write `set ann.coins to 3`.",
    ),
    "what somebody has, as a step": (
        'scenario "s"\n  given\n    a\n    ann had 3 coins\n  then a\n',
        "RW1023",
        4,
        5,
        "to 3`.",
    ),
    "a comma between conditions": (
        'scenario "s"\n  then\n    a = 1, b = 2\n',
        "RW1001",
        3,
        10,
        "Join conditions with `and`",
    ),
    "a second line of then": ('scenario "s"\n  then a\n    b\n', "RW1012", 3, 5, "stand below `then`: the word alone"),
    "a misspelt declaration": ("efect a\n  nothing\n", "RW1017", 1, 1, "Did you mean `effect`?"),
    "a misspelt verb": ("effect a\n  gian 1 coin\n", "RW1017", 2, 3, "Did you mean `gain`?"),
    "a misspelt joining word": (
        "effect a\n  choose x in S wher x.a\n",
        "RW1017",
        2,
        17,
        "Did you mean `where`?",
    ),
    "a misspelt type": ("type T\n  a flg\n", "RW1017", 2, 5, "Did you mean `flag`?"),
    "a misspelt else": ('effect a\n  needs x els "no"\n', "RW1017", 2, 11, "Did you mean `else`?"),
    "an unknown declaration": ("foo bar\n", "RW1002", 1, 1, "No declaration begins with `foo`."),
    "a joining word at the margin": ("flow\n  a\nand b\n", "RW1002", 3, 1, "Indent it"),
    "a missing to": ("effect a\n  set x 5\n", "RW1021", 2, 9, "Write `set x to 5`."),
    "a line that ends early": ("effect a\n  move x\n", "RW1001", 2, 9, "Expected: `to` or `under`."),
    "a missing value": ("effect a\n  pay\n", "RW1001", 2, 6, "Expected: a value."),
    "a missing type": ("value v = 3\n", "RW1001", 1, 9, "`value v number = …`"),
    "a missing text": ("effect a\n  say hello\n", "RW1001", 2, 7, 'Expected: a text in `"…"`.'),
    "something after the end": ("effect a\n  end turn now\n", "RW1001", 2, 12, "`now` cannot follow"),
    "an unknown sign": ("effect a\n  ~x\n", "RW1001", 2, 3, "`~` is out of place."),
    "two equals signs": ("effect a\n  if x == 3: end turn\n", "RW1003", 2, 8, "Equal is written `=`."),
    "a semicolon": ("effect a\n  x; y\n", "RW1003", 2, 4, "join several on one line with `then`"),
    "a sign of mathematics": ("value v flag = a ≤ b\n", "RW1003", 1, 18, "Write `<=`."),
    "single quotation marks": ("effect a\n  say 'x'\n", "RW1003", 2, 7, "Texts stand between"),
    "a fraction": ("value v number = 1.5\n", "RW1003", 1, 20, "Numbers are whole."),
    "a loop of another language": ("effect a\n  for x in S: y\n", "RW1003", 2, 3, "`each x in …`"),
    "a while loop": ("effect a\n  b\n  while x: y\n", "RW1003", 3, 3, "`repeat until not (x)`"),
    "any with a colon": ("value v flag = any x in S: x.a\n", "RW1004", 1, 26, "follows `where`"),
    "any with a colon in brackets": (
        "value v flag = (any x in S where a: b) or c\n",
        "RW1004",
        1,
        35,
        "with `and`",
    ),
    "sum without a result": ("value v number = sum x in S\n", "RW1005", 1, 28, "`sum` lacks its result"),
    "reach without a way": ("value v set of A = reach a via x\n", "RW1005", 1, 33, "`via x: roads(x)`"),
    "a quantifier that goes on": ("value v flag = count x in S > 3\n", "RW1006", 1, 29, "in brackets"),
    "two sets at once": ("value v flag = any x in S, y in T where x = y\n", "RW1006", 1, 26, "in brackets"),
    "empty braces": ('effect a\n  say "{}"\n', "RW1007", 2, 8, "nothing between these braces"),
    "a lone brace": ('effect a\n  say "a } b"\n', "RW1007", 2, 10, "Write `}}`"),
    "a brace that stays open": ('effect a\n  say "a {b"\n', "RW1007", 2, 10, "is never closed"),
    "a mistake inside a text": ('effect a\n  say "to {x +}"\n', "RW1001", 2, 15, "Expected: a value."),
    "a number beyond all ranges": ("effect a\n  add 9999999999 to x\n", "RW1008", 2, 7, "up to 1000000000"),
    "rounding a product": ("value v number = a * 2 rounded up\n", "RW1009", 1, 18, "Only a division"),
    "calling a number": ("value v number = 3(x)\n", "RW1010", 1, 18, "can stand before brackets"),
    "a value as a line": ("effect a\n  5\n", "RW1011", 2, 3, "not something that happens"),
    "a line too deep": ("effect a\n  nothing\n    nothing\n", "RW1012", 3, 5, "opens no block"),
    "a heading without lines": ("effect a\n", "RW1013", 1, 9, "`effect a` has nothing below it."),
    "an if without lines": ("effect a\n  if x\n  b\n", "RW1013", 2, 7, "`if x` has nothing below it."),
    "a field without a value": ("game x\n  players\n", "RW1013", 2, 10, "`players` has no value."),
    "an else without an if": ("effect a\n  else: b\n", "RW1014", 2, 7, "no `if` for this `else`"),
    "an else after an inner if": ("effect a\n  each x in S: if c: d\n  else: b\n", "RW1014", 3, 3, "no `if`"),
    "a small type": ("kind colour red\n", "RW1015", 1, 6, "Write `Colour`."),
    "a capital name": ("effect Walk\n  a\n", "RW1015", 1, 8, "Write `walk`."),
    "a reserved name": ("effect end\n  a\n", "RW1016", 1, 8, "`end` is a word of the language"),
    "a reserved local name": ("effect a\n  let if = 3\n", "RW1016", 2, 7, "`if` is a word"),
    "an assignment": ("effect a\n  me.x = 5\n", "RW1018", 2, 8, "`set me.x to 5`"),
    "an operator at the end": (
        "value v flag = a and\n  b\n",
        "RW1019",
        1,
        21,
        "Begin the next line with `and`",
    ),
    "an answer outside when": (
        'scenario "x"\n  seats ada\n  given\n    ada: 3\n  then a\n',
        "RW1020",
        4,
        5,
        "Answers stand under `when`",
    ),
    "a result taken for a body": (
        "effect a\n  if all x in S: end turn\n",
        "RW1001",
        2,
        22,
        "belongs to `all`",
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_mistake_is_explained_once_at_its_place(case: tuple[str, str, int, int, str]) -> None:
    text, code, line, column, said = case
    _, problems = parse(Source("f", text))
    (problem,) = problems
    assert (problem.code, problem.at.line, problem.at.column) == (code, line, column)
    assert said in f"{problem.message} {problem.help}"


def test_a_message_names_the_declaration_it_is_in() -> None:
    _, (problem,) = parse(Source("f", "effect month\n  a\n  set x\n"))
    assert problem.message == "In `effect month`: The line ends too early after `set x`."


def test_a_fix_repairs_what_it_says() -> None:
    for text in (
        "efect a\n  b\n",
        "effect a\n  if x == 3: b\n",
        "effect Walk\n  a\n",
        "effect a\n  say „x“\n",
    ):
        _, (problem,) = parse(Source("f", text))
        lines = text.split("\n")
        for fix in sorted(problem.fixes, key=lambda f: -f.at.column):
            line = lines[fix.at.line - 1]
            lines[fix.at.line - 1] = line[: fix.at.column - 1] + fix.text + line[fix.at.end_column - 1 :]
        assert parse(Source("f", "\n".join(lines)))[1] == []


def test_a_label_may_be_a_verb_an_option_may_not() -> None:
    assert parse(Source("f", "effect a\n  draw: b\n  choose\n    call: c\n    pass: d\n"))[1] == []
    for text in ("not: b", "choose\n    pay: c", 'choose\n    call: c\n    draw "Draw": d'):
        _, (problem,) = parse(Source("f", f"effect a\n  {text}\n"))
        assert problem.code == "RW1016"


def test_every_broken_declaration_gets_its_message() -> None:
    _, problems = parse(Source("f", "flow\n  a b\n\nsetup\n  say „x“\n\nkind A b\n\ntype B\n  c\n"))
    assert [(p.code, p.at.line) for p in problems] == [("RW1001", 2), ("RW0006", 5), ("RW1001", 10)]


def test_an_answer_at_the_prompt_is_explained_too() -> None:
    assert parse_expression("walk(inn")[1][0].code == "RW0004"
    assert parse_expression("")[1][0].help == "Expected: a value."
    assert parse_expression("a\nb")[0] is None
    assert parse_statement("gian 1 coin")[1][0].code == "RW1017"
    assert parse_statement("a\nb")[0] is None


def test_every_terminal_has_a_friendly_name() -> None:
    for name in {t.name for t in parser_tables.grammar().terminals} - SILENT | {"_RESULT", "SEAT", "_INDENT"}:
        assert name in NAMES or terminals()[name], name
        assert name.strip("_") not in friendly(name)


# ---------------------------------------------------------------- any input whatsoever

TEXTS = [path.read_text(encoding="utf-8") for path in SAMPLES]
PUT = ["", "\n", "  ", "\t", '"', "(", "]", ":", ",", " x", " if ", "\n  else", "{", "—"]
CHUNKS = [c for text in TEXTS for c in text.split("\n\n") if c.strip()]


TERMINALS = {t.name for t in parser_tables.grammar().terminals} | {"_RESULT", "SEAT", "_INDENT", "_DEDENT"}


def sound(text: str) -> None:
    file, problems = parse(Source("f", text))
    lines = text.split("\n")
    for problem in problems:
        assert 1 <= problem.at.line <= len(lines) + 1
        assert problem.at.column >= 1
        said = re.sub(r"`[^`]*`|the text .*", "", f"{problem.message} {problem.help}")
        assert said.strip()
        assert not TERMINALS & set(re.findall(r"\w+", said))
    assert len(file.decls) <= len(lines)


@given(st.text())
def test_no_text_breaks_the_parser(text: str) -> None:
    sound(text)
    parse_expression(text)
    parse_statement(text)


@given(st.lists(st.sampled_from(sorted(keywords() | set('abx"()[]{}:,.=+- \n@#ABC12'))), max_size=60))
def test_no_heap_of_words_breaks_the_parser(words: list[str]) -> None:
    sound(" ".join(words))
    sound("effect a\n  " + " ".join(words))


@given(st.sampled_from(CHUNKS), st.data())
def test_no_mutation_of_a_sample_breaks_the_parser(chunk: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(chunk)))
    end = data.draw(st.integers(start, min(len(chunk), start + 12)))
    put = data.draw(st.sampled_from(PUT))
    sound(chunk[:start] + put + chunk[end:])


@pytest.mark.parametrize(
    "text",
    [
        "value v number = " + "(" * 5000 + "1" + ")" * 5000,
        "value v number = " + "-" * 5000 + "1",
        "value v flag = " + "not " * 5000 + "a",
        "value v number = " + " + ".join(["a"] * 5000),
        "effect a\n  " + "each x in S: " * 3000 + "b",
        "effect a\n" + "".join(f"{' ' * i}if a\n" for i in range(1, 900)),
        "effect a\n  if a: b\n" + "  else if a: b\n" * 3000,
        'effect a\n  say "' + "{a" * 3000 + '"',
        "value v " + "set of " * 3000 + "A = a",
        "\n" * 200_000 + "#" * 200_000,
        "value v number = " + "9" * 10_000,
        "effect a\n  " + 'may "x": ' * 3000 + "b",
    ],
    ids=range(12),
)
def test_depth_and_size_are_bounded(text: str) -> None:
    sound(text)
