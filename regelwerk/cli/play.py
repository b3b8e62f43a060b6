"""`regelwerk play`: a game at the terminal."""

from __future__ import annotations

import contextlib
import secrets
import sys
from pathlib import Path

import click
from rich.text import Text

from regelwerk import Game, Ruleset
from regelwerk.bots import BOTS, Bot, answer
from regelwerk.interpreter.machine import EngineName
from regelwerk.interpreter.replaying import described, log_file, replay
from regelwerk.interpreter.saving import asked_for, ruleset_of

from .composing import Composing, composing
from .keeping import Shelf, read_game, same_course
from .reading import rulebook
from .results import result_table
from .screen import console, engine_option, player_count, ruleset_argument, sentence
from .seats import HUMAN, named_seats, seated
from .session import Quit, Session, piped_input, terminal_input
from .speech import speak, speaker
from .stories import Said, last, news, note, watching, worded

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
    game, divergence = replay(ruleset, data, watch)
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
        since, option = game.logged, bots[decision.seat].choose(game, decision)
        answer(game, decision, option)
        note(game, said, since, decision.seat, worded(decision, option))
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
              help="Who plays. Without it, the first seat is you; seats not named play at random.")  # fmt: skip
@click.option("--seed", "-s", type=int, help="Where all chance comes from; anything if not given.")
@click.option("--names", default="", metavar="A,B,…", help="What the players are called.")
@click.option("--load", "saved", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="Go on with a game saved by `s FILE`.")  # fmt: skip
@engine_option
def play(
    ruleset: str, how: Composing, players: int | None, seats: str, seed: int | None, names: str,
    saved: Path | None, engine: EngineName,
) -> None:  # fmt: skip
    """Play a game: you against bots, or several people at one terminal.

    Without a terminal, bots play and the result is printed.

    \b
    Examples:
      regelwerk play connect-four
      regelwerk play leduc-poker --seats human,human --names Ada,Ben
      regelwerk play pig --players 4 --seed 7
      regelwerk play pig --load evening.json
    """
    tty = sys.stdin.isatty()
    if tty and sys.stdout.isatty():
        click.echo(speak(how.language, "Setting up {name} …", name=ruleset))
    rules = how.stepped(ruleset, engine)
    called = [name.strip() for name in names.split(",") if name.strip()]
    if twice := next((name for n, name in enumerate(called) if name in called[:n]), ""):
        raise click.UsageError(f"Two players are called {twice}. Give everybody a name of their own.")
    named = named_seats(seats, people=True)
    wished = max(min(2, rules.compiled.players[1]), len(called), len(named))
    said: Said = {}
    changed = False
    if saved is not None:
        game = resumed(rules, saved, said)
        changed = read_game(saved).get("hash") != rules.hash
    else:
        count = player_count(rules, players, wished)
        if called and len(called) != count:
            raise click.UsageError(f"{len(called)} names are given, but {count} play.")
        chance = seed if seed is not None else secrets.randbelow(10**6) if tty else 0
        game = rules.new_game(count, chance, called or None)
    kinds = seated(named or [HUMAN] * tty, game.players)
    bots = {seat: BOTS[kind](game.seed, seat) for seat, kind in enumerate(kinds) if kind != HUMAN}
    if len(bots) == game.players:
        if changed:
            click.echo(speaker(game)("The rules have changed since."), err=True)
        _alone(game, bots, said)
        return
    if tty:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 (gives input() a history and editing)
    out = console()
    session = Session(game, bots, out, terminal_input if tty else piped_input, tty and out.is_terminal)
    session.said = said
    session.shelf = Shelf(saved, game.logged)
    session.news = [Text(speaker(game)("The rules have changed since."), style="yellow")] * changed
    session.where = rulebook(ruleset, how)
    try:
        session.run()
    except Quit:
        session.leave()
    except KeyboardInterrupt:
        out.print()
        session.leave()
        raise
