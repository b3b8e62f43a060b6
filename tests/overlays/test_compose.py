"""Overlays: what they do to a game, and what they must not do."""

import pytest

from regelwerk.dsl import ast
from regelwerk.dsl.overlays import compose, origin
from regelwerk.dsl.overlays.addresses import places
from tests.overlays.demo import CORE, edited, merged, overlay, problems, read, shown


@pytest.mark.parametrize(
    ("op", "old", "new"),
    [
        ("change game.players\n  from 2..4\n  to 2..5", "2..4", "2..5"),
        ("change ace.price\n  from 1\n  to 4", "ace: 1", "ace: 4"),
        ("change king.suits\n  from red, blue\n  to red", "suits red, blue", "suits red"),
        ("change fool.play\n  from jest\n  to gain 1 coin", "play jest", "play gain 1 coin"),
        ("change king.play.extra\n  from gain 2 coin\n  to gain 5 coin", "extra: gain 2", "extra: gain 5"),
        ("change king.play.extra\n  from more: gain 2 coin\n  to jest", "extra: gain 2 coin", "extra: jest"),
        ("change fool.power.once\n  from year\n  to turn", "once per year", "once per turn"),
        ("change king.power.bow.once\n  from turn\n  to year", "action bow \"Bow\" once per turn",
         "action bow \"Bow\" once per year"),
        ("change bet.once\n  from turn\n  to year", "\"Bet\" once per turn", "\"Bet\" once per year"),
        ("remove bet.once was turn", "\"Bet\" once per turn", "\"Bet\""),
        ("change Card.price\n  from 3\n  to 2", "0..9 = 3", "0..9 = 2"),
        ("change table.pot\n  from 5\n  to 6", "0..20 = 5", "0..20 = 6"),
        ("change late\n  from no\n  to yes", "default no", "default yes"),
        ("change limit\n  from 7\n  to 8", "number = 7", "number = 8"),
        ("change worth.red\n  from 1\n  to 4", "red is 1", "red is 4"),
        ("change worth.otherwise\n  from 2\n  to 4", "otherwise is 2", "otherwise is 4"),
        ("change jest.deep\n  from gain 3 coin\n  to gain 4 coin", "deep: gain 3", "deep: gain 4"),
        ("remove jest.inner was gain 1 coin", "    inner: gain 1 coin\n", ""),
        ("remove jest.deep", "deep: gain 3 coin", "nothing"),
        ("insert before setup.first\n  new: jest", "  first: gain", "  new: jest\n  first: gain"),
        ("insert after jest.inner\n  jest\n  jest", "    last:", "    jest\n    jest\n    last:"),
        ("include green into king.suits", "suits red, blue", "suits red, blue, green"),
        ("include green into ace.suits", "{red}", "{red, green}"),
        ("include gold into Suit", "blue, green", "blue, green, gold"),
        ("remove fool.price was 4", "  price 4\n", ""),
        ("change king.title\n  from \"King\"\n  to \"The king\"", '"King"', '"The king"'),
        ("change bet.title\n  from \"Bet\"\n  to \"Wager\"", '"Bet"', '"Wager"'),
        ("change late.question\n  from \"May one be late?\"\n  to \"Late?\"", "May one be late?", "Late?"),
        ("change trade.cost.else\n  from \"Too poor.\"\n  to \"No.\"", "Too poor.", "No."),
        ("change trade.\"Too rich.\"\n  from \"Too rich.\"\n  to \"No.\"", "Too rich.", "No."),
        ("change trade.\"Sell or keep?\"\n  from \"Sell or keep?\"\n  to \"What?\"", "Sell or keep?", "What?"),
        ("change trade.sell\n  from gain 1 coin\n  to gain 2 coin",
         "when pot > 2\n      gain 1 coin", "when pot > 2\n      gain 2 coin"),
        ("change trade.sell.when\n  from pot > 2\n  to pot > 3", "when pot > 2", "when pot > 3"),
        ("change trade.sell.title\n  from \"Sell it\"\n  to \"Sell\"", "Sell it", "Sell"),
        ("remove trade.keep", "    keep: nothing\n", ""),
        ("insert option before trade.keep\n  swap \"Swap\": gain 3 coin",
         "    keep: nothing\n", "    swap \"Swap\": gain 3 coin\n    keep: nothing\n"),
        ("include king.power into trade.round", "offer bet, trade", "offer bet, trade, king.power"),
        ("change Field.width\n  from 4\n  to 6", "4 x 5", "6 x 5"),
        ("add ace.play\n  to gain 1 coin", "rows Card: price, suits\n  ace: 1, {red}\n",
         "Card ace\n  price 1\n  suits {red}\n  play gain 1 coin\nrows Card: price, suits\n"),
        ("add two.play\n  to gain 1 coin", "  two: 2, {blue}\n",
         "Card two\n  price 2\n  suits {blue}\n  play gain 1 coin\n"),
        ("change step.range\n  from 0..3\n  to 0..5", "step 0..3", "step 0..5"),
        ("change table.pot.range\n  from 0..20\n  to 0..30", "0..20", "0..30"),
        ("change Card.price.range\n  from 0..9\n  to 0..12", "0..9", "0..12"),
        ("change Card.power.while\n  from it in me.awake\n  to it in hand", "it in me.awake", "it in hand"),
        ("change final.\"Cards\"\n  from 2 * limit\n  to limit", "2 * limit", "limit"),
        ("change final.\"Cards\".title\n  from \"Cards\"\n  to \"Deck\"", '"Cards"', '"Deck"'),
        ("remove final.\"Cards\" was 2 * limit", "  \"Cards\" 2 * limit\n", ""),
        ("insert line after final.\"Coins\"\n  \"Fish\" 3", "  \"Cards\"", "  \"Fish\" 3\n  \"Cards\""),
        ("include \"Fish\" is 3 into final", "  \"Cards\" 2 * limit\n", "  \"Cards\" 2 * limit\n  \"Fish\" 3\n"),
        ("change winner.coins\n  from me.coins\n  to me.cards", "most me.coins", "most me.cards"),
        ("remove winner.limit", "  least limit\n", ""),
        ("insert line before winner.limit\n  most me.cards", "  least limit", "  most me.cards\n  least limit"),
        ("include green is 5 into worth", "  otherwise is 2", "  green is 5\n  otherwise is 2"),
        ("change pair.\"red, blue\"\n  from 1\n  to 8", "red, blue is 1", "red, blue is 8"),
        ("remove worth.red was 1", "  red is 1\n", ""),
        ("remove display.symbol.Suit.red", "  symbol Suit.red \"r\" red\n", ""),
        ("change texts.de.king\n  from \"König\"\n  to \"Der König\"", "König", "Der König"),
        ("change \"the pot is small\"\n  from pot < 30\n  to pot < 20", "pot < 30", "pot < 20"),
        ("change setup\n  from gain 1 coin\n  to first: gain 2 coin", "first: gain 1", "first: gain 2"),
        ("add fool.suits\n  to {red}", "Skip {s}\": nothing\n", "Skip {s}\": nothing\n  suits {red}\n"),
        ("add fool.title\n  to \"Fool\"", "Card fool", "Card fool \"Fool\""),
        ("add Card.suits\n  to red", "suits set of Suit", "suits set of Suit = red"),
        ("add trade.keep.when\n  to pot > 1", "keep: nothing", "keep when pot > 1: nothing"),
        ("add to Card\n  weight 0..9 = 1", "while it in me.awake\n", "while it in me.awake\n  weight 0..9 = 1\n"),
        ("except limit when pot > 3\n  from 7\n  to 9", "number = 7", "number = if pot > 3 then 9 else 7"),
        ("except jest.deep when pot > 3\n  from gain 3 coin\n  to gain 9 coin", "    deep: gain 3 coin",
         "    deep: if pot > 3\n      gain 9 coin\n    else\n      gain 3 coin"),
        ("except final.\"Coins\" when pot > 3\n  from me.coins\n  to 0",
         '"Coins" me.coins', '"Coins" if pot > 3 then 0 else me.coins'),
        ("suspend trade.cost when pot > 3", "needs pot > 1", "needs pot > 3 or pot > 1"),
        ("suspend trade.sell when pot = 9", "when pot > 2", "when pot > 2 and not pot = 9"),
        ("suspend jest.deep when pot > 3", "    deep: gain 3 coin",
         "    deep: if not pot > 3\n      gain 3 coin"),
        ("suspend bet when pot > 3", "\"Bet\" once per turn\n",
         "\"Bet\" once per turn\n  needs not pot > 3 else \"“x” puts this out of force now.\"\n"),
        ("suspend bet when pot > 3 else \"No luck.\"", "\"Bet\" once per turn\n",
         "\"Bet\" once per turn\n  needs not pot > 3 else \"No luck.\"\n"),
        ("change jest.\"say\"\n  from say \"Ha\"\n  to say \"Ho\"", '"Ha"', '"Ho"'),
        ("change jest.\"if pot > 3\"\n  from\n    if pot > 3\n      gain 1 coin\n      gain 2 coin\n  to jest",
         "  if pot > 3\n    inner: gain 1 coin\n    last: gain 2 coin\n", "  jest\n"),
        ("remove trade.\"needs\"", "  needs pot < 9 else \"Too rich.\"\n", ""),
        ("insert after trade.\"choose\"\n  jest", "  round: offer", "  jest\n  round: offer"),
        ("remove bet.gain was gain 1 coin", "  gain 1 coin\n\naction trade", "  nothing\n\naction trade"),
        ("suspend trade.sell.\"gain 1\" when pot > 8", "when pot > 2\n      gain 1 coin",
         "when pot > 2\n      if not pot > 8\n        gain 1 coin"),
        ("change table.pot.sight\n  from public\n  to hidden", "pot 0..20 =", "pot 0..20 hidden ="),
        ("change worth.s\n  from Suit\n  to {red, blue}", "worth(s in Suit)", "worth(s in {red, blue})"),
        ("remove limit was 7", "value limit number = 7\n", ""),
        ("remove two", "  two: 2, {blue}\n", ""),
        ('supersedes "one bets"\n  then pot = 6', "then pot = 5", "then pot = 6"),
    ],
)  # fmt: skip
def test_a_verb_does_what_an_editor_would(op: str, old: str, new: str) -> None:
    assert merged(overlay(op + "\n")) == edited(old, new)


def test_additions_come_last_by_id() -> None:
    one, two = overlay("Card joker\n  price 1\n", "zoe"), overlay("Card bishop\n  price 1\n", "abe")
    first = overlay("Card knight\n  price 1\n", "zz", "erratum")
    decls, found = compose([read(CORE)], [one, two, first])
    assert found == []
    assert [d.name.id for d in decls[-3:] if isinstance(d, ast.Thing)] == ["knight", "bishop", "joker"]


def test_a_later_layer_sees_what_an_earlier_one_made() -> None:
    house = overlay("change limit\n  from 8\n  to 9\n", "h", "house")
    edition = overlay("change limit\n  from 7\n  to 8\n", "e", "edition")
    assert merged(house, edition) == edited("number = 7", "number = 9")
    assert [touch.overlay for touch in origin([read(CORE)], [house, edition])["limit"]] == ["e", "h"]


def test_changed_parts_keep_the_place_of_the_overlay() -> None:
    decls, _ = compose([read(CORE)], [overlay("change limit\n  from 7\n  to 8\n")])
    (limit,) = [d for d in decls if isinstance(d, ast.Value) and d.name.id == "limit"]
    assert limit.body is not None
    assert limit.body.at.file == "x.regel"
    assert limit.at.file == "t.regel"


@pytest.mark.parametrize(
    ("op", "code", "text"),
    [
        ("change limit\n  from 6\n  to 8", "RW5009", "not what stands at `limit`"),
        ("remove jest.deep was gain 4 coin", "RW5009", "jest.outer.deep"),
        ("change Card.suits\n  from 1\n  to 2", "RW5009", "nothing stands there"),
        ("change limits\n  from 7\n  to 8", "RW5007", "Did you mean `limit`?"),
        ("change fool.pricy\n  from 4\n  to 8", "RW5007", "Did you mean `fool.price`?"),
        ("insert after jest.inne\n  jest", "RW5007", "inner"),
        ("change ace.price.once\n  from 1\n  to 2", "RW5007", ""),
        ('supersedes "one bet"\n', "RW5007", "one bets"),
        ("change fool\n  from 4\n  to 8", "RW5010", "as a whole"),
        ("change limit\n  from 7\n  to gain 1 coin", "RW5010", "not lines"),
        ("change limit\n  from 7\n  to 1, 2", "RW5010", "One value"),
        ("insert before fool.price\n  jest", "RW5010", "inserted"),
        ("include 2 into limit", "RW5010", "no list"),
        ("remove ace.price", "RW5010", "taken away"),
        ("insert after jest.inner\n  deep: jest", "RW5006", "jest.deep"),
        ("Card fool\n  price 1", "RW5006", "`fool` exists already."),
        ("table\n  pot 0..3", "RW5006", "table.pot"),
        ("include red into king.suits", "RW5012", "already"),
        ("add fool.price\n  to 3", "RW5006", "fool.price"),
        ("add fools.price\n  to 3", "RW5007", "fool"),
        ("add jest.once\n  to turn", "RW5010", "once"),
        ("add to Card\n  price 0..3", "RW5006", "Card.price"),
        ("add to Suit\n  price 0..3", "RW5010", "no slots"),
        ("include red is 5 into worth", "RW5012", "worth.red"),
        ("include red is 5 into limit", "RW5010", "table"),
        ("insert after trade.keep\n  jest", "RW5010", "insert option"),
        ("insert line after trade.cost\n  most limit", "RW5010", "labelled"),
        ('change final."Card"\n  from 1\n  to 2', "RW5007", "final.Cards"),
        ('change trade."Too rich"\n  from 1\n  to 2', "RW5007", 'trade."Too rich."'),
        ("change step.range\n  from 0..3\n  to 5", "RW5010", "0..9"),
        ('change king.title\n  from "King"\n  to 5', "RW5010", "quotes"),
        ("remove trade.cost.title", "RW5007", "trade.cost"),
        ("except fool.price when pot > 3\n  from 4\n  to 5", "RW5010", "no exception"),
        ("except limit when pot > 3\n  from 8\n  to 5", "RW5009", "limit"),
        ("suspend limit when pot > 3", "RW5010", "suspended"),
        ("settle limit\n  to 8", "RW5016", "conflict"),
        ("mod y for demo", "RW5001", "one header"),
    ],
)
def test_what_does_not_fit_is_reported_and_left_out(op: str, code: str, text: str) -> None:
    decls, found = compose([read(CORE, "core.regel")], [overlay(op + "\n")])
    assert [d.code for d in found] == [code]
    assert text in found[0].message + found[0].help
    assert found[0].at.file == "x.regel"
    assert shown(decls) == shown(list(read(CORE).decls))


def test_a_stale_overlay_shows_what_is_there_and_by_whom() -> None:
    edition = overlay("change limit\n  from 7\n  to 8\n", "e", "edition")
    (found,) = problems(edition, overlay("change limit   @X-1\n  from 7\n  to 9\n"))
    assert (found.at.line, found.cites) == (4, ("X-1",))
    assert found.others[0].at.file == "e.regel"
    assert "`e`" in found.others[0].text


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ('remove jest."if"', "change jest.inner\n  from gain 1 coin\n  to gain 2 coin"),
        ('remove trade."needs"', 'change trade."Too rich."\n  from "Too rich."\n  to "No."'),
        ('remove jest."if" was jest', 'remove jest."if pot > 3" was nothing'),
    ],
)
def test_what_lies_around_a_place_without_a_label_meets_it(one: str, two: str) -> None:
    assert "RW5011" in [d.code for d in problems(overlay(one + "\n", "a"), overlay(two + "\n", "b"))]


def test_a_line_without_a_label_needs_words_of_its_own() -> None:
    twice = overlay("effect win\n  gain 1 coin\n  gain 2 coin\n", "a", "edition")
    (found,) = problems(twice, overlay("remove win.gain\n"))
    assert (found.code, found.help) == ("RW5008", "Write more words of the line you mean.")
    assert problems(twice, overlay('remove win."gain 2"\n')) == []


def test_a_label_at_two_places_is_no_address() -> None:
    core = read(CORE.replace("last:", "inner:"))
    (found,) = compose([core], [overlay("remove jest.inner\n")])[1]
    assert (found.code, len(found.others)) == ("RW5008", 2)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("change limit\n  from 7\n  to 8", "change limit\n  from 7\n  to 9"),
        ("change jest.outer\n  from jest\n  to jest", "remove jest.deep"),
        ("remove fool", "change fool.price\n  from 4\n  to 5"),
        ("insert after jest.inner\n  jest", 'insert before jest.last\n  say "So."'),
        ("insert after jest.inner\n  a: jest", "insert after jest.last\n  a: jest"),
        ("remove jest.inner", "insert after jest.inner\n  jest"),
        ("include green into king.suits", "remove king.suits"),
        ("Card joker\n  price 1", "Card joker\n  price 2"),
        ("Card joker\n  price 1", "change joker.price\n  from 1\n  to 2"),
        ("change late\n  from no\n  to yes", "change late.default\n  from no\n  to no"),
        ('add fool.title\n  to "A"', 'add fool.title\n  to "B"'),
        ("add to Card\n  weight 0..9", "add to Card\n  weight 0..8"),
        ("include green is 1 into worth", "include green is 2 into worth"),
        ("insert option after trade.sell\n  a: nothing", "insert option before trade.keep\n  b: nothing"),
        ("except limit when pot > 3\n  from 7\n  to 9", "except limit when pot > 4\n  from 7\n  to 9"),
        ("except limit when pot > 3\n  from 7\n  to 9", "change limit\n  from 7\n  to 9"),
        ("suspend jest.deep when pot > 3", "remove jest.deep"),
        ('change trade.cost.else\n  from "Too poor."\n  to "No."', "remove trade.cost"),
    ],
)
def test_unordered_overlays_of_a_layer_conflict(one: str, two: str) -> None:
    a, b = overlay(one + "\n", "a"), overlay(two + "\n", "b")
    for files in ([a, b], [b, a]):
        (found,) = problems(*files)
        assert found.code == "RW5011"
        assert (found.at.file, found.others[0].at.file) == ("b.regel", "a.regel")


@pytest.mark.parametrize(
    ("op", "old", "new"),
    [
        ("change limit\n  from 7\n  to 8", "number = 7", "number = 8"),
        ("remove limit", "value limit number = 7\n", ""),
        ("insert after jest.last\n  jest", "    last: gain 2 coin\n", "    last: gain 2 coin\n    jest\n"),
        ("include green into king.suits", "suits red, blue", "suits red, blue, green"),
    ],
)
def test_overlays_that_say_the_same_agree(op: str, old: str, new: str) -> None:
    assert merged(overlay(op + "\n", "a"), overlay(op + "\n", "b")) == edited(old, new)


def test_a_full_address_names_one_place_even_if_a_label_comes_again_further_in() -> None:
    core = read(CORE.replace("deep:", "inner:"))
    decls, found = compose([core], [overlay("remove jest.inner\n")])
    assert found == []
    assert [p.address for d in decls for p in places(d) if p.address[-1] == "inner"] == [("jest", "outer", "inner")]


def test_layers_that_make_the_same_change_agree() -> None:
    erratum = overlay("change limit\n  from 7\n  to 8\n", "e", "erratum")
    house = overlay("change limit\n  from 7\n  to 8\n", "h", "house")
    assert merged(erratum, house) == edited("number = 7", "number = 8")
    assert [t.overlay for t in origin([read(CORE)], [erratum, house])["limit"]] == ["e", "h"]
    again = overlay("change limit\n  from 6\n  to 8\n", "h", "house")
    assert [d.code for d in problems(erratum, again)] == ["RW5009"]


def test_layers_that_put_the_same_lines_in_a_place_agree() -> None:
    op = "change jest.deep\n  from gain 3 coin\n  to\n    gain 4 coin\n    gain 5 coin\n"
    assert problems(overlay(op, "a", "edition"), overlay(op, "b", "erratum")) == []


def test_a_line_is_found_by_its_words_after_it_has_got_a_label() -> None:
    found = merged(overlay('change jest."gain 3"\n  from gain 3 coin\n  to gain 4 coin\n'))
    assert found == edited("deep: gain 3", "deep: gain 4")


def test_an_exception_stays_around_what_later_layers_make_of_its_rule() -> None:
    rare = overlay("except limit when pot > 3\n  from 7\n  to 9\n", "e", "expansion")
    house = overlay("change limit\n  from 7\n  to 8\n", "h", "house")
    assert merged(rare, house) == edited("number = 7", "number = if pot > 3 then 9 else 8")
    more = overlay("except limit when pot > 5\n  from 7\n  to 1\n", "v", "variant")
    both = "number = if pot > 5 then 1 else if pot > 3 then 9 else 7"
    assert merged(rare, more) == edited("number = 7", both)


def test_an_exception_to_a_rule_that_is_gone_is_reported() -> None:
    rare = overlay("suspend jest.deep when pot > 3\n", "e", "expansion")
    assert [d.code for d in problems(rare, overlay("remove jest\n", "h", "house"))] == ["RW5007"]


ONE, TWO = "change limit\n  from 7\n  to 8\n", "change limit\n  from 7\n  to 9\n"
BOTH = "  requires a, b"


@pytest.mark.parametrize(
    ("settled", "value"),
    [("settle limit by a", 8), ("settle limit by b", 9), ("settle limit\n  to 5", 5), ("settle limit", 7)],
)
@pytest.mark.parametrize("layer", ["mod", "house"])
def test_a_third_overlay_settles_a_conflict(settled: str, value: int, layer: str) -> None:
    third = overlay(settled + "\n", "c", layer, BOTH)
    assert merged(overlay(ONE, "a"), overlay(TWO, "b"), third) == edited("number = 7", f"number = {value}")


def test_what_settles_has_to_name_both_and_to_meet_a_conflict() -> None:
    a, b = overlay(ONE, "a"), overlay(TWO, "b")
    assert codes(a, b, overlay("settle limit by a\n", "c", header="  requires a")) == ["RW5011", "RW5016"]
    assert codes(a, overlay(ONE, "b"), overlay("settle limit by a\n", "c", header=BOTH)) == ["RW5016"]
    assert codes(a, b, overlay("settle jest by a\n", "c", header=BOTH)) == ["RW5011", "RW5016"]


def test_a_game_is_played_by_one_edition() -> None:
    a, b = overlay("", "a", "edition"), overlay("", "b", "edition")
    assert codes(a, b) == ["RW5017"]
    assert codes(a, overlay("", "b", "edition", "  requires a")) == []


def codes(*files: ast.File) -> list[str]:
    return sorted(d.code for d in problems(*files))


def test_a_conflict_shows_the_citations_of_both() -> None:
    one, two = (text.replace("limit", f"limit  @{id}", 1) for text, id in ((ONE, "X-1"), (TWO, "Y-2")))
    (found,) = problems(overlay(one, "a"), overlay(two, "b"))
    assert found.cites == ("Y-2", "X-1")


def test_a_declared_order_settles_a_conflict() -> None:
    b = overlay("change limit\n  from 7\n  to 8\n", "b")
    a = overlay("change limit\n  from 8\n  to 9\n", "a", header="  after b")
    assert merged(a, b) == edited("number = 7", "number = 9")
    assert merged(overlay("include green into king.suits\n", "a"), overlay("include gold into Suit\n", "b"))


@pytest.mark.parametrize(
    ("files", "codes"),
    [
        ([overlay("", "a", header="  requires b")], ["RW5003"]),
        ([overlay("", "a", header="  after b")], []),
        ([overlay("", "a", header="  after b"), overlay("", "b", header="  requires a")], ["RW5004"]),
        ([overlay("", "a", header="  after b"), overlay("", "b", "house")], ["RW5004"]),
        ([overlay("", "a"), overlay("", "a", "house")], ["RW5005"]),
        ([overlay("", "a", header="  require b")], ["RW5013"]),
        ([read("mod a for other\n")], ["RW5002"]),
        ([read("mod a for other\n"), overlay("", "b", header="  requires a")], ["RW5002", "RW5003"]),
        ([read("Card joker\n  price 1\n")], ["RW5001"]),
        ([read("")], ["RW5001"]),
    ],
)
def test_headers(files: list[ast.File], codes: list[str]) -> None:
    assert sorted(d.code for d in problems(*files)) == codes


def test_verbs_do_not_stand_in_the_game_itself() -> None:
    assert [d.code for d in compose([read(CORE), read("remove limit\n")], [])[1]] == ["RW5001"]
