"""What is only counted: gained, rolled, doubled, raised and lowered."""

from __future__ import annotations

from ..lexicon.phrases import listed, verbs
from ..lexicon.vocabulary import Thing
from ..lexicon.words import NUMBERS, split_at, stem
from ..parts.actors import Actor
from ..parts.amounts import amount_of, counted, multiplied, product
from ..parts.nouns import FILLERS, Amount, Quantity, Scene, Unread, amount, components, points, quantity, spotted
from .cards import drawn
from .lines import Lines, parts, shared_or_whole, verb_of

_OWN = ("your", "their", "his", "her")
_NO_NAME = frozenset(listed("counting_no_name"))


def gained(scene: Scene, obj: list[str], source: list[str] | None = None) -> Lines:
    """Write what gains an amount, or takes components."""
    phrase, times, limit = multiplied(scene, obj)
    q, rest = quantity(phrase, scene.numbers())
    if not q.said and not q.how and not times and any(w in _OWN for w in obj[:2]) and stem(obj[-1]) != obj[-1]:
        raise Unread(" ".join(obj))  # how many of one's own is not said
    if down := split_at(rest, ", rounded down", "rounded down"):
        rest = down[0]
    if q.how == "half" and source is None:
        source = rest
    if rest and rest[0] == "back":
        rest = rest[1:]
    if times and not rest:
        rest = ["points"]
    if times and q.how == "half":
        times = f"({times} / 2)"
        q = Quantity()
    where = source if source is not None else None
    a = amount(scene, rest, where)
    if a is None and rest and not times and (t := components(scene, rest)) is not None:
        return drawn(scene, q, t, source)
    pool = [t for t in spotted(scene, source or [], "number")[0] if t.owner == "table" and not t.keys]
    if pool and q.how == "half" and a is not None and a.thing == pool[0] and len(scene.v.all("resource")) == 1:
        got = scene.new("half", "share")
        unit = Amount(scene.v.all("resource")[0])
        return [f"let {got} = {pool[0].name} / 2", f"remove {got} from {pool[0].name}", unit.change("gain", got)]
    if a is not None and q.how == "all" and pool and a.thing.sort == "resource":
        return [a.change("gain", pool[0].name), f"set {pool[0].name} to 0"]
    if a is None and not rest and scene.last is not None:
        a = scene.last
    if a is None:
        a = declared(scene, rest)
    if q.how == "all" and not times:
        raise Unread(" ".join(obj))
    n, before = amount_of(scene, q, a)
    if q.how == "all" and a.thing.sort == "number" and source is not None:
        raise Unread(" ".join(obj))
    if a.before and a.before[0].startswith("choose") and n.isdigit() and n != "1" and not times:
        return [f"repeat at most {n}", *(f"  {line}" for line in [*a.before, a.change("gain", "1")])]
    return [
        *a.before,
        *before,
        *_pool(scene, source, product(n, times, limit)),
        a.change("gain", product(n, times, limit)),
    ]


def _pool(scene: Scene, source: list[str] | None, n: str) -> Lines:
    """A number of the table from which something is taken."""
    if not source:
        return []
    things, _ = spotted(scene, source, "number")
    kept = [t for t in things if t.owner == "table" and not t.keys]
    return [f"remove {n} from {kept[0].name}"] if kept else []


def declared(scene: Scene, rest: list[str]) -> Amount:
    """A word that the game does not know: it is counted if it is declared."""
    words = [w for w in rest if w not in FILLERS and not w.isdigit()]
    things, _left = spotted(scene, rest)
    if (
        len(words) not in (1, 2)
        or any(len(w) < 3 for w in words)
        or things
        or not all(w.isalpha() for w in words)
        or any(verb_of(w) == w and len(words) > 1 for w in words)
    ):
        raise Unread(" ".join(rest))
    if any(w in _NO_NAME or w in NUMBERS for w in words):
        raise Unread(" ".join(rest))
    name = "_".join([*words[:-1], words[-1]])
    if ("player", f"{name}  0..99") not in scene.declare:
        scene.declare.append(("player", f"{name}  0..99"))
    return Amount(Thing("number", name, "", "player"))


def roll(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    q, left = quantity(rest)
    if not {stem(w) for w in left if w not in FILLERS} <= {
        "die",
        "again",
        "sided",
        "six",
        "6",
        "together",
        "and",
        "add",
        "them",
        "up",
        "sum",
        "result",
    }:
        raise Unread(" ".join(rest))
    n = int(q.n) if q.n.isdigit() else 1
    if n > 4 or (q.how in ("some", "all") and q.said and "the" not in rest):
        raise Unread(" ".join(rest))
    names = [scene.new(*"defgh") for _ in range(n)]
    scene.die = names[0] if n == 1 else f"({' + '.join(names)})"
    return [f"draw {name} in 1..6" for name in names]


def worth_of_it(scene: Scene, said: list[str]) -> Lines:
    fields = [t for t in scene.v.things if t.owner == scene.it_type and t.sort == "number"]
    named = [t for t in fields if stem(t.name) in {stem(w) for w in said}] or fields[:1]
    t = points(scene)
    if not named or t is None:
        raise Unread(" ".join(said))
    return [f"add {scene.it}.{named[0].name} to me.{t.name}"]


def double(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    a = amount(scene, [w for w in rest if w not in ("number_of", "value_of")])
    if a is None:
        raise Unread(" ".join(rest))
    by_ = {"double": "2 * {x}", "triple": "3 * {x}", "halve": "{x} / 2"}[verb]
    return [*a.before, f"set {a.read()} to {by_.format(x=a.read())}"]


def raised(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    cut = parts(rest, "by", "to")
    a = amount(scene, [w for w in cut[""] if w not in ("number_of", "value_of")])
    if a is None:
        raise Unread(" ".join(rest))
    if "to" in cut and cut["to"][-1].isdigit():
        return [f"set {a.read()} to {cut['to'][-1]}"]
    by = cut.get("by", ["1"])
    n = next((w for w in by if w.isdigit()), "") or counted(scene, by)
    sense = "gain" if verbs()[verb] == "raise" else "pay"
    return [*a.before, a.change(sense, n)]


def begun(scene: Scene, said: list[str]) -> Lines:
    def one(obj: list[str]) -> Lines:
        q, left = quantity(obj)
        a = amount(scene, left)
        return [f"set {a.read()} to {q.n}"] if a is not None and not a.before else gained(scene, obj)

    return shared_or_whole(scene, said, one)


def reset(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    a = amount(scene, parts(rest, "to")[""])
    n = next((w for w in rest if w.isdigit()), "0")
    if a is None:
        raise Unread(" ".join(rest))
    return [f"set {a.read()} to {n}"]
