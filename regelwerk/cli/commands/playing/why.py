"""`regelwerk why`: why an option is not offered, or how a value comes about."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

import click

from regelwerk import Game, Ruleset
from regelwerk.bots import answer
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.explain import Reason
from regelwerk.telling.options import action_of

from ...ruleset_options import Composing, composing
from ...screen import console, engine_option, json_option, player_count, print_json, ruleset_argument, sentence
from ...terminal.reasons import reason_lines, value_lines
from .play import resumed


def _moved(ruleset: Ruleset, players: int | None, seed: int, moves: str) -> Game:
    """Start a game and make moves, each by whoever has to decide."""
    game = ruleset.new_game(player_count(ruleset, players), seed)
    for number, move in enumerate([each.strip() for each in moves.split(";") if each.strip()], 1):
        if game.over:
            raise click.UsageError(f"Move {number} ({move}) is one too many: the game is over.")
        decision = game.decisions()[0]
        if decision.option(move) is None:
            reasons = " ".join(reason.text for reason in _reasons(game, move, decision.seat))
            raise click.UsageError(f"Move {number} ({move}) is not possible. {reasons}".strip())
        answer(game, decision, move)
    return game


def _reasons(game: Game, option: str, seat: int) -> list[Reason]:
    """Ask why an option is not offered; what does not exist is a wrong use."""
    try:
        return game.why(option, seat)
    except Refused as refused:
        there = list(dict.fromkeys(action_of(each) for d in game.decisions() if d.seat == seat for each in d.options))
        near = get_close_matches(option.partition("(")[0], there, n=1)
        if "did you mean" in str(refused):
            raise click.UsageError(sentence(str(refused))) from None
        hint = f" Did you mean {near[0]}?" if near else f" Offered now: {', '.join(there)}." if there else ""
        raise click.UsageError(sentence(str(refused)) + hint) from None


@click.command()
@ruleset_argument
@click.argument("option", required=False)
@click.argument("args", nargs=-1)
@composing
@click.option("--value", metavar="NAME", help="Explain this value instead; its arguments follow.")
@click.option("--players", "-p", type=int, help="How many players; the fewest possible if not given.")
@click.option("--seed", "-s", type=int, default=0, show_default=True, help="Where all chance comes from.")
@click.option("--moves", default="", metavar='"a;b;c"', help="Options taken before, by id.")
@click.option("--load", "saved", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A saved game.")
@click.option("--seat", type=click.IntRange(1), help="Whose view, counted from 1; who has to decide if not given.")
@engine_option
@json_option
@click.pass_context
def why(
    ctx: click.Context, ruleset: str, option: str | None, args: tuple[str, ...], how: Composing,
    value: str | None, players: int | None, seed: int, moves: str, saved: Path | None, seat: int | None,
    engine: EngineName, as_json: bool,
) -> None:  # fmt: skip
    """Tell why an OPTION (or action) is not offered, or how a value comes about.

    The position is the start of a game, after --moves if given, or a saved one.

    \b
    Examples:
      regelwerk why tic-tac-toe "place(a1)" --moves "place(a1)"
      regelwerk why pig hold
      regelwerk why connect-four --value run d6 north
    """
    if option is None and value is None:
        raise click.UsageError("Say which option, or which value with --value.")
    rules = how.stepped(ruleset, engine)
    game = resumed(rules, saved) if saved else _moved(rules, players, seed, moves)
    if seat is not None and seat > game.players:
        raise click.UsageError(f"There are only {game.players} seats.")
    who = seat - 1 if seat is not None else next((d.seat for d in game.decisions()), 0)
    out = console()
    if value is not None:
        words = [word for word in (option, *args) if word is not None]
        if as_json:
            steps = game.why_value(value, words, who)
            print_json([{"value": s.value, "change": s.change, "by": s.by} for s in steps])
            return
        for line in value_lines(game, value, words, who):
            out.print(line)
        return
    assert option is not None
    reasons = _reasons(game, option, who)
    if as_json:
        found = [{"text": r.text, "cites": list(r.cites), "place": list(r.at)} for r in reasons]
        print_json({"option": option, "seat": who, "possible": not reasons, "reasons": found})
    else:
        for line in reason_lines(reasons):
            out.print(line, soft_wrap=True)
        if not reasons:
            out.print(f"{option} is possible.")
    ctx.exit(1 if reasons else 0)
