"""`regelwerk play`: a game at the terminal."""

from __future__ import annotations

import contextlib
import secrets
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from regelwerk import Game, Ruleset
from regelwerk.bots import Bot, answer, consult, maker
from regelwerk.bots.learning.experience import opponent
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.game.replay import described, forgets, log_file, replay
from regelwerk.interpreter.game.saving.save import asked_for, ruleset_of
from regelwerk.interpreter.game.schema import TableNote
from regelwerk.interpreter.scenarios.opening import find_scenario, open_scenario, replay_opened
from regelwerk.interpreter.texts.sentences import Texts
from regelwerk.telling.speech import speak, speaker
from regelwerk.telling.stories import Said, note, watching, worded

from ...rulebook import rulebook
from ...ruleset_options import Composing, composing
from ...screen import console, engine_option, player_count, ruleset_argument, sentence
from ...seats import HUMAN, named_seats, seated, there
from ...signals import ENDS, Terminated, ended_by
from ...terminal.real_dice import RealDice
from ...terminal.results import result_table
from ...terminal.resuming import as_played, note_of, offered
from ...terminal.saving import Saves, read_game, same_course
from ...terminal.session import Quit, Session, piped_input, terminal_input
from ...terminal.stories import last, news

TAIL = 12
LIMIT = 100_000  # decisions of a game without people


def resumed(ruleset: Ruleset, path: Path, said: Said | None = None) -> Game:
    """Go on with a saved game or a log; `said` gets the options as they were worded."""
    data = read_game(path)
    watch = watching({} if said is None else said)
    if data.get("format") != "regelwerk/log/1":
        game = ruleset.load(data)
        replay(ruleset, log_file(game), watch)
        return game
    if (name := ruleset_of(data)) != ruleset.name:
        raise click.ClickException(f"This is a game of {name}, not of {ruleset.name}.")
    game, divergence = replay_opened(ruleset, data, watch)
    if divergence is not None and not same_course(game, data["entries"]):
        why = f"entry {divergence.entry + 1} ({described(game, divergence.said)}): {sentence(divergence.reason)}"
        if data.get("hash") == ruleset.hash:
            raise click.ClickException(f"{path.name} is damaged, {why}")
        then = f" It was played with {' '.join(words)}." if (words := asked_for(data)) else ""
        raise click.ClickException(f"The rules have changed since this game was saved, {why}{then}")
    return game


def _alone(game: Game, bots: dict[int, Bot], said: Said) -> None:
    """Play a game without people and tell how it went."""
    for _ in range(LIMIT):
        if game.over:
            break
        decision = game.decisions()[0]
        since, option = game.logged, consult(bots[decision.seat], game, decision)
        spoken = worded(game, decision, option)
        answer(game, decision, option)
        note(game, said, since, decision.seat, spoken)
    out, say = console(), speaker(game)
    out.print(last(news(game, None, 0, said), TAIL))
    out.print()
    out.print(result_table(game) if game.over else say("The game is not over after {number} decisions.", number=LIMIT))
    out.print(say("Seed {seed}.", seed=game.seed), style="dim")


@click.command()
@ruleset_argument
@composing
@click.option("--players", "-p", type=int, help="How many players; 2 if not given and possible.")
@click.option("--seats", default="", metavar="human,sensible,random,…",
              help="Who plays. Without it, the first seat is you; the others are eager where the game comes "
              "with experience, else random.")  # fmt: skip
@click.option("--seed", "-s", type=int, help="Where all chance comes from; anything if not given.")
@click.option("--names", default="", metavar="A,B,…", help="What the players are called.")
@click.option("--from", "title", metavar="TITLE",
              help="Begin at the position of a scenario, with its seats: by its title, or a part of it.")  # fmt: skip
@click.option("--load", "saved", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="Go on with a game that was saved, as it was played.")  # fmt: skip
@click.option(
    "--real-dice",
    "dice",
    is_flag=True,
    help="Chance comes from a real table: you type what the dice show and which card is drawn.",
)
@engine_option
def play(
    ruleset: str, how: Composing, players: int | None, seats: str, seed: int | None, names: str,
    title: str | None, saved: Path | None, dice: bool, engine: EngineName,
) -> None:  # fmt: skip
    """Play a game: you against bots, or several people at one terminal.

    Without a terminal, bots play and the result is printed.

    \b
    Examples:
      regelwerk play connect-four
      regelwerk play leduc-poker --seats human,human --names Ada,Ben
      regelwerk play pig --players 4 --seed 7
      regelwerk play pig --load evening.json
      regelwerk play connect-four --from "full column"
      regelwerk play pig --real-dice
    """
    if title is not None and saved is not None:
        raise click.UsageError("--load goes on where a game was left, so it cannot begin --from a scenario as well.")
    tty = sys.stdin.isatty()
    if tty and sys.stdout.isatty():
        click.echo(speak(how.language, "Setting up {name} …", name=ruleset))
    read = terminal_input if tty else piped_input
    try:
        asks = tty and seed is None and title is None
        rules, ruleset, how, saved = _opened(ruleset, how, saved, engine, read if asks else None)
    except Quit:
        return
    sat = note_of(read_game(saved)) if saved is not None else TableNote()
    called = [name.strip() for name in names.split(",") if name.strip()]
    if twice := next((name for n, name in enumerate(called) if name in called[:n]), ""):
        raise click.UsageError(f"Two players are called {twice}. Give everybody a name of their own.")
    named = named_seats(seats, people=True) or there(sat.seats)
    scenario = None if title is None else find_scenario(rules.compiled, title)
    wished = len(scenario.seats) if scenario else max(min(2, rules.compiled.players[1]), len(called), len(named))
    said: Said = {}
    changed = anew = False
    dealer: RealDice | None = None
    if saved is not None:
        game = resumed(rules, saved, said)
        if players not in (None, game.players):
            raise click.UsageError(f"{game.players} play the saved game, not {players}. Leave --players out.")
        changed, anew = (data := read_game(saved)).get("hash") != rules.hash, forgets(rules, data)
    else:
        if scenario is not None and players not in (None, wished):
            raise click.UsageError(f"{wished} sit at “{scenario.title}”, not {players}. Leave --players out.")
        count = player_count(rules, players, wished)
        if called and len(called) != count:
            raise click.UsageError(f"{len(called)} names are given, but {count} play.")
        chance = seed if seed is not None else secrets.randbelow(10**6) if tty else 0
        texts = rules.machine.texts
        titled = Texts(rules.compiled, texts.language, called or [texts.title("Player", n) for n in range(count)])
        dealer = RealDice(rules.compiled, titled, partial(speak, how.language), read) if dice else None
        start: Callable[..., Game] = partial(rules.new_game, count, chance, called or None)
        if scenario is not None:
            start = partial(open_scenario, rules, scenario, chance, called or scenario.seats)
        try:
            game = start() if dealer is None else dealer.begin(lambda supplied: start(supplied=supplied))
        except Quit:
            return
    kinds = seated(named or [HUMAN] * tty, game.players, opponent(rules.name))
    bots = {seat: maker(kind)(game.seed, seat) for seat, kind in enumerate(kinds) if kind != HUMAN}
    begun = scenario.title if scenario is not None else sat.scenario
    notes = [speaker(game)("The rules have changed since.")] * changed
    notes += [speaker(game)("What was answered in secret this time is asked for anew.")] * anew
    notes += [speaker(game)("The game begins at the scenario “{title}”.", title=begun)] if begun else []
    if len(bots) == game.players:
        for told in notes:
            click.echo(told, err=True)
        _alone(game, bots, said)
        return
    if tty:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 (gives input() a history and editing)
    out = console()
    session = Session(game, bots, out, read, tty and out.is_terminal)
    session.said = said
    dice = dice or sat.dice
    session.saves = Saves(saved, game.logged, _table(ruleset, how, kinds) | {"dice": dice, "scenario": begun})
    if dice:
        session.dice = RealDice(rules.compiled, game.words.texts, session.say, read)
        session.dice.told = dealer.told if dealer is not None else set()
    session.news = [Text(told, style="yellow") for told in notes]
    session.where = rulebook(ruleset, how)
    _played(session)


def _opened(
    ruleset: str, how: Composing, saved: Path | None, engine: EngineName, read: Callable[[str], str] | None
) -> tuple[Ruleset, str, Composing, Path | None]:
    """Put the rules together: of a saved game as it was played; without one, those that were left are offered."""
    if saved is not None:
        ruleset, how = as_played(ruleset, how, read_game(saved))
    rules = how.stepped(ruleset, engine)
    if saved is None and read is not None:
        saved = offered(rules.name, partial(speak, how.language), read)
        if saved is not None:
            other = as_played(ruleset, how, read_game(saved))
            if other != (ruleset, how):
                ruleset, how = other
                rules = how.stepped(ruleset, engine)
    return rules, ruleset, how, saved


def _table(ruleset: str, how: Composing, kinds: list[str]) -> dict[str, Any]:
    """Note who plays and with what, so that the game can go on as it was."""
    rulings = dict(how.rulings)
    return TableNote(
        ruleset=ruleset, overlays=list(how.overlays), rulings=rulings, language=how.language, seats=kinds
    ).model_dump()


def _played(session: Session) -> None:
    """Play a game; whoever leaves, and however, is told how it goes on."""
    with ended_by(ENDS if session.clears else ()) as heard:
        try:
            session.run()
        except Quit:
            session.leave()
        except KeyboardInterrupt:
            session.out.print()
            session.leave()
            raise
        except Terminated as ended:
            heard.set()
            with contextlib.suppress(OSError, ValueError):  # the terminal may be gone
                session.leave()
            sys.exit(128 + ended.number)
