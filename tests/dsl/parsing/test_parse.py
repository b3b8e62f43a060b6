"""What sentences of the language mean as trees."""

from pathlib import Path
from typing import Any

import pytest
from lark.parsers.lalr_analysis import LALR_Analyzer

from regelwerk.dsl import ast
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax import parser_tables
from regelwerk.dsl.syntax.files import read_source
from regelwerk.dsl.syntax.parse import parse, parse_expression, parse_statement
from regelwerk.dsl.syntax.words import keywords, reserved, terminals

RULESETS = Path(__file__).parents[3] / "rulesets"


def decls(text: str) -> tuple[ast.Decl, ...]:
    file, problems = parse(Source("test.regel", text))
    assert problems == []
    return file.decls


def step(text: str) -> ast.Step:
    built, problems = parse_statement(text)
    assert problems == []
    assert built is not None
    return built


def do(text: str) -> ast.Stmt:
    return step(text).do


def field(text: str) -> ast.Field:
    (thing,) = decls(f"Card a\n  {text}\n")
    assert isinstance(thing, ast.Thing)
    return thing.fields[0]


def slot(text: str) -> ast.Slot:
    (state,) = decls(f"table\n  {text}\n")
    assert isinstance(state, ast.State)
    return state.slots[0]


def ident(name: str) -> ast.Ident:
    return ast.Ident(name)


def binder(b: ast.Binder) -> str:
    where = f" where {sketch(b.where)}" if b.where else ""
    stop = f" while {sketch(b.stop)}" if b.stop else ""
    return f"{b.name.id} in {sketch(b.source)}{where}{stop}"


def sketch(e: ast.Expr) -> str:
    """Write an expression with all its brackets."""
    match e:
        case ast.Number():
            return str(e.value)
        case ast.Ident() | ast.TypeIdent():
            return e.id
        case ast.TextExpr():
            return f'"{e.text.parts}"'
        case ast.Dot():
            return f"{sketch(e.of)}.{e.name.id}"
        case ast.Index():
            return f"{sketch(e.of)}[{', '.join(map(sketch, e.keys))}]"
        case ast.Call():
            return f"{sketch(e.of)}({', '.join(map(sketch, e.args))})"
        case ast.Unary():
            return f"({e.op} {sketch(e.of)})"
        case ast.Binary():
            return f"({sketch(e.left)} {e.op} {sketch(e.right)})"
        case ast.IfExpr():
            return f"(if {sketch(e.cond)} then {sketch(e.then)} else {sketch(e.other)})"
        case ast.Quant():
            bound = ", ".join(map(binder, (e.binder, *e.more)))
            return f"({e.word} {bound}{f': {sketch(e.result)}' if e.result else ''})"
        case ast.Pairing():
            return f"(pairing {e.first.id}, {binder(e.binder)}: {sketch(e.result)})"
        case ast.Comprehension():
            result = f": {sketch(e.result)}" if e.result else ""
            return f"[{', '.join(map(binder, e.binders))}{result}]"
        case ast.Reach():
            return f"(reach {sketch(e.start)} via {e.via.id}: {sketch(e.next)})"
        case ast.Distance():
            cost = f" cost {e.to.id}: {sketch(e.cost)}" if e.to and e.cost else ""
            return f"(distance {sketch(e.start)} to {sketch(e.goal)} via {e.via.id}: {sketch(e.next)}{cost})"
        case ast.SetLit():
            return "{" + ", ".join(map(sketch, e.items)) + "}"
        case ast.MapLit():
            return "{" + ", ".join(f"{sketch(k)}: {sketch(v)}" for k, v in e.entries) + "}"


def bracketed(text: str) -> str:
    built, problems = parse_expression(text)
    assert problems == []
    assert built is not None
    return sketch(built)


# ---------------------------------------------------------------- the grammar, and whole rulesets


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


# ---------------------------------------------------------------- expressions


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("a or b and not c = d", "(a or (b and (not (c = d))))"),
        ("a implies b or c", "(a implies (b or c))"),
        ("a - 1 but at least 0 but at most 5", "(((a - 1) at least 0) at most 5)"),
        ("a / 4 rounded down", "(a / 4)"),
        ("a / 4 rounded up + 1", "((a /up 4) + 1)"),
        ("x not in a & b", "(x not in (a & b))"),
        ("1..n - 1", "(1 .. (n - 1))"),
        ("-1..1", "((- 1) .. 1)"),
        ("{-1, 1}", "{(- 1), 1}"),
        ("-x mod 4", "((- x) mod 4)"),
        ("{}", "{}"),
        ("{first: 1, second: -x}", "{first: 1, second: (- x)}"),
        ("m[a, b].f(c)[0]", "m[a, b].f(c)[0]"),
        ("[x in S]", "[x in S]"),
        ("[x in S, y in T where x < y: x + y]", "[x in S, y in T where (x < y): (x + y)]"),
        ("if a then b else if c then d else e", "(if a then b else (if c then d else e))"),
        ("reach a via x: next_to(x)", "(reach a via x: next_to(x))"),
        (
            "distance a to b via x: n(x) cost y: c(x, y) + 1",
            "(distance a to b via x: n(x) cost y: (c(x, y) + 1))",
        ),
        ("pairing a, b in S where a != b: f(a, b)", "(pairing a, b in S where (a != b): f(a, b))"),
        ("me.digits[first] + count", "(me.digits[first] + count)"),
    ],
)
def test_operators_bind_as_a_reader_expects(written: str, meant: str) -> None:
    assert bracketed(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a and any r in me.used where r.village", "(a and (any r in me.used where r.village))"),
        ("3 < count x in S where c and d", "(3 < (count x in S where (c and d)))"),
        ("1 + sum x in S: e * 2 but at least 4", "(1 + (sum x in S: ((e * 2) at least 4)))"),
        ("-sum x in S: e", "(- (sum x in S: e))"),
        ("not any x in S where c", "(not (any x in S where c))"),
        ("(sum x in S: e) but at least 4", "((sum x in S: e) at least 4)"),
        (
            "any c in S where any r in T where fits(t, c, r)",
            "(any c in S where (any r in T where fits(t, c, r)))",
        ),
        ("sum x in S where max y in T: y > 2: x", "(sum x in S where (max y in T: (y > 2)): x)"),
        ("all q in reach p via x: f(x): q.open", "(all q in (reach p via x: f(x)): q.open)"),
        ("x in S and no y in T where y = x", "((x in S) and (no y in T where (y = x)))"),
        (
            "if any x in S where c then sum y in T: 1 else 2",
            "(if (any x in S where c) then (sum y in T: 1) else 2)",
        ),
        ("f(most x in S: a, b)", "f((most x in S: a), b)"),
        ("count x in S while x.open", "(count x in S while x.open)"),
        ("first x in S where a while b: x", "(first x in S where a while b: x)"),
        ("sum x in S where any y in T while d: x", "(sum x in S where (any y in T while d): x)"),
        ("1 + if a then b else c", "(1 + (if a then b else c))"),
        ("sum x in S where c, y in x.all: y", "(sum x in S where c, y in x.all: y)"),
        ("f(all x in S, y in T: c, z)", "f((all x in S, y in T: c), z)"),
        ("(any x in S, y in T where c) and d", "((any x in S, y in T where c) and d)"),
        ("f((count x in S, y in T), z)", "f((count x in S, y in T), z)"),
        ("f(any x in S, y in T)", "f((any x in S), (y in T))"),
        ("[x in S where any y in T, z in U: x]", "[x in S where (any y in T), z in U: x]"),
    ],
)
def test_a_quantifier_reaches_as_far_right_as_it_can(written: str, meant: str) -> None:
    assert bracketed(written) == meant


def test_a_text_is_cut_at_its_braces() -> None:
    built, problems = parse_expression('"{{x}} costs {w.price - n} in {a}"')
    assert problems == []
    assert isinstance(built, ast.TextExpr)
    plain, price, middle, place = built.text.parts
    assert (plain, middle) == ("{x} costs ", " in ")
    assert not isinstance(price, str)
    assert not isinstance(place, str)
    assert sketch(price) == "(w.price - n)"
    assert (price.at.column, price.at.end_column) == (15, 26)
    assert place == ident("a")


# ---------------------------------------------------------------- types and nouns


def named(name: str) -> ast.NamedType:
    return ast.NamedType(name)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("flag", named("flag")),
        ("set of City", ast.SetType(named("City"))),
        ("list of 0..3", ast.ListType(ast.RangeType(ast.Number(0), ast.Number(3)))),
        ("holds Tile per Cell", ast.PerType(ast.HoldsType(named("Tile")), (named("Cell"),))),
        ("-5..limit", ast.RangeType(ast.Unary("-", ast.Number(5)), ident("limit"))),
        (
            "City or none per A per B or C",
            ast.PerType(
                ast.UnionType((named("City"), named("none"))),
                (named("A"), ast.UnionType((named("B"), named("C")))),
            ),
        ),
        ("set of A or B", ast.SetType(ast.UnionType((named("A"), named("B"))))),
        ("effect", ast.CodeType((), None)),
        ("flag(p: Cell)", ast.CodeType((ast.Param(ast.Name("p"), named("Cell")),), named("flag"))),
    ],
)
def test_types(written: str, meant: ast.Type) -> None:
    assert slot(f"x {written}").type == meant


def test_a_slot_says_who_sees_it_before_or_after_its_default() -> None:
    assert slot("deck pile of Card hidden = Card").visibility == "hidden"
    after = slot("deck pile of Card = Card private")
    assert (after.visibility, after.default) == ("private", (ast.TypeIdent("Card"),))
    assert slot("ways set of Way = left, right").default == (ident("left"), ident("right"))


def test_a_quantifier_in_a_default_takes_the_while() -> None:
    (value,) = slot("n number = count x in S while x.open").default or ()
    assert sketch(value) == "(count x in S while x.open)"


def test_an_ability_slot_says_when_it_is_in_force() -> None:
    (made,) = decls("type Event\n  var rule ability while event = it stage early @A-1 reconstructed\n")
    assert isinstance(made, ast.TypeDecl)
    rule = made.slots[0]
    assert rule.var
    assert rule.stage == ast.Name("early")
    assert rule.force == ast.Binary("=", ident("event"), ident("it"))
    assert rule.marks.reconstructed
    assert [c.id for c in rule.marks.cites] == ["A-1"]


def test_boards_and_pieces() -> None:
    board, tile, coin, bare = decls(
        "board Cell square 7 x 6 diagonals\ntype Tile on Map\n  a flag\ntype Coin per player\n  a flag\ntype Token\n"
    )
    assert board == ast.Board(ast.Name("Cell"), "square", 7, 6, True)
    assert isinstance(tile, ast.TypeDecl)
    assert isinstance(coin, ast.TypeDecl)
    assert isinstance(bare, ast.TypeDecl)
    assert (tile.on, tile.per_player) == (ast.Name("Map"), False)
    assert (coin.on, coin.per_player) == (None, True)
    assert bare.slots == ()


def test_resources_and_rulings() -> None:
    coin, colour, ruling = decls(
        'resource coin, coins "Coin"\n  held me.purse\nresource Colour "cube"\n'
        'ruling late "May one be late?"\n  default yes\n  choices yes, no\n  because "The book is silent."\n'
    )
    assert isinstance(coin, ast.Resource)
    assert isinstance(colour, ast.Resource)
    assert isinstance(ruling, ast.Ruling)
    assert coin.plural == ast.Name("coins")
    assert (colour.name, colour.plural) == (ast.Name("Colour"), None)
    assert [f.name.id for f in ruling.fields] == ["default", "choices", "because"]
    assert ruling.fields[1].values == (ident("yes"), ident("no"))
    assert ruling.fields[2].values == (ast.TextExpr(ast.Text(("The book is silent.",))),)


def test_a_resource_says_what_gain_and_pay_mean() -> None:
    (made,) = decls("resource Colour\n  gain\n    put(it)\n  pay if a: b\n  gain c\n  has d\n")
    assert isinstance(made, ast.Resource)
    assert [f.name.id for f in made.fields] == ["gain", "pay", "gain", "has"]


def test_a_field_is_a_list_of_values_or_a_block() -> None:
    assert field("accepts red, blue").values == (ident("red"), ident("blue"))
    assert field("insight meet_companion").values == (ident("meet_companion"),)
    assert field("visit stop_at(s)").values == (ast.Call(ident("stop_at"), (ident("s"),)),)
    (trade,) = field("announce gain 1 coin, yellow or red").block or ()
    one, other = ast.Amount(ast.Number(1), ident("coin")), ast.Amount(ident("yellow"), None)
    red = ast.Amount(ident("red"), None)
    assert trade.do == ast.Trade("gain", ast.Bundle(((one,), (other, red))))
    (both,) = field("visit a then b").block or ()
    assert both.do == ast.Sequence((ast.Step(None, ast.Run(ident("a"))), ast.Step(None, ast.Run(ident("b")))))
    (nested,) = field("visit if a: b").block or ()
    assert isinstance(nested.do, ast.If)


def test_hooks_and_changes_in_a_field() -> None:
    changed, cites = field("helps change fee(s) to fee - 1 when a @X-1").block, field("helps a @X-1").marks
    assert changed is not None
    assert isinstance(changed[0].do, ast.ChangeLine)
    assert [c.id for c in cites.cites] == ["X-1"]
    (hook,) = field('helps instead of pay(s) when a once per year may "No fee": nothing').block or ()
    assert hook.do == ast.Hook(
        "instead",
        ast.Name("pay"),
        (ast.Name("s"),),
        None,
        ident("a"),
        ast.Name("year"),
        True,
        ast.Text(("No fee",)),
        (ast.Step(None, ast.Nothing()),),
    )


def test_a_comment_right_above_is_the_doc() -> None:
    first, second = decls("# far\n\n# one\n# two\nflow\n  a # here  @A-1\n\n# far again\n\nsetup\n  b\n")
    assert (first.doc, second.doc) == ("one\ntwo", "")
    assert isinstance(first, ast.Proc)
    assert [c.id for c in first.body[0].marks.cites] == ["A-1"]


def test_display_and_texts() -> None:
    display, texts = decls(
        'display\n  grid Cell by mark\n  symbol Colour.orange "●" orange\n  own pouch, hand\n'
        "  table deck, board\n  tile Tile by sides\n"
        'texts de\n  walk "Gehe nach {there}"\n  Colour.white "weiß"\n'
    )
    assert isinstance(display, ast.Display)
    assert isinstance(texts, ast.Texts)
    grid, symbol, own, table, _ = display.lines
    assert (grid.paths, grid.by) == ((ast.Path(("Cell",)),), (ast.Path(("mark",)),))
    assert (symbol.text, symbol.style) == (ast.Text(("●",)), ast.Name("orange"))
    assert symbol.paths == (ast.Path(("Colour", "orange")),)
    assert [p.parts for p in own.paths] == [("pouch",), ("hand",)]
    assert table.word == ast.Name("table")
    assert [line.path.parts for line in texts.lines] == [("walk",), ("Colour", "white")]


# ---------------------------------------------------------------- effects


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
