"""What somebody does: one clause with its subject and its verb, and the lines that do it."""

from __future__ import annotations

from collections.abc import Callable

from ..lexicon.phrases import listed, past, verbs
from ..lexicon.words import split_at, stem
from ..parts.actors import Actor
from ..parts.conditions import whoever
from ..parts.nouns import FILLERS, Scene, Unread, spotted
from .cards import look, refill, reveal, shuffle
from .counting import double, raised, reset, roll
from .handing import steal
from .lines import Lines, by, verb_of
from .putting import light, put
from .seats import assigned, become, end, ending, first_to_play, named, run, skip, turn
from .trading import buy, choose, deal, discard, draw, gain, give, lose, score, sell, start, swap

_MODALS = frozenset(listed("clauses_modals"))


def clause(scene: Scene, found: list[str], subject: list[str] | None = None) -> Lines:
    """Write what somebody does; raise `Unread` if it is not understood."""
    who, lines = doing(scene, found, subject)
    return by(who, lines, scene)


def doing(scene: Scene, found: list[str], subject: list[str] | None = None) -> tuple[Actor, Lines]:
    """Read who does something, and what: lines that they themselves could stand under."""
    said = [w for w in found if w not in (",",)]
    for i, word in enumerate(said):
        verb = verb_of(word)
        if not verb:
            continue
        if (
            i
            and said[i - 1] in ("the", "a", "your", "this", "his", "their", "of", "per", "each")
            and word not in said[-1:]
        ) and said[i - 1] != "each":
            continue
        before = [w for w in said[:i] if w not in _MODALS or w in ("each",)]
        if {"who", "that", "with", "without"} & set(before):
            before = said[:i]
        passive = next((p for p in ("is", "are", "be", "gets") if p in before), None)
        if passive:
            return Actor(), _passive(scene, said[:i], word, said[i + 1 :])
        before = before[:-1] if before[-1:] == ["each"] and len(before) > 1 else before
        if verbs()[verb] == "end" and before and before[-1] in ("turn", "game", "round"):
            return Actor(), ending(scene, before)
        if (verbs()[verb] == "start" and not said[i + 1 :]) or said[i:] in (["goes", "first"], ["plays", "first"]):
            return Actor(), first_to_play(scene, before)
        try:
            who = whoever(scene, before if before else (subject or []))
        except Unread:
            who = None
        if who is None:
            continue
        return who, act(scene, verbs()[verb], verb, said[i + 1 :], who)
    for i, word in enumerate(said):
        if word in past() and i and {"is", "are", "be"} & set(said[:i]):
            return Actor(), _passive(scene, said[:i], word, said[i + 1 :])
    return Actor(), _other(scene, said)


def _passive(scene: Scene, before: list[str], verb: str, rest: list[str]) -> Lines:
    """`the deck is shuffled`, `each player is dealt 3 cards`, `2 coins are paid to the bank`."""
    verb = past().get(verb) or verb_of(verb)
    if not verb:
        raise Unread(" ".join(before))
    thing = [w for w in before if w not in ("is", "are", "be", "gets", *_MODALS)]
    try:
        who = whoever(scene, thing) if thing else None
    except Unread:
        who = None
    if verbs()[verb] in ("give", "deal") and who is not None and rest and rest[0] != "to":
        return by(who, act(scene, "gain" if verbs()[verb] == "give" else "draw", verb, rest, who), scene)
    if verb == "pay" and who is not None and rest and rest[0].isdigit():
        return by(who, act(scene, "pay", verb, rest, who), scene)
    return act(scene, verbs()[verb], verb, [*thing, *rest], Actor())


def act(scene: Scene, sense: str, verb: str, rest: list[str], who: Actor) -> Lines:
    """Write what a verb with its objects does."""
    if (own := _own(scene, [verb, *rest])) is not None:
        return own
    return _ACTS[sense](scene, verb, rest, who)


def _own(scene: Scene, said: list[str]) -> Lines | None:
    """`loses influence`: an effect of the game has the very words for its name."""
    words = [stem(w) for w in said if w not in FILLERS]
    named = [t for t in scene.v.all("effect") if not t.of and [stem(w) for w in t.name.split("_")] == words]
    return [named[0].name] if len(named) == 1 and len(words) > 1 else None


_PAST = {"win": "won", "lose": "lost", "go": "gone", "quit": "quit", "take": "taken"}


def _flagged(scene: Scene, said: list[str]) -> Lines | None:
    """`the player folds`: a flag of players is called so."""
    verb = stem(said[-1])
    past = {_PAST.get(verb, ""), f"{verb}ed", f"{verb}d", f"{verb}{verb[-1:]}ed"}
    flags = [t for t in scene.v.all("flag", owner="player") if t.name in past and not t.keys]
    who = whoever(scene, said[:-1]) if said[:-1] else None
    return by(who, [f"set me.{flags[0].name} to yes"], scene) if len(flags) == 1 and who is not None else None


def _other(scene: Scene, said: list[str]) -> Lines:
    text = " ".join(said)
    if said[:1] and said[0].isdigit():
        return gain(scene, "gain", said, Actor())
    if said[:3] == ["there", "is", "no"] or said[:3] == ["there", "are", "no"]:
        slots = [t for t in spotted(scene, said[3:], "kept")[0] if t.owner in ("table", "player")]
        if slots:
            return [f"set {slots[0].at('me')} to none"]
    if text in ("nothing", "nothing happens", "no effect", "there is no effect"):
        return ["nothing"]
    cut = split_at(said, "is", "becomes", "are", "become")
    if cut is not None and (lines := assigned(scene, *cut)) is not None:
        return lines
    if len(said) > 1 and (flag := _flagged(scene, said)) is not None:
        return flag
    if said[:1] in (["go"], ["it"], ["play"]) and {"again", "another"} & set(said):
        return turn(scene, (said, []))
    return named(scene, said)


def _repeat(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    raise Unread(" ".join(rest))


_ACTS: dict[str, Callable[[Scene, str, list[str], Actor], Lines]] = {
    "gain": gain,
    "lose": lose,
    "pay": lose,
    "discard": discard,
    "draw": draw,
    "give": give,
    "steal": steal,
    "deal": deal,
    "put": put,
    "swap": swap,
    "look": look,
    "reveal": reveal,
    "shuffle": shuffle,
    "roll": roll,
    "score": score,
    "choose": choose,
    "double": double,
    "raise": raised,
    "lower": raised,
    "sell": sell,
    "buy": buy,
    "refill": refill,
    "skip": skip,
    "end": end,
    "repeat": _repeat,
    "become": become,
    "start": start,
    "run": run,
    "reset": reset,
    "light": light,
    "extinguish": light,
    "keep": _repeat,
}
