"""How many of what: `3 coins`, `half of your gold`, `1 point for every 2 houses`, `twice as many cards`."""

from __future__ import annotations

from ..lexicon.phrases import listed
from ..lexicon.words import split_at, stem
from .nouns import (
    FILLERS,
    Amount,
    Quantity,
    Scene,
    Unread,
    amount,
    components,
    own_place,
    place,
    quantity,
    spotted,
)

_PER = ("for each", "for every", "per", "for all", "for any", "times", "multiplied by", "each for")
_LIMIT = listed("amounts_limit")
_OWNING = listed("amounts_owning")


def how_many(scene: Scene, found: list[str]) -> tuple[str, Amount | None, list[str]]:
    """Read a number and what is counted; the number is empty if none was said."""
    q, rest = quantity(found)
    if rest[:1] == ["enough"]:
        rest = rest[1:]
    a = amount(scene, rest)
    return (q.n if q.said else ""), a, (a.before if a else [])


def multiplied(scene: Scene, found: list[str]) -> tuple[list[str], str, str]:
    """Take `for each …` and `at most …` off a phrase: what is left, by what it is multiplied, and the limit."""
    limit, times, rest = "", "", list(found)
    for phrase in _LIMIT:
        if (cut := split_at(rest, phrase)) and cut[0] and cut[1] and cut[1][0].isdigit():
            if phrase in ("up to", "at most", "no more than") and len(cut[0]) < 2:
                continue
            limit, tail = cut[1][0], cut[1][1:]
            rest = cut[0] if not tail or len(tail) < 3 else [*cut[0], *tail[1:]]
            while rest and rest[-1] in (",", "and", "to", "a", "of"):
                rest.pop()
            break
    if cut := split_at(rest, *_PER):
        rest, times = cut[0], counted(scene, cut[1])
    elif cut := split_at(rest, "equal to", "as many as"):
        rest, times = cut[0], counted(scene, [w for w in cut[1] if w != "number_of"])
    elif rest[:1] == ["as_many"] and "as" not in rest and scene.die:
        rest, times = rest[1:], scene.die
    elif rest[:1] in (["as_many"], ["twice"]) and (cut := split_at(rest, "as")):
        twice = rest[0] == "twice"
        if twice and rest[1:2] == ["as_many"]:
            rest = rest[1:]
            cut = split_at(rest, "as")
        if cut is not None:
            rest, times = [*cut[0][1:]], counted(scene, cut[1])
            times = f"2 * {times}" if twice else times
    return rest, times, limit


def product(n: str, times: str, limit: str) -> str:
    """Write a number with what multiplies and bounds it."""
    said = times if times and n == "1" else f"{n} * {times}" if times else n
    if times and " / " in times and n != "1":
        said = f"{n} * ({times})"
    return f"({said} but at most {limit})" if limit else said


def counted(scene: Scene, found: list[str], who: str = "me") -> str:
    """Write how often something is there: behind `for each`."""
    said = [w for w in found if w not in ("different", "type", "types", "kind", "kinds", "of_choice")]
    different = bool({"different", "type", "types"} & set(found))
    q, said = quantity(said)
    verb = ""
    for phrase in sorted(_OWNING, key=len, reverse=True):
        if cut := split_at(said, phrase):
            verb = phrase.split()[-1]
            number = [w for w in ("number_of",) if w in cut[0]]
            said = [*(w for w in cut[0] if w not in number), *cut[1]]
            break
    said = [w for w in said if w not in ("that", "which", "whom", "number_of")]
    text = " ".join(said)
    people = [w for w in said if w not in FILLERS]
    if people in (["players"], ["player"]):
        return "players.size"
    if people in (["opponent"], ["opponents"]) or text in ("other player", "other players", "others"):
        return "others.size"
    if (
        people
        and set(people) <= {"rolled", "number", "die", "result", "roll", "pip", "pips", "shown", "value", "dice"}
        and scene.die
    ):
        return scene.die
    if (
        people[:1] in (["players"], ["player"], ["opponent"])
        and len(people) > 2
        and said[said.index(people[0]) + 1 : said.index(people[0]) + 2] in (["whose"], ["who"])
    ):
        flags = spotted(scene, said, "flag")[0]
        if flags and flags[0].owner == "player" and not {"not", "no"} & set(said):
            return f"(count p in {'others' if people[0] == 'opponent' else 'players'} where p.{flags[0].name})"
    body = regions(scene, said, who) or _total(scene, said, who)
    if body is None and different:
        body = _kinds(scene, said, who)
    if body is None and (a := amount(scene, said)) is not None and not a.before:
        body = a.read(who)
    if body is None:
        these = components(scene, said, who)
        if these is not None:
            where = these.place or own_place(scene, these.of, verb, who)
            if where is not None:
                body = f"(count c in {where.path}{these.such('c')})" if these.where else f"{where.path}.size"
    if body is None:
        body = _kinds(scene, said, who) or _field(scene, said)
    if body is None:
        raise Unread(text)
    return f"{body} / {q.n}" if q.said and q.n.isdigit() and q.n != "1" else body


def _total(scene: Scene, said: list[str], who: str) -> str | None:
    """`the total value of the paintings on your wall`."""
    if not {"total", "sum", "value", "value_of", "values", "combined"} & set(said) or not {"of", "value_of"} & set(
        said
    ):
        return None
    rest = [w for w in said if w not in ("total", "the", "sum", "combined")]
    at = rest.index("of") if "of" in rest else rest.index("value_of")
    these = components(scene, rest[at + 1 :], who)
    if these is None:
        return None
    fields = [t for t in scene.v.things if t.owner == these.of and t.sort == "number"]
    named = [
        t for t in fields if stem(t.name) in {stem(w) for w in [*rest[:at], *(["value"] if "value_of" in rest else [])]}
    ]
    where = these.place or own_place(scene, these.of, "", who)
    if not named or where is None:
        return None
    return f"(sum c in {where.path}{these.such('c')}: c.{named[0].name})"


def _field(scene: Scene, said: list[str]) -> str | None:
    """`its value`, `the rank of that card`: a field of what was spoken of."""
    if not scene.it:
        return None
    for t in scene.v.things:
        if t.owner == scene.it_type and t.sort == "number" and stem(t.name) in {stem(w) for w in said}:
            return f"{scene.it}.{t.name}"
    return None


def _kinds(scene: Scene, said: list[str], who: str) -> str | None:
    kinds, _ = spotted(scene, said, "kind")
    if not kinds:
        return None
    where = place(scene, said, who=who)
    k = kinds[0].name
    for t in scene.v.types():
        kept = scene.v.field_of(t, k)
        lies = where or own_place(scene, t, "", who)
        if kept is not None and lies is not None and (not lies.of or lies.of == t):
            asked = f"k in c.{kept.name}" if kept.sort == "set" else f"c.{kept.name} = k"
            return f"(count k in {k} where any c in {lies.path} where {asked})"
    for s in scene.v.all("number", owner="player"):
        if s.keys == (k,):
            return f"(count k in {k} where {s.at(who)}[k] > 0)"
    return None


def regions(scene: Scene, said: list[str], who: str) -> str | None:
    """`region in which you have an army`, `region you rule`, `region with a castle`."""
    if spotted(scene, said[:2], "member")[0]:
        return None
    types, _ = spotted(scene, said[:3], "type", "kind")
    tail = said[1:]
    if not types or len(tail) < 1:
        return None
    name = types[0].name
    maps = [t for t in scene.v.things if t.sort == "number" and t.keys[:1] == (name,)]
    var = name[0].lower()
    slots, _ = spotted(scene, tail, "number", "resource", "player", "flag")
    for t in [s for s in slots if s in maps] + [
        m for m in maps if any(stem(m.name) == stem(s.plural or s.name) for s in slots)
    ]:
        keys = ", ".join([var, *(who for k in t.keys[1:] if k == "Player")])
        return f"(count {var} in {name} where {t.at(who)}[{keys}] > 0)"
    for s in slots:
        if s.owner == name:
            return f"(count {var} in {name} where {var}.{s.name}{f' = {who}' if s.sort == 'player' else ''})"
    owners = [t for t in scene.v.things if t.owner == name and t.sort == "player"]
    if owners and {"rule", "control", "own", "owned", "controlled", "ruled", "yours"} & {*tail, *said}:
        return f"(count {var} in {name} where {var}.{owners[0].name} = {who})"
    return None


def amount_of(scene: Scene, q: Quantity, what: Amount) -> tuple[str, list[str]]:
    """Write how much a quantity of something is, and the question to ask for it before."""
    if q.n == "that_many":
        if not scene.die:
            raise Unread("that many")
        return scene.die, []
    if q.how == "all":
        return what.read(), []
    if q.how == "half":
        return f"({what.read()} / 2)", []
    if q.how in ("some", "upto"):
        top = what.read() if q.how == "some" else q.n
        return "n", [f'choose n in 0..{top} "How many?"']
    return q.n, []
