"""What types and things mean as trees."""

import pytest

from regelwerk.dsl import ast
from tests.dsl.parsing.reading import decls, field, ident, sketch, slot


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
