"""What lines of effects mean as trees."""

import pytest

from regelwerk.dsl import ast
from tests.dsl.parsing.reading import do, ident, sketch, step


def test_a_colon_of_a_body_is_not_the_colon_of_a_quantifier() -> None:
    built = do("if a and any r in me.used where r.village: gain 1 coin")
    assert isinstance(built, ast.If)
    assert sketch(built.cond) == "(a and (any r in me.used where r.village))"
    assert isinstance(built.then[0].do, ast.Trade)
    both = do("if 3 < sum x in S: x.worth: end turn")
    assert isinstance(both, ast.If)
    assert sketch(both.cond) == "(3 < (sum x in S: x.worth))"
    each = do("each p in most q in players: q.points: as p: a then b")
    assert isinstance(each, ast.Each)
    assert isinstance(each.body[0].do, ast.As)
    assert isinstance(each.body[0].do.body[0].do, ast.Sequence)


def test_marks_belong_to_the_step_that_begins_on_their_line() -> None:
    line = step("if a: each x in S: b  @A-1")
    assert [c.id for c in line.marks.cites] == ["A-1"]
    assert isinstance(line.do, ast.If)
    assert line.do.then[0].marks == ast.NO_MARKS
    chain = step("if a  @A-1\n  b  @A-2\nelse if c  @A-3\n  d\nelse  @A-4\n  e  @A-5")
    assert isinstance(chain.do, ast.If)
    (second,) = chain.do.other
    assert [c.id for c in chain.marks.cites] == ["A-1"]
    assert [c.id for c in second.marks.cites] == ["A-3", "A-4"]
    assert isinstance(second.do, ast.If)
    assert [c.id for c in second.do.other[0].marks.cites] == ["A-5"]


def test_an_else_belongs_to_the_if_at_the_beginning_of_a_line() -> None:
    built = do("if a: if b: c\nelse: d")
    assert isinstance(built, ast.If)
    assert built.other == (ast.Step(None, ast.Run(ident("d"))),)
    assert isinstance(built.then[0].do, ast.If)
    assert built.then[0].do.other == ()


def test_else_has_three_uses() -> None:
    needs = do('needs a = 1\n  else "no"')
    assert isinstance(needs, ast.Needs)
    assert needs.message == ast.Text(("no",))
    let = do("let x = if a then b\n  else if c then sum y in S: y\n  else d")
    assert isinstance(let, ast.Let)
    assert sketch(let.value) == "(if a then b else (if c then (sum y in S: y) else d))"
    other = do("if sum y in S: y > 3: a then b\nelse if c: d")
    assert isinstance(other, ast.If)
    assert isinstance(other.other[0].do, ast.If)


def test_may_takes_one_statement_or_all_after_its_colon() -> None:
    plain = do('may choose i in 1..3 "Which?" then use(i)')
    assert isinstance(plain, ast.Sequence)
    assert isinstance(plain.steps[0].do, ast.May)
    assert isinstance(plain.steps[0].do.body[0].do, ast.Choose)
    named_may = do('may "Do it": a then b')
    assert isinstance(named_may, ast.May)
    assert isinstance(named_may.body[0].do, ast.Sequence)
    block = do('may "Do it"\n  a\n  b')
    assert isinstance(block, ast.May)
    assert len(block.body) == 2


def test_choose_if_any_and_options() -> None:
    built = do('choose x in S where any y in T where c "Which?" if any')
    assert isinstance(built, ast.Choose)
    assert built.if_any
    assert built.question == ast.Text(("Which?",))
    options = do('choose "What?"\n  fold when a < b: c\n  call "Call"\n    d')
    assert isinstance(options, ast.ChooseOption)
    assert [o.name.id for o in options.options] == ["fold", "call"]


def test_pieces_are_laid_and_lifted() -> None:
    assert do("lay t at c turned r + 1") == ast.Lay(ident("t"), ident("c"), ast.Binary("+", ident("r"), ast.Number(1)))
    assert do("lay top(deck) at c") == ast.Lay(ast.Call(ident("top"), (ident("deck"),)), ident("c"), None)
    assert do("lift t") == ast.Lift(ident("t"))
    assert do("move t under pile_a") == ast.Move(ident("t"), ident("pile_a"), True)


@pytest.mark.parametrize(("written", "how"), [("as p", "one"), ("as each S", "each"), ("as all S", "all")])
def test_somebody_else_acts(written: str, how: str) -> None:
    built = do(f"{written}: nothing")
    assert isinstance(built, ast.As)
    assert built.how == how


def test_repeat_has_two_optional_bounds() -> None:
    built = do("repeat until no c in mine where c.struck at most 3: may a")
    assert isinstance(built, ast.Repeat)
    assert built.at_most == ast.Number(3)
    endless = do("repeat\n  a")
    assert endless == ast.Repeat(None, None, (ast.Step(None, ast.Run(ident("a"))),))


def test_labels_may_be_any_word_before_a_colon() -> None:
    for label in ("first", "cost", "draw", "place"):
        line = step(f"{label}: if a: b")
        assert line.label == ast.Name(label)
