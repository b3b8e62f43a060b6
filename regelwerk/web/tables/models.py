"""What crosses the boundary, as models: requests are read by them, and the OpenAPI description is made from them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from regelwerk.scene import Scene


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


# ---------------------------------------------------------------- requests


class WantedSeat(Request):
    """Who sits there; bots may be named, else the game's usual one plays."""

    kind: Literal["human", "bot"] = "human"
    bot: str = Field("", max_length=40)
    name: str = Field("", max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")


class NewTable(Request):
    """A table to be set up. Who gives a seed can foretell chance, so everybody is told that one was given."""

    ruleset: str = Field(max_length=120)
    overlays: list[str] = Field([], max_length=40)
    rulings: dict[str, str] = Field({}, max_length=200)
    language: str = Field("", max_length=20)
    seats: list[WantedSeat] = Field(min_length=1, max_length=32)
    seed: int | str | None = None
    patience: float = Field(10, ge=0.2, le=600)  # seconds that a bot may think


class SavedTable(Request):
    """A game that was saved: a log, or all of a game. Without seats those sit there who sat there then."""

    game: dict[str, Any]
    seats: list[WantedSeat] = Field([], max_length=32)
    patience: float = Field(10, ge=0.2, le=600)


class Choice(Request):
    """An answer to a decision, and the revision it answers to."""

    revision: int = Field(ge=0, le=2**31)
    option: str = Field(max_length=500)


class At(Request):
    """Something asked for at a revision."""

    revision: int = Field(ge=0, le=2**31)


class Retraction(At):
    """Secret answers to be taken back: the last one, or all."""

    all: bool = False


class NewName(Request):
    name: str = Field(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")


class OwnKey(Request):
    table: str = Field(max_length=40)
    key: str = Field(max_length=100)


class OwnKeys(Request):
    keys: list[OwnKey] = Field(max_length=200)


# ---------------------------------------------------------------- answers


class ErrorText(BaseModel):
    model_config = ConfigDict(extra="allow")

    code: str
    text: str
    help: str = ""


class Error(BaseModel):
    """What is wrong, for programs and for people, and the way out."""

    model_config = ConfigDict(extra="allow")

    error: ErrorText


class Titled(Answer):
    name: str
    title: str
    titles: dict[str, str] = {}  # in other languages, by their codes


class OverlayInfo(Titled):
    layer: str
    fits: bool
    requires: list[str]  # overlays that have to be in use with it


class RulingInfo(Titled):
    choices: list[Titled]
    default: str


class GameInfo(Titled):
    players: tuple[int, int]
    languages: list[str]  # "" is the ruleset's own
    editions: list[Titled]  # "" is the ruleset's own
    overlays: list[OverlayInfo]
    rulings: list[RulingInfo]
    bots: list[str]
    experience: bool  # bots are at their best at once


class Library(Answer):
    games: list[GameInfo]


class SeatLink(Answer):
    seat: int
    kind: Literal["human", "bot"]
    key: str | None = None


class Made(Answer):
    """A new table with the keys of its links: they are told here and never again."""

    table: str
    host_key: str
    watch_key: str
    seats: list[SeatLink]
    seed_hash: str


class SeatState(Answer):
    name: str
    kind: Literal["human", "bot"]
    bot: str
    thinking: bool
    committed: bool  # its secret answers are final
    answered: bool = False  # one's own are complete and not final yet


class TableState(Answer):
    id: str
    ruleset: str
    title: str
    language: str
    overlays: list[str]
    rulings: dict[str, str]
    seats: list[SeatState]
    patience: float
    seed_hash: str
    seed_chosen: bool  # somebody chose it, and can foretell chance
    seed: str | None  # once the game is over
    stopped: str  # why the table cannot go on; "" if it can
    moved_to: str  # the table at which it goes on under new rules, with the same keys


class OptionState(Answer):
    model_config = ConfigDict(extra="allow")

    number: int
    id: str
    text: str
    group: str
    group_title: str


class DecisionState(Answer):
    seat: int
    site: str
    question: str
    secret: bool
    committed: bool
    answers: list[str]  # secret ones that were given so far
    options: list[OptionState]


class UndoRequest(Answer):
    by: int
    agreed: list[int]
    asked: list[int]


class UndoState(Answer):
    allowed: bool
    why_not: str
    needs: list[int]  # seats that have to agree
    pending: UndoRequest | None


class State(Answer):
    """A table as one seat, or the public, sees it."""

    revision: int
    table: TableState
    you: int | None
    role: Literal["seat", "watch", "host"]
    scene: Scene
    decision: DecisionState | None
    waiting: list[int]
    over: bool
    result: dict[str, Any] | None
    sheets: list[dict[str, Any]]
    undo: UndoState
    log_end: int


class LogEntry(Answer):
    model_config = ConfigDict(extra="allow")

    n: int
    revision: int
    seat: int | None
    kind: str
    text: str


class Log(Answer):
    entries: list[LogEntry]
    end: int


class Words(BaseModel):
    """Sentences about something; what else is there depends on what was asked."""

    model_config = ConfigDict(extra="allow")


class Pictures(RootModel[dict[str, str]]):
    """SVG by what it shows, to be shown as an image: no markup of a page."""


class Refusals(RootModel[list[dict[str, Any]]]):
    """What is not offered now: `id`, `title`, `text`, `cites`."""


class NewLink(Answer):
    seat: int
    key: str


class Mine(BaseModel):
    model_config = ConfigDict(extra="allow")

    table: str


class MyTables(Answer):
    tables: list[Mine]


class Divergence(Answer):
    """The first entry of the log that would not come about; what the seat may not know is empty."""

    entry: int
    text: str
    reason: str


class RulesState(Answer):
    """Whether the rules have changed since the table was set up, and where its game would first go another way."""

    changed: bool
    rules: str
    now: str
    divergence: Divergence | None


class NewRules(Answer):
    table: str


class SeedState(Answer):
    """The seed, and how its hash was made, so that everybody can verify the game."""

    seed: str
    seed_hash: str
    how: str
