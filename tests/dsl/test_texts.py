"""Display texts of another language reach the player."""

from __future__ import annotations

from pathlib import Path

from regelwerk import library
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.parse import parse
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.game.wording import Words
from regelwerk.interpreter.texts.sentences import untranslated
from regelwerk.telling.beforehand import Beforehand
from tests.rules import ruleset_of

RULES = """
game fruit "Fruit"
  players   2
kind Fruit    apple "apple", pear "pear"
table
  eaten     0..3
action eat(f in Fruit) "Eat the {f}"
  add 1 to eaten
flow
  each i in 1..3
    as seat(i): offer eat
winner
  most eaten
texts de
  Fruit.apple  "Apfel"
  pear         "Birne"
  eat          "Iss: {f}"
"""


def test_titles_and_sentences_are_translated() -> None:
    ruleset = ruleset_of(RULES)
    game = ruleset.new_game(2, 1)
    assert [o.text for o in game.decisions()[0].options] == ["Eat the apple", "Eat the pear"]
    german = Words(ruleset, game.words.names, "de").offers
    codes = [o.code for o in game.decisions()[0].options]
    assert [o.text for o in german.decision(game.state, codes).options] == ["Iss: Apfel", "Iss: Birne"]


MORE = """
game shop "Shop"
  players   2
player
  purse     0..9 = 2
  points    0..9
resource coin, coins "coin"
  held      me.purse
action buy "Buy"
  needs me.purse < 9                      else "You have {me.purse} coins: too many."
  pay 3 coins
action rest "Rest"
  choose "How long?"
    short "a while": say "{me} rests."
    long "for ever": nothing
scoring final to me.points
  "in the purse" me.purse
display
  own       purse "money"
flow
  as seat(1): offer buy, rest
  score final
winner
  most me.points
texts de
  buy "Kaufen"
  rest "Ruhen"
  "You have {me.purse} coins: too many." "Zu viele Münzen: {me.purse}."
  "How long?" "Wie lange?"
  "a while" "eine Weile"
  "for ever" "für immer"
  "{me} rests." "{me} ruht."
  "in the purse" "im Beutel"
  "money" "Geld"
  "final" "Schluss"
  "coins" "Münzen"
  "coin" "Münze"
"""


def german(rules: str, *overlays: str) -> Ruleset:
    build = compile_sources([Source("shop", rules)], [Source(f"o{i}", text) for i, text in enumerate(overlays)])
    assert build.compiled is not None, build.diagnostics
    return Ruleset(build.compiled, language="de")


def test_everything_that_is_read_is_translated_by_its_words() -> None:
    rules = german(MORE)
    assert untranslated(rules.compiled, "de") == []
    game = rules.new_game(2, 1)
    assert [reason.text for reason in game.why("buy")] == ["Nötig: 3 Münze, vorhanden: 2."]
    game.choose("rest")
    assert game.decisions()[0].question == "Wie lange?"
    assert [option.text for option in game.decisions()[0].options] == ["eine Weile", "für immer"]
    game.choose("short")
    assert "Spieler 2 ruht." in [entry.get("text") for entry in game.log]
    assert [game.words.texts.words(line.title) for sheet in game.scores for line in sheet.lines] == ["im Beutel"]


def test_a_text_that_is_missing_is_named() -> None:
    for line in ('"money" "Geld"', '"How long?" "Wie lange?"', '"a while" "eine Weile"', 'buy "Kaufen"'):
        missing = untranslated(german(MORE.replace(f"  {line}\n", "")).compiled, "de")
        assert missing == [line.split('"')[1] if line.startswith('"') else "Buy"]


def test_words_that_nobody_says_are_a_mistake() -> None:
    build = compile_sources([Source("shop", MORE.replace('"How long?" "', '"How log?" "'))])
    assert [(d.code, "How long?" in d.help) for d in build.diagnostics if d.is_error] == [("RW2060", True)]


def test_an_overlay_that_changes_a_sentence_need_not_know_the_other_languages() -> None:
    over = 'house h "H" for shop\nchange rest."How long?"\n  from "How long?"\n  to "How long, then?"\n'
    assert untranslated(german(MORE, over).compiled, "de") == ["How long, then?"]
    both = f'{over}texts de\n  "How long, then?" "Wie lange denn?"\n'
    assert untranslated(german(MORE, both).compiled, "de") == []


TITLED = """house h "A longer rest" for shop
change rest."How long?"
  from "How long?"
  to "How long, then?"
texts de
  "How long, then?" "Wie lange denn?"
  "A longer rest" "Eine längere Rast"
"""


def test_the_title_of_an_overlay_is_translated_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "h.regel"
    file.write_text(TITLED, encoding="utf-8")
    assert untranslated(german(MORE, TITLED).compiled, "de") == []
    assert library.translated("A longer rest", [file]) == {"de": "Eine längere Rast"}
    build = compile_sources([Source("shop", MORE)], [Source("o", TITLED.replace('  "A longer', '  "A longest'))])
    assert [d.code for d in build.diagnostics if d.is_error] == ["RW2060"]


def test_a_sentence_that_reads_like_a_title_keeps_its_translation() -> None:
    over = TITLED.replace("A longer rest", "money").replace("Eine längere Rast", "Kleingeld")
    less = MORE.replace('  "money" "Geld"\n', "")
    assert untranslated(german(less, over).compiled, "de") == []


def test_questions_answers_and_reasons_without_words_are_named() -> None:
    rules = """kind Late never, noted "written down"
ruling debt "What about debts?"
  default   noted
  because   "Nobody says."
ruling tip "Is there a tip?"
  default   no
texts de
  "What about debts?" "Was gilt für Schulden?"
  Late.never "nie"
"""
    words = Beforehand(parse(Source("r", rules))[0].decls)
    assert list(words.unsaid("de")) == ["Nobody says.", "written down", "Is there a tip?"]
    assert [each["titles"] for each in words.asked()] == [{"de": "Was gilt für Schulden?"}, {}]
    assert [one["title"] for one in words.asked()[0]["choices"]] == ["never", "written down"]
