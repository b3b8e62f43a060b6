"""The calls at a table: what a seat may ask and do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.interpreter.game.replay import log_file
from regelwerk.scene.pictures import pictures_of
from regelwerk.telling.cards import card
from regelwerk.telling.previews import Deals, preview
from regelwerk.telling.reasons import guessed, refused

from . import seeing
from .course import Course, awaited
from .faults import Fault, sentence, told
from .keys import Lock
from .models import At, Choice, Retraction
from .seating import HOW, seed_hash
from .steps import Step
from .table import Host, Table, stopped
from .taking_back import Asked, Way, way_back

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at a table: who, by their key."""

    hall: Host
    table: Table
    lock: Lock

    @property
    def seat(self) -> int | None:
        return self.lock.seat

    def seated(self) -> int:
        """Give the seat; who only watches has none."""
        if self.lock.seat is None:
            raise Fault(403, "watching", "Who watches decides nothing.", "Use the link of a seat.")
        return self.lock.seat

    # ------------------------------------------------------------------ looking

    async def state(self) -> dict[str, Any]:
        """Give the table as this seat sees it."""
        return await self.hall.ask(self.table, self._state)

    def _state(self) -> dict[str, Any]:
        table, course, data = self.table, self.table.course, self.table.data
        over = course.game.over
        return {
            **seeing.position(course, self.seat),
            "table": {
                "id": table.id, "ruleset": data["ruleset"], "title": data["title"], "language": data["language"],
                "overlays": data["overlays"], "rulings": data["rulings"], "patience": data["patience"],
                "seats": seeing.seats(course, data, self.seat, table.thinking),
                "seed_hash": seed_hash(data["seed"]), "seed_chosen": data["seed_chosen"],
                "seed": data["seed"] if over else None, "stopped": told(table.stopped, data["language"]),
                "moved_to": data.get("moved_to", ""),
            },
            "you": self.seat,
            "role": self.lock.role,
            "undo": self._undo(course),
        }  # fmt: skip

    def _undo(self, course: Course) -> dict[str, Any]:
        way = self.way() if self.seat is not None else Way(why_not="who watches takes nothing back")
        return {
            "allowed": not way.why_not,
            "why_not": told(sentence(way.why_not), self.table.data["language"]) if way.why_not else "",
            "needs": list(way.needs),
            "pending": pending(self.table),
        }

    def way(self) -> Way:
        """Tell how this seat could take something back; worked out once for every step."""
        steps, seat = len(self.table.course.steps), self.seated()
        found = self.table.ways.get(seat)
        if found is None or found[0] != steps:
            found = self.table.ways[seat] = steps, way_back(self.table.course, seat, self.table.people)
        return found[1]

    async def log(self, query: Mapping[str, str]) -> dict[str, Any]:
        since = _number("since", query.get("since", "0"))
        found = await self.hall.ask(self.table, seeing.log, self.table.course, self.seat, since)
        for entry in found["entries"]:
            entry["cites"] = self.table.cited(entry.get("cites", ()))
        return found

    async def preview(self, query: Mapping[str, str]) -> dict[str, Any]:
        """Tell what an option would do; nothing, if it was asked at a revision that has passed."""
        at = _number("revision", query["revision"]) if "revision" in query else None

        def look() -> dict[str, Any]:
            if at is not None and self._passed(at):
                return {"lines": [], "changes": []}
            decision = self._decision()
            option = decision.option(query.get("option", ""))
            if option is None:
                raise Fault(422, "not_offered", f"{query.get('option')} is not offered.", "`why` tells the reason.")
            game, known = self.table.course.game, self.table.deals.get(decision.seat)
            if known is None or known.game is not game:
                known = self.table.deals[decision.seat] = Deals(game, decision.seat)
            found = preview(game, decision, option, known)
            changes = [{"thing": change.thing, "text": change.text} for change in found.changes]
            return {"lines": found.lines, "changes": changes}

        return await self._told(look)

    async def why(self, query: Mapping[str, str]) -> dict[str, Any]:
        """Tell why something is not offered."""

        def look() -> dict[str, Any]:
            reasons = guessed(self.table.course.game, query.get("about", ""), self._decision())
            cites = list(dict.fromkeys(cite for reason in reasons for cite in reason.cites))
            texts = [reason.text for reason in reasons]
            return {"text": texts[0] if texts else "", "lines": texts, "cites": self.table.cited(cites)}

        return await self._told(look)

    async def refused(self, query: Mapping[str, str]) -> list[dict[str, Any]]:
        """List everything that is not offered now, with the reason."""

        def look() -> list[dict[str, Any]]:
            found = refused(self.table.course.game, self._decision())
            return [
                {"id": each.ids[0] if each.ids else "", "ids": list(each.ids), "title": each.title, "text": each.text,
                 "cites": self.table.cited(each.reason.cites)}
                for each in found
            ]  # fmt: skip

        return await self._told(look)

    async def card(self, query: Mapping[str, str]) -> dict[str, Any]:
        """Tell about a thing."""

        def look() -> dict[str, Any]:
            kind, _, id = ("." + query.get("id", "")).rpartition(".")
            found = card(self.table.course.game, self.seat, id, query.get("kind", "") or kind.lstrip("."))
            if found is None:
                raise Fault(422, "thing_unknown", f"There is nothing called {query.get('id')} here.")
            return asdict(found)

        return await self._told(look)

    async def pictures(self, query: Mapping[str, str]) -> dict[str, str]:
        """Give the pictures that come with the rules, by their names in a scene: the same for everybody."""
        return await self.hall.ask(self.table, pictures_of, self.table.course.game.ruleset.compiled)

    async def _told(self, look: Callable[[], T]) -> T:
        try:
            return await self.hall.ask(self.table, look)
        except (Refused, RuleError) as unknown:
            raise Fault(422, "unknown", sentence(str(unknown))) from None

    def _decision(self) -> Decision:
        decision = seeing.decision_of(self.table.course, self.seated())
        if decision is None:
            raise Fault(403, "not_your_turn", f"You have nothing to decide now. {self._turn()}".rstrip())
        return decision

    def _turn(self) -> str:
        course = self.table.course
        if course.game.over:
            return "The game is over."
        names = [course.game.words.texts.title("Player", seat) for seat in awaited(course, self.seat)]
        return f"It is the turn of {' and '.join(names)}." if names else ""

    async def seed(self, query: Mapping[str, str]) -> dict[str, Any]:
        seed = self._over()
        return {"seed": seed, "seed_hash": seed_hash(seed), "how": HOW}

    async def record(self, query: Mapping[str, str]) -> dict[str, Any]:
        """Give the whole log, with which everybody can replay the game and verify it."""
        self._over()
        return await self.hall.ask(self.table, log_file, self.table.course.game, noted(self.table.data))

    def _over(self) -> str:
        if not self.table.course.game.over:
            text = "The seed is told when the game is over: until then it would foretell chance."
            raise Fault(403, "not_over", text)
        return str(self.table.data["seed"])

    # ------------------------------------------------------------------ doing

    async def choose(self, wanted: Choice) -> dict[str, Any]:
        """Answer the decision of this seat."""
        seat = self.seated()
        async with self.table.turn:
            course = self.table.course
            if not await self._current(wanted.revision):
                if self._repeated(wanted):
                    return await self.state()
                raise await self._outdated()
            decision = await self.hall.ask(self.table, self._decision)
            option = await self.hall.ask(self.table, decision.option, wanted.option)
            if option is None:
                text, help = f"{wanted.option} is not offered.", "`why` tells the reason."
                raise Fault(422, "not_offered", text, help)
            secret = {"secret": True} if course.branch(seat) is not None else {}
            data = {"code": str(option.code), "option": option.id, "at": wanted.revision, **secret}
            await self.hall.do(self.table, Step("choose", seat, data))
        return await self.state()

    async def commit(self, wanted: At) -> dict[str, Any]:
        """Make the secret answers of this seat final."""
        return await self._secretly(wanted, "commit")

    async def retract(self, wanted: Retraction) -> dict[str, Any]:
        """Take secret answers back that are not final."""
        return await self._secretly(wanted, "retract")

    async def _secretly(self, wanted: At, kind: Any) -> dict[str, Any]:
        seat = self.seated()
        async with self.table.turn:
            if not await self._current(wanted.revision):
                last = next((step for step in reversed(self.table.course.steps) if step.seat == seat), None)
                if last is not None and last.kind == kind and last.data.get("at") == wanted.revision:
                    return await self.state()
                raise await self._outdated()
            branch = self.table.course.branch(seat)
            if branch is None or (kind == "retract" and not branch.answers):
                raise Fault(409, "nothing_secret", "There is no secret answer of yours here.")
            data: dict[str, Any] = {"at": wanted.revision}
            if isinstance(wanted, Retraction):
                data |= {"secret": True, "keep": 0 if wanted.all else len(branch.answers) - 1}
            await self.hall.do(self.table, Step(kind, seat, data))
        return await self.state()

    async def _current(self, revision: int) -> bool:
        """Has this seat been asked the same since that revision?"""
        course, seat = self.table.course, self.seated()
        return course.asked[seat] <= revision <= course.revision(seat)

    def _passed(self, revision: int) -> bool:
        """Has something else been asked since, or nothing any more?"""
        course, seat = self.table.course, self.seated()
        return not course.asked[seat] <= revision <= course.revision(seat) or not seeing.decision_of(course, seat)

    def _repeated(self, wanted: Choice) -> bool:
        """Is it the very answer that this seat has given at that revision?"""
        mine = (step for step in reversed(self.table.course.steps) if step.seat == self.seat and step.kind == "choose")
        last = next(mine, None)
        return last is not None and (last.data.get("at"), last.data.get("option")) == (wanted.revision, wanted.option)

    async def _outdated(self) -> Fault:
        text, help = "Something has happened at the table since.", "Look at the new state, then decide."
        return Fault(409, "revision_old", text, help, state=await self.state())

    # ------------------------------------------------------------------ taking back

    async def undo(self, wanted: At) -> dict[str, Any]:
        """Take the last answer of this seat back, at once or as soon as all who are touched agree."""
        seat = self.seated()
        async with self.table.turn:
            if not self.table.course.asked[seat] <= wanted.revision <= self.table.course.revision(seat):
                raise await self._outdated()
            if self.table.stopped:
                raise stopped(self.table)
            way = await self.hall.ask(self.table, self.way)
            if way.why_not:
                raise Fault(409, "not_undone", sentence(way.why_not))
            self.table.asked = Asked(seat, way)
            await self._undo_if_agreed()
        return await self.state()

    async def agree(self, wanted: At) -> dict[str, Any]:
        """Agree that somebody takes something back."""
        async with self.table.turn:
            self._asked_me().agreed.add(self.seated())
            await self._undo_if_agreed()
        return await self.state()

    async def refuse(self, wanted: At) -> dict[str, Any]:
        """Do not agree; who has asked may withdraw, too."""
        async with self.table.turn:
            self._asked_me()
            self.table.asked = None
            self.table.tell()
        return await self.state()

    def _asked_me(self) -> Asked:
        asked, seat = self.table.asked, self.seated()
        if asked is None or seat not in (asked.by, *asked.way.needs):
            raise Fault(409, "nothing_asked", "Nobody asks you to take anything back.")
        return asked

    async def _undo_if_agreed(self) -> None:
        asked = self.table.asked
        assert asked is not None
        if set(asked.way.needs) <= asked.agreed:
            await self.hall.do(self.table, Step("undo", asked.by, {"steps": asked.way.steps}))
        else:
            self.table.tell()


def _number(name: str, said: str) -> int:
    if not said.isdecimal() or len(said) > 9:
        raise Fault(422, "request_wrong", f"`{name}` is a number, from 0.")
    return int(said)


def pending(table: Table) -> dict[str, Any] | None:
    """Tell who has asked to take something back, and who has agreed."""
    if table.asked is None:
        return None
    asked = table.asked
    return {"by": asked.by, "agreed": sorted(asked.agreed), "asked": list(asked.way.needs)}


def noted(data: dict[str, Any]) -> dict[str, Any]:
    """Note who sits at a table, and how its rules were put together, as saved games do."""
    note = {name: data[name] for name in ("ruleset", "overlays", "rulings", "language")}
    return {**note, "seats": [seat["bot"] or "human" for seat in data["seats"]]}
