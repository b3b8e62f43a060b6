"""A game at the terminal: whose turn it is, what they see, what they type."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from regelwerk import Game
from regelwerk.bots import Bot, answer, consult
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.interpreter.game.log import ASIDE, SHOWN
from regelwerk.scene import plan_of
from regelwerk.scene.looks import looks_of
from regelwerk.telling.directions import directed
from regelwerk.telling.options import remarks_on
from regelwerk.telling.reasons import Where, guessed, unplaced
from regelwerk.telling.speech import HELP, speaker
from regelwerk.telling.stories import Said, note, told, worded

from ..screen import sentence
from .drawing.excerpt import UNBOUND
from .drawing.stage import MORE
from .drawing.table import Drawing
from .drawing.tableau import Tableau
from .menu import Menu
from .real_dice import RealDice
from .reasons import not_offered, reason_lines, thing_lines, value_lines, value_names
from .results import result_table, scored
from .saving import Saves
from .stories import last, news

ROOM = 8  # lines kept free for the options
RECENT = 5  # lines of the log above the options
BRIEF = 2  # the same, where there is little room
SHORT = 3  # lines of an answer that stands above the options; longer ones take the screen


class Quit(Exception):
    """Somebody has had enough."""


class Session:
    """Plays one game with people and bots."""

    def __init__(
        self, game: Game, bots: Mapping[int, Bot], out: Console, read: Callable[[str], str], clears: bool
    ) -> None:
        self.game = game
        self.say = speaker(game)
        self.bots = bots
        self.out = out
        self.read = read
        self.clears = clears
        self.drawing = Drawing(game, colour=out.is_terminal and not out.no_color)
        self.tableau = Tableau(self.drawing, looks_of(game.ruleset.compiled), plan_of(game.ruleset.compiled))
        self.before: dict[int, dict[str, Any]] = {}  # what each seat saw when its last turn had ended
        self.where: Where = unplaced  # in the rulebook
        self.said: Said = {}
        self.saves = Saves(logged=game.logged)
        self.dice: RealDice | None = None
        self.troubles: list[str] = []  # that were told once
        self.news: list[RenderableType] = []  # for whoever decides first
        self.typed_ahead = ""  # at a prompt that only waits for Enter
        self.told = [0] * game.players  # how much of the log each seat has seen
        self.at_screen: int | None = None  # the person who sits there
        self.waits_for: int | None = None  # the bot that thinks
        compiled = game.ruleset.compiled
        private = any(slot.visibility in ("private", "hidden from owner") for slot in compiled.slots)
        self.humans = [seat for seat in range(game.players) if seat not in bots]
        self.hides = (private or not {SHOWN, ASIDE}.isdisjoint(compiled.events)) and len(self.humans) > 1

    def run(self) -> None:
        """Play to the end."""
        while not self.game.over:
            decision = self._next()
            bot = self.bots.get(decision.seat)
            if bot is not None:
                self._thinks(decision.seat)
                since, heard = self.game.logged, self.game.heard(self._viewer)
                option = consult(bot, self.game, decision)
                spoken = directed(self.game, decision, self.tableau.looks)
                said = worded(self.game, spoken, spoken.option(option) or option)
                self._do(partial(answer, decision=decision, option=option))
                note(self.game, self.said, since, decision.seat, said)
                self._keep()
                self._step(heard)
                self._scored()
            else:
                self.waits_for = None
                self._hand_over(decision)
                self._ask(decision)
        self._finish()

    def leave(self) -> None:
        """Say good-bye; nobody loses a game by leaving the table."""
        said = self.say("Until next time. Seed {seed}.", seed=self.game.seed)
        if self.clears and not self.game.over and (path := self.saves.left(self.game)) is not None:
            said += "\n" + self.say("The game is kept. To go on with it:") + "\n" + self.saves.command(self.game, path)
        self.out.print(Text(said, style="dim"), soft_wrap=True)

    def _do(self, act: Callable[[Game], None]) -> None:
        """Do something with the game; chance may come from a real table."""
        if self.dice is None:
            act(self.game)
        else:
            self.game = self.dice.step(self.game, act)

    def _keep(self) -> None:
        """Keep the game as it is now: whatever happens to the terminal, nothing answered is lost."""
        if self.clears and (trouble := self.saves.keep(self.game)) and trouble not in self.troubles:
            self.troubles.append(trouble)
            self.news.append(Text(trouble, style="red"))

    def _next(self) -> Decision:
        """Give the decision to make now; of several at once, first those of the person who sits there."""
        found = self.game.decisions()
        if not found:
            raise Refused("the game stands still: nobody has anything to decide")
        return next((d for d in found if d.seat == self.at_screen), found[0])

    def name(self, seat: int) -> str:
        return self.game.words.texts.title("Player", seat)

    # ------------------------------------------------------------------ screens

    def _clear(self) -> None:
        """Clear the screen with the next thing printed: an empty one is not to be seen in between."""
        if self.clears:
            others = "\x1b[3J" if len(self.humans) > 1 else ""  # nobody scrolls up to what another person saw
            self.out.file.write(f"\x1b[H\x1b[2J{others}")

    def _thinks(self, seat: int) -> None:
        """Say for whom one waits; a screen that stands still looks as if nothing went on."""
        if self.clears and self.waits_for != seat:
            self.waits_for = seat
            self.out.file.write("\r\x1b[K" + self.say("{name} is thinking …", name=self.name(seat)))
            self.out.file.flush()

    @property
    def _viewer(self) -> int | None:
        """The seat whose eyes are at the screen while bots play: of several people, nobody's."""
        return self.humans[0] if len(self.humans) == 1 else None

    def _step(self, since: int) -> None:
        """Tell what a bot has just done, as far as everybody who looks may know it: its turn is seen step by step."""
        if self.clears:
            for line in news(self.game, self._viewer, since, self.said, self.out.width):
                self.out.file.write("\r\x1b[K")
                self.out.print(Text(line, style="dim"))
            self.waits_for = None

    def _hand_over(self, decision: Decision) -> None:
        """Hide everything until the next person sits there."""
        seat = decision.seat
        secret = self.hides or decision.secret  # whoever begins a game, or goes on, need not be the first who decides
        if self.at_screen != seat and secret and len(self.humans) > 1:
            self._clear()
            self._wait(self.say("{name} is next. Press Enter when nobody else looks. ", name=self.name(seat)))
        if self.at_screen != seat:
            self.drawing.last = {}
        self.at_screen = seat

    def _show(self, decision: Decision, menu: Menu, notes: Sequence[RenderableType]) -> None:
        seat, game, out = decision.seat, self.game, self.out
        title = game.words.texts.words(game.ruleset.compiled.title)
        question = decision.question or (self.say("Choose") if decision.secret else "")
        pieces, deep = self.tableau.pieces(game, decision, out.width), menu.deep(out.width, out.height // 2)

        happened = news(game, seat, self.told[seat], self.said, out.width)

        def below(most: int) -> list[RenderableType]:
            recent = [last(happened, most, out.width, self.say("… l shows all"))] if happened else []
            return [*recent, *pieces, *notes]

        drawn = dict(self.drawing.last)
        for most in (max(RECENT, out.height // 5), BRIEF):  # what can be chosen matters more than what happened
            self.drawing.last = dict(drawn)
            free = out.height - self._deep(below(most)) - 2 if self.clears else UNBOUND
            table = self._table(decision, free - min(deep, max(ROOM, free // 3)))
            used = self._deep([table, *below(most)]) + 1
            cut = isinstance(table, Text) and table.plain.endswith(self.say(MORE))
            if (used + deep < out.height and not cut) or not self.clears:
                break
        if self.clears and (spare := out.height - used - deep - 1) > 0:
            used += self._deep(below(most + spare)) - self._deep(below(most))
            most += spare
        screen: list[RenderableType] = [
            Rule(Text(f"{title} · {self.name(seat)}", style="bold"), style="dim"), table, *below(most)
        ]  # fmt: skip
        if question:
            screen.append(Text(question + (self.say(" (in secret)") if decision.secret else ""), style="bold"))
        screen += menu.lines(out.width, out.height - used - (2 if question else 1))
        self._clear()
        out.print(Group(*screen))

    def _deep(self, things: Sequence[RenderableType]) -> int:
        """Count the lines that things take."""
        return len(self.out.render_lines(Group(*things))) if things else 0

    def _table(self, decision: Decision | None, rows: int, seat: int | None = None) -> RenderableType:
        """Draw the table in so many lines, if it can be done."""
        seat = decision.seat if decision is not None else seat
        if self.tableau:
            before = self.before.get(seat, {}) if seat is not None else {}
            lines = self.tableau.lines(self.game, seat, self.out.width, rows, before, decision)
            return Text("\n", no_wrap=True, overflow="ellipsis").join(lines)
        drawn = dict(self.drawing.last)
        table = self.drawing.draw(self.game, seat, self.out.width)
        if len(self.out.render_lines(table)) > rows and self.clears:
            self.drawing.last = drawn
            table = self.drawing.draw(self.game, seat, self.out.width, compact=True)
        return table

    def _finish(self) -> None:
        if self.clears:
            self.saves.ended(self.game)
        seat = self.humans[0] if len(self.humans) == 1 else None
        table = self._table(None, UNBOUND, seat)
        self._clear()
        self.out.rule(Text(self.game.words.texts.words(self.game.ruleset.compiled.title), style="bold"), style="dim")
        self.out.print(table)
        self.out.print(last(news(self.game, seat, 0, self.said, self.out.width), RECENT, self.out.width))
        self.out.print()
        self.out.print(result_table(self.game))
        with contextlib.suppress(Quit):
            self._wait(self.say("\ns FILE saves the game, Enter ends > "))

    def _leaf_through(self, text: RenderableType) -> None:
        """Show something long, page by page, in place of the table."""
        lines = self.out.render_lines(text, pad=False)
        step = max(3, self.out.height - 2)
        for first in range(0, len(lines), step):
            self._clear()
            for line in lines[first : first + step]:
                self.out.print(*(Text(part.text, style=part.style or "") for part in line), sep="", soft_wrap=True)
            further = first + step < len(lines)
            more = self.say("Enter shows more, - goes back > ") if further else self.say("Enter goes back > ")
            if typed := self.read(more).strip():
                self.typed_ahead = typed if typed != "-" else ""
                return

    def _scored(self) -> None:
        """Show the sheets that the last step has filled in."""
        found = scored(self.game)
        if found and not self.game.over:
            self._clear()
            self.out.print(Group(*found))
            if self.clears:
                self._wait(self.say("\nEnter goes on > "))

    # ------------------------------------------------------------------ input

    def _wait(self, prompt: str) -> str:
        """Wait for Enter; the game can be saved and left here, too."""
        while True:
            typed = self.read(prompt).strip()
            command, _, name = typed.partition(" ")
            if command == "q":
                raise Quit
            if command not in ("s", "s!"):
                return typed
            self.out.print(self.saves.save(self.game, name.strip(), command == "s!"))

    def _ask(self, decision: Decision) -> None:
        """Let a person decide."""
        decision, texts = directed(self.game, decision, self.tableau.looks), self.game.words.texts
        remarks = remarks_on(self.game, decision, self.tableau.looks)
        menu = Menu(decision, remarks, texts, self.tableau.arrows(self.game, decision))
        notes, self.news = self.news, []
        while True:
            self._show(decision, menu, notes)
            ahead, self.typed_ahead = self.typed_ahead, ""
            typed = ahead or self.read(self.say("{name}, h for help > ", name=self.name(decision.seat))).strip()
            command, _, rest = typed.partition(" ")
            if typed in ("+", "-"):
                menu.turn(1 if typed == "+" else -1)
                notes = []
            elif command in ("u", "q", "s", "s!", "l", "t", "h", "v", "?") or typed.startswith("?"):
                words = rest if rest or command == "s!" else typed[1:]
                if self._command(typed[0], words.strip(), decision, notes := [], command == "s!"):
                    return
                if self.clears and len(self.out.render_lines(Group(*notes))) > SHORT:
                    self._leaf_through(Group(*notes))
                    notes = []
            elif (option := menu.read(typed)) is not None:
                try:
                    since, heard = self.game.logged, self.game.heard(decision.seat)
                    taken = worded(self.game, decision, option)
                    self._do(partial(Game.choose, answer=option, seat=decision.seat))
                except (RuleError, Refused) as error:
                    notes = [Text(str(error), style="red")]
                    continue
                self.told[decision.seat] = heard
                note(self.game, self.said, since, decision.seat, taken)
                self._keep()
                if decision.secret:
                    self._commit(decision.seat)
                    self._keep()
                self._looked(decision.seat)
                self._scored()
                return
            else:
                notes = []
                if typed.isdecimal():
                    said = self.say(
                        "There is no option {typed}: they are numbered {first} to {last}.",
                        typed=typed, first=menu.numbers[0], last=menu.numbers[-1],
                    )  # fmt: skip
                    notes = [Text(said, style="yellow")]
                elif not menu.numbered():
                    notes = [Text(self.say("No option has “{typed}”.", typed=typed), style="yellow")]
                    notes += reason_lines(guessed(self.game, typed, decision), self.where)
                    menu.wanted = ""

    def _looked(self, seat: int) -> None:
        """Remember what a person has seen, once it is somebody else's turn."""
        if self.game.over or all(d.seat != seat for d in self.game.decisions()):
            self.before[seat] = self.game.view(seat)["slots"]

    def _commit(self, seat: int) -> None:
        """Let a person think again before a secret answer counts."""
        if seat not in self.game.waiting():
            return
        typed = self._wait(self.say("Enter makes it final, u takes back the last answer, r all > ")).lower()
        if typed in ("r", "u"):
            self.game.revise(seat, keep=0 if typed == "r" else -1)
        else:
            self._do(partial(Game.commit, seat=seat))

    def _command(
        self, letter: str, rest: str, decision: Decision, notes: list[RenderableType], anyway: bool = False
    ) -> bool:
        """Do what a letter stands for; True if the decision is not the pending one any more."""
        try:
            if letter == "q":
                raise Quit
            if letter == "u":
                self._undo(decision)
                self._keep()
                return True
            if letter == "s":
                notes.append(self.saves.save(self.game, rest, anyway))
            elif letter == "t":
                notes.append(self._table(decision, UNBOUND))
            elif letter == "h":
                notes.append(self.say(HELP))
            elif letter == "l":
                lines = told(self.game, decision.seat, said=self.said)
                notes.append("\n".join(lines) or self.say("Nothing has happened yet."))
            elif letter == "v":
                name, *args = rest.replace(",", " ").split() or [""]
                known = any(value.name == name for value in self.game.ruleset.compiled.values)
                found = thing_lines(self.game, rest, decision.seat) if name and not known else []
                if not found:
                    found = value_lines(self.game, name, args, decision.seat) if name else value_names(self.game)
                notes += found or [self.say("There are no values.")]
            else:
                notes += self._why(rest, decision)
        except Refused as refused:
            notes.append(Text(self.say(sentence(str(refused))), style="yellow"))
        except RuleError as error:
            notes.append(Text(self.say("The rules have no answer: {error}", error=error), style="red"))
        return False

    def _why(self, rest: str, decision: Decision) -> Sequence[RenderableType]:
        if not rest:
            return not_offered(self.game, decision, self.where) or [self.say("Everything is possible.")]
        if decision.option(rest) is not None or any(option.text.lower() == rest.lower() for option in decision.options):
            return [self.say("{option} is possible.", option=rest)]
        words, options = rest.lower().split(), zip(Menu(decision).numbers, decision.options, strict=True)
        found = [Text(f"{n}) {o.text}") for n, o in options if all(word in o.text.lower() for word in words)]
        possible = [Text(self.say("Possible:")), *found] if found else []
        try:
            reasons = guessed(self.game, rest, decision) or self.game.why(rest, decision.seat)
        except Refused:
            unknown = self.say("Nothing here is called “{typed}”; ? lists what is not possible.", typed=rest)
            return possible or [Text(unknown, style="yellow")]
        told = reason_lines(reasons, self.where)
        return [*possible, *told] or [self.say("{option} is possible.", option=rest)]

    def _undo(self, decision: Decision) -> None:
        """Go back to the last decision of a person; bots' steps since are taken back with it."""
        if decision.secret:
            self.game.revise(decision.seat, keep=-1)
            return
        twin = self.game.clone()
        twin.undo(past_reveals=False)
        while all(d.seat in self.bots for d in twin.decisions()):
            twin.undo(past_reveals=False)
        self.game = twin
        self.said = {number: text for number, text in self.said.items() if number < len(twin.log)}
        self.told = [min(count, twin.heard(seat)) for seat, count in enumerate(self.told)]


def terminal_input(prompt: str) -> str:
    """Read a line from the terminal; its end is a wish to stop."""
    try:
        return input(prompt)
    except EOFError:
        raise Quit from None


def piped_input(prompt: str) -> str:
    """Read a line from a pipe."""
    line = sys.stdin.readline()
    if not line:
        raise Quit
    print(prompt + line, end="")
    return line
