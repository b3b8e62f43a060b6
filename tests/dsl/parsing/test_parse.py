"""The grammar, whole rulesets, checks and overlays as trees, and where nodes stand."""

from pathlib import Path
from typing import Any

import pytest
from lark.parsers.lalr_analysis import LALR_Analyzer

from regelwerk.dsl import ast
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax import parser_tables
from regelwerk.dsl.syntax.files import read_source
from regelwerk.dsl.syntax.parse import parse
from regelwerk.dsl.syntax.words import keywords, reserved, terminals
from tests.dsl.parsing.reading import decls, ident

RULESETS = Path(__file__).parents[3] / "rulesets"


def test_the_grammar_has_no_conflicts() -> None:
    text = Path(parser_tables.__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    analyzer: Any = LALR_Analyzer(parser_tables.build(text).parser.parser_conf, strict=True)
    analyzer.compute_lalr()  # raises on a conflict
    assert analyzer.parse_table.states


def test_no_word_means_two_things_in_one_place() -> None:
    # Lark compares patterns only in pairs of regular expressions; a word may also be a plain string.
    guarded = {"FOLD", "COUNTING", "IF_ANY"}  # words only before certain neighbours
    for actions in parser_tables.grammar().parser.parser._parse_table.states.values():
        words = [w for t in actions.keys() - guarded for w in set(terminals().get(t, ()))]
        assert len(words) == len(set(words))


@pytest.mark.parametrize("path", sorted(RULESETS.rglob("*.regel")), ids=lambda p: p.stem)
def test_every_declaration_of_a_ruleset_is_read_where_its_heading_stands(path: Path) -> None:
    source, problems = read_source(path)
    assert problems == []
    file, problems = parse(source)
    assert problems == []
    headings = [n for n, line in enumerate(source.lines, 1) if line[:1].strip(" #")]
    assert [d.at.line for d in file.decls] == headings


def test_reserved_words_are_verbs_and_operators_only() -> None:
    assert {"gain", "set", "if", "each", "and", "where", "mod", "lay", "reach"} <= reserved() <= keywords()
    assert not {"first", "count", "at", "board", "kind", "turned", "of", "x", "house", "type"} & reserved()


# ---------------------------------------------------------------- checks and overlays


def test_a_scenario_tells_answers_from_steps() -> None:
    (made,) = decls(
        'scenario "x"\n  seats marion, ada\n  given set a to 1\n'
        "  when\n    as marion: roll\n    marion: walk(inn)\n    chance: 4\n"
        "    ada: {1, 2}\n    later: roll\n"
        "  then a = 2 and b\n"
    )
    assert isinstance(made, ast.Scenario)
    kinds = [type(line).__name__ for line in made.when]
    assert kinds == ["Step", "Answer", "Answer", "Answer", "Step"]
    assert made.when[2] == ast.Answer(ast.Name("chance"), ast.Number(4))
    assert len(made.given) == len(made.then) == 1


def test_a_scenario_may_just_look() -> None:
    (made,) = decls('scenario "x"\n  then\n    a = 1\n    b\n')
    assert isinstance(made, ast.Scenario)
    assert (made.seats, made.given, made.when, len(made.then)) == ((), (), (), 2)


def test_decision_tables() -> None:
    (made,) = decls("value v(n: number) 0..3 by n\n  0 is 0\n  1..2, 5 is 1\n  otherwise is 3\n")
    assert isinstance(made, ast.Value)
    assert [len(c.patterns) for c in made.cases] == [1, 2, 0]


@pytest.mark.parametrize("layer", ["edition", "erratum", "expansion", "variant", "mod", "house"])
def test_overlay_headers(layer: str) -> None:
    (made,) = decls(f'{layer} extra "Extra" for base\n  because "It is fun."\n  after other\n')
    assert isinstance(made, ast.Overlay)
    assert (made.layer, made.game.id, [f.name.id for f in made.fields]) == (
        layer,
        "base",
        ["because", "after"],
    )


def test_changes_state_what_they_expect() -> None:
    change, step_change, gone, put, more, old = decls(
        "change nobel.insight @A-1\n  from gain orange or black\n  to gain orange, black\n"
        "change start.next\n  from next: let next = a\n  to\n    let next = b\n    c\n"
        "remove a.own was take_piece\n"
        "insert after sell.deliver\n  fares: if a: gain 1 coin\n"
        "include blue, red into luck.accepts\n"
        'supersedes "old name"\n  then\n    a = 1\n'
    )
    assert isinstance(change, ast.Change)
    assert isinstance(step_change, ast.Change)
    assert isinstance(gone, ast.Remove)
    assert isinstance(put, ast.Insert)
    assert isinstance(more, ast.Include)
    assert isinstance(old, ast.Supersedes)
    assert change.path == ast.Path(("nobel", "insight"))
    assert step_change.old.block is not None
    assert step_change.old.block[0].label == ast.Name("next")
    assert len(step_change.new.block or ()) == 2
    assert gone.was == ast.Fragment((ident("take_piece"),))
    assert put.block[0].label == ast.Name("fares")
    assert more.values == (ident("blue"), ident("red"))
    assert len(old.then) == 1


# ---------------------------------------------------------------- places


def test_places_are_those_of_the_file() -> None:
    text = '\n# Doc\neffect a  # why\n  if b\n    say "to {c.d}"  @A-1\n'
    (effect,) = decls(text)
    assert isinstance(effect, ast.Effect)
    assert (effect.at.line, effect.at.column) == (3, 1)
    branch = effect.body[0].do
    assert isinstance(branch, ast.If)
    say = branch.then[0]
    assert (say.at.line, say.at.column, say.at.end_column) == (5, 5, 19)
    assert isinstance(say.do, ast.Say)
    assert say.do.text.parts[1].at[1:] == (5, 14, 5, 17)  # type: ignore[union-attr]
    assert say.marks.cites[0].at.column == 21


def test_a_broken_declaration_leaves_the_others() -> None:
    file, problems = parse(Source("f", "flow\n  a b c\n\nkind Colour red, blue\n\nsetup\n  )\n"))
    assert [type(d).__name__ for d in file.decls] == ["Kind"]
    assert [p.at.line for p in problems] == [2, 7]
