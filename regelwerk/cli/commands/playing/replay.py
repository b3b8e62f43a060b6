"""`regelwerk replay`: a saved game again, under the same rules or changed ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from regelwerk import Game, Ruleset
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.game.replay import Divergence, checked_log, described, forgets, log_file
from regelwerk.interpreter.game.saving.save import asked_for, ruleset_of
from regelwerk.interpreter.scenarios.opening import replay_opened
from regelwerk.library import Unknown
from regelwerk.telling.results import result_data
from regelwerk.telling.stories import Said, watching

from ...ruleset_options import Composing, composing
from ...screen import console, engine_option, json_option, plural, print_json
from ...terminal.results import result_table
from ...terminal.saving import read_game, same_course
from ...terminal.stories import last, news

LOG = "regelwerk/log/1"
TAIL = 12


class Checked(Ruleset):
    """Games of it check every invariant."""

    def new_game(
        self, players: int, seed: int | None = None, names: Sequence[str] | None = None, checks: bool = False,
        supplied: Sequence[Any] = (),
    ) -> Game:  # fmt: skip
        return super().new_game(players, seed, names, True, supplied)


def read_log(ruleset: Ruleset, data: dict[str, Any], name: str) -> dict[str, Any]:
    """Take a file as a log; that of a saved game comes from the rules it was played with."""
    if data.get("format") == LOG:
        return checked_log(ruleset, data)
    own = ruleset if data.get("hash") == ruleset.hash else _then(data).opened(name, ruleset.machine.engine_name)
    return log_file(own.load(data))


def _then(data: dict[str, Any]) -> Composing:
    words = asked_for(data)
    said = list(zip(words[::2], words[1::2], strict=True))
    rulings = (value.partition("=") for option, value in said if option == "--ruling")
    overlays = tuple(value for option, value in said if option == "--with")
    return Composing(overlays, tuple((name, answer) for name, _, answer in rulings))


def _data(game: Game, file: dict[str, Any], divergence: Divergence | None) -> dict[str, Any]:
    return {
        "ruleset": game.ruleset.name,
        "same_rules": file.get("hash") == game.ruleset.hash,
        "entries": len(file["entries"]),
        "divergence": None
        if divergence is None
        else {"entry": divergence.entry, "said": divergence.said, "reason": divergence.reason},
        "violations": [violation.title for violation in game.violations],
        "over": game.over,
        "result": result_data(game),
    }


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--ruleset", "-r", metavar="RULESET", help="Replay under these rules; those of the file if not given.")
@composing
@engine_option
@json_option
@click.pass_context
def replay(
    ctx: click.Context, file: Path, ruleset: str | None, how: Composing, engine: EngineName, as_json: bool
) -> None:
    """Replay a saved game or log; under changed rules, tell where the game would first go another way.

    \b
    Examples:
      regelwerk replay evening.json
      regelwerk replay evening.json --ruleset my-game/ --with house-rules.regel
    """
    saved = read_game(file)
    name = ruleset or ruleset_of(saved)
    try:
        opened = how.stepped(name, engine)
    except Unknown as unknown:
        if ruleset is not None or how.overlays:
            raise
        way_out = f"The game was played with {name}, which is not bundled: add `--ruleset FILE` with its rules."
        raise click.UsageError(way_out) from unknown
    rules = Checked(opened.compiled, engine, language=how.language)
    log = read_log(rules, saved, name)
    said: Said = {}
    game, divergence = replay_opened(rules, log, watching(said))
    if divergence is not None and same_course(game, log["entries"]):
        divergence = None  # only the words are others
    if as_json:
        print_json(_data(game, log, divergence))
    else:
        _tell(game, log, divergence, said)
    ctx.exit(1 if divergence is not None or game.violations else 0)


def _tell(game: Game, log: dict[str, Any], divergence: Divergence | None, said: Said) -> None:
    out = console()
    if log.get("hash") != game.ruleset.hash:
        then = asked_for(log)
        how = f" It was played with {' '.join(then)}." if then else ""
        anew = " What was answered in secret at the end is left out." if forgets(game.ruleset, log) else ""
        out.print(f"The rules have changed since.{how}{anew}", style="yellow")
    out.print(last(news(game, None, 0, said), TAIL))
    out.print()
    for violation in game.violations[:1]:
        file, line, *_ = violation.at
        out.print(f"The invariant “{violation.title}” ({file}:{line}) does not hold.", style="red")
    if divergence is not None:
        old = described(game, divergence.said)
        out.print(f"Entry {divergence.entry + 1} of {len(log['entries'])} does not fit: {old}", style="red")
        out.print(f"  {divergence.reason}", soft_wrap=True)
    elif game.over:
        out.print(result_table(game))
    else:
        out.print(f"{plural(len(log['entries']), 'entry').replace('entrys', 'entries')}; the game goes on.")
