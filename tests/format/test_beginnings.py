"""`regelwerk new`: what it writes checks, passes, plays, is laid out, and never costs anybody a file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from regelwerk import Ruleset, load
from regelwerk.interpreter.scenarios.run import run_scenarios
from tests.format.conftest import Run


def assert_works(run: Run, ruleset: str, *overlay: str) -> None:
    """See that a ruleset has no findings, passes its scenarios and plays a game through."""
    applied = [word for each in overlay for word in ("--with", each)]
    checked = run("check", ruleset, *applied, "--play", "3")
    assert (checked.exit_code, checked.output) == (0, f"{ruleset}: no findings.\n")
    tested = run("test", ruleset, *applied)
    assert tested.exit_code == 0 and "all fine" in tested.output
    played = run("simulate", ruleset, *applied, "--games", "2", "--check")
    assert played.exit_code == 0, played.output
    for file in overlay or (ruleset,):
        assert run("fmt", "--check", file).exit_code == 0


@pytest.mark.parametrize(
    ("name", "options", "heading"),
    [
        ("old_fox", [], 'game old_fox "Old fox"\n  language  1\n  players   2..4\n'),
        ("Old Fox", ["--players", "3"], 'game old_fox "Old Fox"\n  language  1\n  players   3\n'),
        ("fuchs", ["--title", 'Der "alte" {Fuchs}', "--players", "1..16"], "\"Der 'alte' {{Fuchs}}\""),
    ],
)
def test_a_game(run: Run, name: str, options: list[str], heading: str) -> None:
    done = run("new", "game", name, *options)
    assert done.exit_code == 0
    (file,) = Path().iterdir()
    assert heading in file.read_text(encoding="utf-8")
    assert done.output == f"Written: {file}\nNext: regelwerk play {file}\n"
    assert_works(run, str(file))


@pytest.fixture
def fox(run: Run) -> str:
    """A game of one's own."""
    run("new", "game", "fox")
    return "fox.regel"


@pytest.mark.parametrize(
    ("words", "file", "line"),
    [
        (["card", "card", "--name", "Old Hen"], "old_hen.regel", "  points    1" + " " * 29 + "# a number from 0 to 5"),
        (["action", "wink"], "wink.regel", "include wink into turn.act"),
        (["scenario", "At the start"], "at_the_start.regel", "    ann.coins = 3"),
        (["variant", "short"], "short.regel", "change magpie.points"),
        (["house", "ours", "--title", "At ours"], "ours.regel", 'house ours "At ours" for fox'),
    ],
)  # fmt: skip
def test_something_for_a_game_of_ones_own(run: Run, fox: str, words: list[str], file: str, line: str) -> None:
    done = run("new", *words, "--for", fox)
    assert (done.exit_code, done.stderr) == (0, "")
    assert line in Path(file).read_text(encoding="utf-8").split("\n")
    assert_works(run, fox, file)


@pytest.mark.parametrize(
    ("ruleset", "words", "file"),
    [
        ("leduc-poker", ["card", "Card", "--name", "ace"], "ace.regel"),
        ("pig", ["action", "wink"], "wink.regel"),
        ("breakthrough", ["scenario", "at first"], "at_first.regel"),
        ("tic-tac-toe", ["erratum", "first"], "first.regel"),
        ("auf-der-walz", ["card", "Companion"], "new_companion.regel"),
        ("pig", ["mod", "other"], "other.regel"),
    ],
)
def test_something_for_a_bundled_ruleset(run: Run, ruleset: str, words: list[str], file: str) -> None:
    assert run("new", *words, "--for", ruleset).exit_code == 0
    assert_works(run, ruleset, file)


def test_a_mod_is_a_card_that_works_and_is_met_in_play(run: Run) -> None:
    assert run("new", "mod", "margarete_steiff", "--for", "auf-der-walz").exit_code == 0
    text = Path("margarete_steiff.regel").read_text(encoding="utf-8")
    assert "\nPersonality margarete_steiff " in text and "ann.pouch = 12\n" in text
    rules = load("auf-der-walz", ["margarete_steiff.regel"])
    assert [o.title for o in run_scenarios(rules) if not o.ok] == []
    assert run_scenarios(rules, "Margarete")
    assert any(_met(rules, seed) for seed in range(30))


def _met(rules: Ruleset, seed: int) -> bool:
    """Play at random, but stop at every inn and never rest: are the news of the new card announced?"""
    game, rng = rules.new_game(players=4, seed=seed), random.Random(seed)
    while not game.over:
        decision = game.decisions()[0]
        inns = [o for o in decision.options if o.id.startswith("stop_at")]
        on = [o for o in decision.options if o.id != "rest"]
        game.choose(rng.choice(inns or on or list(decision.options)), decision.seat)
    return any("announces Margarete" in (entry.get("text") or "") for entry in game.log)


def test_scenarios_that_a_card_upsets_are_named(run: Run) -> None:
    done = run("new", "card", "WareCard", "--for", "hellweg", "--output", "-")
    assert done.exit_code == 0
    assert 'supersedes "four players have all 9, and every one can be taken"\n' in done.output
    assert list(Path().iterdir()) == []


def test_scenarios_that_a_card_upsets_are_told_with_the_reason(run: Run) -> None:
    done = run("new", "card", "WareCard", "--for", "hellweg")
    text = Path("new_warecard.regel").read_text(encoding="utf-8").split("\n")
    reason = text[text.index('supersedes "four players have all 9, and every one can be taken"') - 1]
    assert reason.startswith("# It expects `")
    assert f'  "four players have all 9, and every one can be taken": {reason.removeprefix("# ")}\n' in done.stdout
    assert "taken out of force" in done.stdout


def test_values_that_cards_use_come_first(run: Run, fox: str) -> None:
    rules = Path(fox).read_text(encoding="utf-8")
    Path(fox).write_text(rules.replace("kind Colour ", "kind Colour grey, "), encoding="utf-8")
    done = run("new", "card", "Card", "--for", fox, "--output", "-")
    assert "# one of: red, green, blue, grey" in done.output


@pytest.mark.parametrize("ruleset", ["pig", "tic-tac-toe", "connect-four", "leduc-poker", "fox.regel"])
def test_a_variant_changes_something_that_exists(run: Run, fox: str, ruleset: str) -> None:
    assert run("new", "variant", "other", "--for", ruleset).exit_code == 0
    assert "\nchange " in Path("other.regel").read_text(encoding="utf-8")
    assert_works(run, ruleset, "other.regel")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["game", "fox"], "fox.regel exists already"),
        (["game", "7up"], "begins with a letter"),
        (["game", "if"], "word of the language"),
        (["game", "x", "--players", "0"], "no number of players"),
        (["game", "x", "--players", "4..2"], "no number of players"),
        (["game", "x", "--output", "x.txt"], "end in .regel"),
        (["card", "Crad", "--for", "fox.regel"], "Did you mean Card?"),
        (["card", "Card", "--for", "pig"], "has no types"),
        (["action", "wink", "--for", "leduc-poker"], "no line `offer"),
        (["mod", "x", "--for", "nowhere"], "no ruleset called nowhere"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(run: Run, fox: str, words: list[str], said: str) -> None:
    before = Path(fox).read_bytes()
    done = run("new", *words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert [(p.name, p.read_bytes()) for p in Path().iterdir()] == [(fox, before)]


def test_a_name_that_is_taken_is_shown_where_it_is(run: Run, fox: str) -> None:
    done = run("new", "card", "Card", "--name", "apple", "--for", fox)
    assert done.exit_code == 1
    assert "apple" in done.stderr and "fox.regel:" in done.stderr
    assert not Path("apple.regel").exists()


LUCKY = """\
game lucky "Lucky"
  language  1
  players   2

table
  sum       0..9 = 3
  fixed     0..9 = 4
setup
  draw d in 1..4
  set sum to d
action wait "Wait"
  nothing
flow
  as each players: offer wait
winner
  most 0

scenario "one that fails, which is not asked for"
  seats ann, bob
  then  fixed = 5
"""


def test_a_scenario_says_only_what_chance_does_not_decide(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("lucky.regel").write_text(LUCKY, encoding="utf-8")
    played = "regelwerk.cli.commands.writing.new.playtested"
    monkeypatch.setattr(played, None)  # rules that are as before are not played
    done = run("new", "scenario", "What holds", "--for", "lucky.regel")
    assert done.output.endswith("Next: regelwerk test lucky.regel --with what_holds.regel --only 'What holds'\n")
    text = Path("what_holds.regel").read_text(encoding="utf-8")
    assert "fixed = 4" in text and "sum = " not in text
    assert run("test", "lucky.regel", "--with", "what_holds.regel", "--only", "What holds").exit_code == 0
