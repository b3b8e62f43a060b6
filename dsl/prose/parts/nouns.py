"""What a phrase like `the red cards in your hand` or `3 wood` speaks of."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field

from ..lexicon.phrases import listed
from ..lexicon.vocabulary import GENERIC, Thing, Vocabulary
from ..lexicon.words import split_at, starts, stem

FILLERS = frozenset(listed("nouns_fillers"))
BANK = frozenset(["bank", "supply", "reserve", "stock", "pool", "box", "treasury", "game", "play"])
_COUNTERS = frozenset(listed("nouns_counters"))
_MONEY = frozenset(["coin", "gold", "money", "dollar", "credit", "cash"])
POINTS = frozenset(["point", "score", "vp"])
_GLORY = frozenset(["total", "fame", "glory", "prestige", "renown", "honour", "honor", "victory"])
_HAND = frozenset(["hand"])
_DECK = frozenset(["deck", "stack", "bag", "pile", "drawpile", "talon"])
_DISCARD = frozenset(["discard", "graveyard", "past", "used", "discarded", "waste", "heap", "scrap"])
_DISPLAY = frozenset(["display", "market", "row", "offer", "table", "board", "centre", "center", "middle"])
_PLAIN = re.compile(r"[\w.]+")
_SPECIFIC = listed("nouns_specific")


class Unread(Exception):
    """A part of a sentence that is not understood."""


class TooLong(Exception):
    """A sentence with too many ways to read it."""


@dataclass(slots=True)
class Scene:
    """What a sentence stands in: the names of the game, and what was spoken of so far."""

    v: Vocabulary
    seats: tuple[str, ...] = ()  # of a scenario
    when: str = ""  # at the end of what it happens
    it: str = ""  # a component that was chosen or drawn: its local name
    it_type: str = ""
    die: str = ""  # the local name of what was rolled
    chosen: str = ""  # a player who was chosen
    local: dict[str, str] = field(default_factory=dict)  # the types of the names of the lines above
    member: dict[str, str] = field(default_factory=dict)  # of a kind or type: the local name of the one spoken of
    declare: list[tuple[str, str]] = field(default_factory=list)  # under which heading what has to be declared
    last: Amount | None = None  # what was counted last
    brought: str = ""  # where the top of a pile was moved to last
    many: str = "1"  # how many of it
    there: str = ""  # the pile to which something was put last

    left: int = 300  # how many parts may still be tried

    def step(self) -> None:
        """Count a part that is tried: however a sentence is built, reading it comes to an end."""
        self.left -= 1
        if self.left < 0:
            raise TooLong

    def numbers(self) -> list[str]:
        """Return the names of the lines above that stand for a number."""
        return [name for name, of in self.local.items() if of == "number"]

    def new(self, *names: str) -> str:
        """Return a name that means nothing yet."""
        return self.v.free(*names)


@dataclass(slots=True)
class Quantity:
    """How many: a number, or a way of saying it."""

    n: str = "1"
    how: str = ""  # all, half, some (as many as one likes), upto, same
    said: bool = False
    own: bool = False


def quantity(found: list[str], names: Container[str] = ()) -> tuple[Quantity, list[str]]:
    """Take a quantity off the beginning of a phrase; some names may stand for a number."""
    rest, q = list(found), Quantity()
    while rest:
        word = rest[0]
        if n := starts(rest, "up to", "at most", "a maximum of", "as many as"):
            q, rest = Quantity(how="upto", said=True), rest[n:]
        elif n := starts(rest, "exactly", "a total of", "another", "at least"):
            rest = rest[n:]
        elif n := starts(rest, "half of", "half"):
            q, rest = Quantity(how="half", said=True), rest[n:]
        elif word in ("any_number", "some") or rest[:3] == ["as", "many", "as"]:
            q, rest = Quantity(how="some", said=True), rest[1:]
        elif n := starts(rest, "all of", "all", "every", "each", "both", "the whole", "your whole", "your entire"):
            q, rest = Quantity(how="all", said=True), rest[n:]
        elif word == "that_many":
            q, rest = Quantity("that_many", said=True), rest[1:]
        elif word.isdigit() or (word in names and len(rest) > 1):
            q, rest = Quantity(word, q.how if q.how == "upto" else "", True), rest[1:]
        elif word == "any" and rest[1:2] and rest[1].isdigit():
            rest = rest[1:]
        elif word in (
            "a",
            "an",
            "the",
            "your",
            "his",
            "her",
            "their",
            "its",
            "my",
            "of",
            "this",
            "that",
            "these",
            "those",
        ):
            q.own = q.own or word in ("your", "his", "her", "their", "my")
            rest = rest[1:]
        else:
            break
    return q, rest


# ---------------------------------------------------------------- names


def spotted(scene: Scene, found: list[str], *sorts: str) -> tuple[list[Thing], list[str]]:
    """Find the names in a phrase, the longest first; return them and the words that mean nothing."""
    things: list[Thing] = []
    left: list[str] = []
    i = 0
    while i < len(found):
        for size in range(min(5, len(found) - i), 0, -1):
            key = tuple(stem(w) for w in found[i : i + size] if w not in ("the", "a"))
            if not key or (len(key) < size and size > 1 and found[i] in ("the", "a")):
                continue
            known = [t for t in scene.v.index.get(key, []) if not sorts or t.sort in sorts]
            if known:
                things.append(min(known, key=lambda t: _SPECIFIC.index(t.sort) if t.sort in _SPECIFIC else 99))
                i += size
                break
        else:
            if found[i] not in FILLERS:
                left.append(found[i])
            i += 1
    return things, left


# ---------------------------------------------------------------- what is counted


@dataclass(slots=True)
class Amount:
    """Something that is only counted: a resource, a number of a player or of the table."""

    thing: Thing
    key: str = ""  # in brackets
    before: list[str] = field(default_factory=list)

    def read(self, who: str = "me") -> str:
        if self.thing.sort == "resource":
            return self.thing.of.replace("me.", f"{who}.")
        key = f"[{self.key}]".replace("me]", f"{who}]") if self.key else ""
        return self.thing.at(who) + key

    def change(self, verb: str, n: str, who: str = "me") -> str:
        """Write the line that gains, pays, owes (as far as it goes) or sets so many."""
        if verb == "set":
            return f"set {self.read(who)} to {n}"
        if self.thing.sort == "resource":
            unit = self.thing.name if n == "1" else self.thing.plural
            return f"{verb} {n if _PLAIN.fullmatch(n) else bracketed(n)} {unit}"
        place = self.read(who)
        if verb == "gain":
            return f"add {n} to {place}"
        if verb == "owe" and self.thing.low >= 0:
            return f"set {place} to {place} - {n} but at least 0"
        return f"remove {n} from {place}"


def bracketed(said: str) -> str:
    """Put brackets round a value, unless they are there."""
    depth = 0
    for i, sign in enumerate(said):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and i < len(said) - 1:
            return f"({said})"
    return said


def amount(scene: Scene, found: list[str], where: list[str] | None = None) -> Amount | None:
    """Read a phrase about something counted; None if it speaks of something else."""
    read = _amount(scene, found, where)
    if read is not None and not read.before:
        scene.last = read
    return read


def _amount(scene: Scene, found: list[str], where: list[str] | None) -> Amount | None:
    things, left = spotted(scene, found, "resource", "number", "member", "kind", "type", "value")
    left = [w for w in left if stem(w) not in GENERIC | _COUNTERS]
    slots = [t for t in things if t.sort in ("resource", "number")]
    members = [t for t in things if t.sort in ("member", "kind")]
    if left and (slots or members):
        return None
    for t in slots:
        name = stem(t.plural or t.name)
        for m in scene.v.all("number"):
            if (
                m.keys
                and m.keys[0] in scene.member
                and stem(m.name) == name
                and (key := keyed(scene, m, where)) is not None
            ):
                return Amount(m, key[1], key[0])
        if not t.keys:
            return Amount(t)
    for m in members:
        of = m.of or m.name
        kept = [t for t in scene.v.things if t.sort == "number" and t.keys[:1] == (of,)]
        kept.sort(key=lambda t: (t not in slots, t.owner != "player"))
        for t in kept:
            before: list[str] = []
            entry = m.name
            if m.sort == "kind":
                entry = scene.member.get(of, "")
                if not entry:
                    entry = scene.new(of[0].lower(), of.lower())
                    before = [f'choose {entry} in {of} "Which one?"']
                    scene.member[of] = entry
            return Amount(t, ", ".join([entry, *("me" for k in t.keys[1:] if k == "Player")]), before)
    for t in slots:
        if (key := keyed(scene, t, where)) is not None:
            return Amount(t, key[1], key[0])
    last = {stem(w) for w in found}
    if scene.member and not things and left in (["it"], ["them"]):  # of the colour that was chosen
        of, name = next(iter(scene.member.items()))
        kept = [t for t in scene.v.all("number") if t.keys == (of,)]
        kept.sort(key=lambda t: t.owner != "player")
        return Amount(kept[0], name) if kept else None
    if len([w for w in left if stem(w) not in POINTS | _MONEY]) > 0:
        return None
    if (
        last & {"it", "them", "that", "those"} | ({"it"} if not found else set())
        and not left
        and scene.last is not None
    ):
        return scene.last
    if last & POINTS and (counted := points(scene)) is not None:
        return Amount(counted)
    resources = scene.v.all("resource")
    if last & _MONEY and not things:
        money = [t for t in resources if stem(t.name) in _MONEY] or resources
        if len(money) == 1:
            return Amount(money[0])
    return None


def keyed(scene: Scene, slot: Thing, where: list[str] | None) -> tuple[list[str], str] | None:
    """Say which entry of a map is meant: that of a member or card that is named, or of one that is chosen."""
    before, keys = list[str](), list[str]()
    for k in slot.keys:
        if k == "Player":
            keys.append("me")
            continue
        things, _ = spotted(scene, where or [], "member", "row", "type", "kind")
        named = [t for t in things if t.of == k]
        if named and named[0].sort in ("member", "row"):
            keys.append(named[0].name)
        elif k in scene.member:
            keys.append(scene.member[k])
        elif any(t.name == k for t in things) or where is None or not where:
            var = scene.new(k[0].lower(), k.lower())
            before.append(f'choose {var} in {k} "Which one?"')
            scene.member[k] = var
            keys.append(var)
        else:
            return None
    return before, ", ".join(keys)


def points(scene: Scene) -> Thing | None:
    """Return the number that is meant by points: one of that name, or the one that decides who wins."""
    slots = [t for t in scene.v.all("number", owner="player") if not t.keys]
    named = [t for t in slots if {stem(p) for p in t.name.split("_")} & POINTS]
    first = [t for said in scene.v.winner[:1] for t in slots if said == f"me.{t.name}"]
    called = [t for t in slots if t.name in _GLORY and not scene.v.winner]
    return next(iter([*named, *first, *called]), None)


# ---------------------------------------------------------------- what lies somewhere


@dataclass(slots=True)
class Place:
    """Where something lies or goes."""

    path: str
    of: str = ""
    pile: bool = True
    bank: bool = False


def place(scene: Scene, found: list[str], of: str = "", who: str = "me") -> Place | None:
    """Read a phrase about a place, of things of a type if one is known."""
    said = [w for w in found if w not in FILLERS or w in ("your", "their", "his", "her")]
    last = {stem(w) for w in said}
    piles = [t for t in scene.v.things if t.sort in ("pile", "holds") and not t.keys]
    if of:
        piles = [t for t in piles if t.of == of] or piles
    own = bool({"your", "their", "his", "her", "my"} & set(found)) or who != "me"
    mine = [t for t in piles if t.owner == "player"]
    shared = [t for t in piles if t.owner == "table"]

    def best(which: list[Thing]) -> Place | None:
        return Place(which[0].at(who), which[0].of, which[0].sort == "pile") if which else None

    things, _ = spotted(scene, found, "pile", "holds")
    things = [t for t in things if not of or t.of == of]
    if things:
        things.sort(key=lambda t: (t.owner == "player") != own)
        if not (last & _DISCARD and things[0].hidden == "hidden"):
            return best(things)
    if last & _HAND:
        return best([t for t in mine if "hand" in t.name] or [t for t in mine if t.hidden == "private"] or mine)
    if last & _DISCARD:
        return best([t for t in shared if set(t.name.split("_")) & _DISCARD]) or Place("box", bank=True)
    if last & _DECK:
        return best([t for t in shared if t.hidden == "hidden"] or [t for t in shared if t.name in _DECK])
    if last & BANK:
        return Place("box", bank=True)
    if last & _DISPLAY:
        return (
            best([t for t in shared if t.hidden != "hidden"])
            if not own
            else best([t for t in mine if t.hidden != "private"])
        )
    if own and last & {"area", "play", "front", "them", "you"}:
        return best([t for t in mine if t.hidden != "private"] or mine)
    t, key = kept_for(scene, said) if len(said) == 1 else (None, "")
    if t is not None and t.sort in ("pile", "holds") and t.of == (of or t.of):
        return Place(f"{t.name}[{key}]", t.of, t.sort == "pile")
    return None


def kept_for(scene: Scene, said: list[str]) -> tuple[Thing | None, str]:
    """`the space`, `s`: what the table keeps for what a name of the lines above stands for, and that name."""
    words = [w for w in said if w not in FILLERS]
    name = next((n for n, of in scene.local.items() if words in ([n], [of.lower()])), "")
    if not name and words in (["cell"], ["space"], ["field"], ["square"]):
        name = "c" if "c" in scene.local else ""
    for t in scene.v.things if name else ():
        if t.keys == (scene.local[name],) and t.owner == "table" and t.sort in ("holds", "pile", "player"):
            return t, name
    return None, ""


@dataclass(slots=True)
class Components:
    """Components of a type, and what they have to be like: conditions with `{c}` for one of them."""

    of: str
    where: list[str] = field(default_factory=list)
    place: Place | None = None
    row: str = ""

    def such(self, c: str) -> str:
        said = " and ".join(w.format(c=c) for w in self.where)
        return f" where {said}" if said else ""


def components(scene: Scene, found: list[str], who: str = "me") -> Components | None:
    """Read a phrase about cards, tiles and the like; None if it speaks of something else."""
    if set(found) & {"it", "them", "that", "one"} and scene.it and len(found) <= 2:
        return Components(scene.it_type, row=scene.it)
    phrase, lies = list(found), None
    if phrase[-2:] == ["of", "it"] and len(scene.member) == 1:
        phrase[-2:] = [next(iter(scene.member)).lower()]
    for word in ("from", "in", "on", "of", "among", "into"):
        if cut := split_at(phrase, word):
            lies = place(scene, cut[1], who=who)
            if lies is not None:
                phrase = cut[0]
                break
    such: list[str] = []
    with_ = split_at(
        phrase,
        "with",
        "worth",
        "costing",
        "of value",
        "which",
        "that is",
        "that are",
        "that has",
        "that have",
        "that cost",
        "whose",
        "you own",
        "you have",
    )
    tail: list[str] = []
    if with_:
        phrase, tail = with_
    things, left = spotted(scene, phrase, "member", "type", "row", "kind", "pile", "holds", "kept")
    generic = [w for w in left if stem(w) in GENERIC]
    left = [
        w
        for w in left
        if stem(w) not in GENERIC
        and w not in ("same", "different", "top", "random", "of_choice", "next", "of", "from", "in")
    ]
    rows = [t for t in things if t.sort == "row" and t.of in scene.v.types()]
    types = [t.name for t in things if t.sort == "type"]
    members = [t for t in things if t.sort == "member"]
    kinds = [t for t in things if t.sort == "kind"]
    lying = [t for t in things if t.sort in ("pile", "holds")]
    own_type = (
        types[:1]
        or [t.of for t in rows[:1]]
        or [t.of for t in lying[:1]]
        or ([lies.of] if lies is not None and lies.of and (generic or members or not left) else [])
        or [t for t in scene.v.types() if members and scene.v.field_of(t, members[0].of)][:1]
        or (scene.v.types()[:1] if generic else [])
    )
    if left or not own_type or own_type[0] not in scene.v.types():
        return None
    of = own_type[0]
    for m in members:
        if (kept := scene.v.field_of(of, m.of)) is None:
            return None
        such.append(
            f"{{c}}.{kept.name} {'= ' if kept.sort != 'set' else ''}{m.name}".strip()
            if kept.sort != "set"
            else f"{m.name} in {{c}}.{kept.name}"
        )
    for s in things:
        if s.sort == "kept" and s.owner in ("table", "player") and (kept := scene.v.field_of(of, s.of)) is not None:
            such.append(f"{{c}}.{kept.name} = {s.at('me')}")
    for k in kinds:
        if (var := scene.member.get(k.name)) and (kept := scene.v.field_of(of, k.name)):
            such.append(f"{{c}}.{kept.name} = {var}")
    if rows:
        such.append(f"{{c}} {'=' if rows[0].high == 1 else 'in'} {rows[0].name}")
    if tail and tail not in (["own"], ["have"]):
        such += _tail(scene, tail, of)
    if lying and lies is None:
        lies = Place(lying[0].at(who), lying[0].of, lying[0].sort == "pile")
    return Components(of, such, lies)


def _tail(scene: Scene, tail: list[str], of: str) -> list[str]:
    """Read what stands behind `with`: a field, and how great it is."""
    fields = [t for t in scene.v.things if t.owner == of and t.sort == "number"]
    words = [
        w
        for w in tail
        if w not in FILLERS and w not in ("has", "have", "is", "of", "value", "or", "at", "with", "own", "won", "taken")
    ]
    if not words:
        return []
    digits = [w for w in words if w.isdigit()]
    named = [f for f in fields if stem(f.name) in {stem(w) for w in [*words, *tail]}]
    if not digits:
        return _members(scene, tail, of)
    which = named or fields if len(fields) == 1 or named else fields[:1]
    if not which:
        raise Unread(" ".join(tail))
    sign = "="
    if {"least", "higher", "greater"} & set(words) or {"or", "more"} <= set(tail):
        sign = ">="
    elif {"most", "lower", "fewer"} & set(words) or {"or", "less"} <= set(tail):
        sign = "<="
    elif {"more", "above", "over"} & set(words):
        sign = ">"
    elif {"less", "below", "under"} & set(words):
        sign = "<"
    return [f"{{c}}.{which[0].name} {sign} {digits[0]}"]


def _members(scene: Scene, tail: list[str], of: str) -> list[str]:
    things, left = spotted(scene, tail, "member", "kind")
    said = []
    for m in (t for t in things if t.sort == "member"):
        kept = scene.v.field_of(of, m.of)
        if kept is None:
            raise Unread(" ".join(tail))
        said.append(f"{m.name} in {{c}}.{kept.name}" if kept.sort == "set" else f"{{c}}.{kept.name} = {m.name}")
    if not said or [w for w in left if w not in ("has", "have", "is", "are")]:
        raise Unread(" ".join(tail))
    return said


def own_place(scene: Scene, of: str, verb: str = "", who: str = "me") -> Place | None:
    """Where a player's own components of a type lie if nobody says so: what was won in `won`, else openly."""
    mine = [
        t for t in scene.v.things if t.sort in ("pile", "holds") and t.owner == "player" and t.of == of and not t.keys
    ]
    if not mine:
        return None
    mine.sort(key=lambda t: (stem(t.name) != stem(verb) if verb else False, t.sort != "pile"))
    return Place(mine[0].at(who), of, mine[0].sort == "pile")


def hand_of(scene: Scene, of: str, who: str = "me") -> Place:
    """Where what is drawn goes."""
    found = place(scene, ["hand"], of, who)
    if found is None or found.of != of:
        found = own_place(scene, of, "", who)
    if found is None:
        raise Unread("hand")
    return found
