"""The verbs with objects: take, lose, pay, discard, draw, deal, give, swap, sell, buy, choose."""

from __future__ import annotations

import re

from ..lexicon.words import split_at, starts, stem
from ..parts.actors import Actor, worth
from ..parts.amounts import amount_of, multiplied, product
from ..parts.conditions import whoever
from ..parts.laid import trick_taken
from ..parts.nouns import (
    BANK,
    FILLERS,
    Components,
    Quantity,
    Scene,
    Unread,
    amount,
    components,
    hand_of,
    place,
    points,
    quantity,
    spotted,
)
from .cards import chosen, drawn, reveal, thrown_away, up_to, waste_of
from .counting import begun, declared, gained, worth_of_it
from .handing import handed_over, taken_from
from .lines import Lines, by, parts, receiver_of, shared_or_whole, victim_of
from .seats import pass_turn, player_slot, turn


def gain(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    if verb == "take" and (n := starts(rest, "back")):
        rest = rest[n:]
    if more := split_at(
        rest, "another turn", "an extra turn", "one more turn", "1 more turn", "a second turn", "an additional turn"
    ):
        return turn(scene, more)
    if {"turn", "turns"} & set(rest[-2:]) and not {"card", "cards"} & set(rest):
        return turn(scene, (rest, []))
    if (lines := trick_taken(scene, rest)) is not None:
        return lines
    cut = parts(rest, "from", "out of", "off")
    source = cut.get("from")
    if (worth_ := split_at(rest, "in")) and rest[0] in ("its", "their") and len(worth_[0]) == 2:
        fields = [t.name for t in scene.v.things if t.owner == scene.it_type and t.sort == "number"]
        what = amount(scene, worth_[1])
        if not scene.it or worth_[0][1] not in fields or what is None or what.before:
            raise Unread(" ".join(rest))
        return [what.change("gain", f"{scene.it}.{worth_[0][1]}")]
    if (sum_ := split_at(cut[""], "plus")) and sum_[1] and not quantity(sum_[1])[0].said:
        return _sum(scene, *sum_)
    if verb in ("take", "grab", "claim", "get", "receive") and source is not None:
        taken = victim_of(scene, source)
        if taken is not None:
            return taken_from(scene, cut[""], taken)
    if verb in ("take", "become", "claim", "get", "receive") and (lines := player_slot(scene, cut[""])):
        return lines

    def one(obj: list[str]) -> Lines:
        return gained(scene, obj, source)

    obj = cut[""]
    if (
        verb in ("collect", "gather")
        and quantity(obj)[0].how == "all"
        and (all_ := components(scene, quantity(obj)[1])) is not None
        and not all_.where
    ):
        deck = place(scene, ["deck"], all_.of)
        if deck is not None and all_.place is None:
            return [f"move [c in {all_.of}] to {deck.path}"]
    if "for" in cut.get("from", []):
        at = cut["from"].index("for")
        obj, source = [*obj, *cut["from"][at:]], cut["from"][:at]
    return shared_or_whole(scene, obj, one)


def _sum(scene: Scene, first: list[str], more: list[str]) -> Lines:
    """`10 points plus your bid`: one number and another."""
    lines, value = gained(scene, first), worth(scene, more, "me")
    found = re.fullmatch(r"(gain|add) (\d+) (.*)", lines[0]) if len(lines) == 1 else None
    if found is None or value is None:
        raise Unread(" ".join(more))
    return [
        f"{found[1]} ({found[2]} + {value}) {found[3]}"
        if found[1] == "gain"
        else f"add {found[2]} + {value} {found[3]}"
    ]


def _with_somebody(scene: Scene, rest: list[str], who: Actor) -> Lines | None:
    """`exchange 1 wood for 1 clay with another player`, `swap hands with them`: each gives the other something."""
    cut = split_at(rest, "with")
    if cut is not None and {stem(w) for w in cut[0] if w not in FILLERS} == {"hand"}:
        return _hands(scene, cut[1], who)
    goods = split_at(cut[0], "for", "against") if cut is not None else None
    if cut is None or goods is None or not who.me or not all(quantity(g)[0].said for g in goods):
        return None
    other = (
        Actor(f"as {scene.chosen}", scene.chosen) if cut[1] == ["them"] and scene.chosen else victim_of(scene, cut[1])
    )
    if other is None or other.many:
        return None
    begun = other.before
    other.before = []
    return [*begun, *handed_over(scene, goods[0], other, who), *taken_from(scene, goods[1], other)]


def _hands(scene: Scene, found: list[str], who: Actor) -> Lines:
    """Let two players exchange all they hold."""
    other = Actor(f"as {scene.chosen}", scene.chosen) if found == ["them"] and scene.chosen else victim_of(scene, found)
    mine = place(scene, ["hand"])
    if other is None or other.many or not who.me or mine is None or not mine.pile:
        raise Unread(" ".join(found))
    kept = scene.new("mine", "own")
    theirs = mine.path.replace("me.", f"{other.who}.")
    lines = [f"let {kept} = [c in {mine.path}]", f"move {theirs} to {mine.path}", f"move {kept} to {theirs}"]
    return [*other.before, *lines]


def lose(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    sense = "owe" if verb in ("lose", "forfeit") else "pay"
    if rest[:1] in (["everything"], ["all"]) and (all_ := split_at(rest, "in", "on", "from")) and len(all_[0]) == 1:
        where = place(scene, all_[1])
        if where is None or where.bank:
            raise Unread(" ".join(rest))
        return [f"move {where.path} to {waste_of(scene, where.of)}"]
    cut = parts(rest, "to", "from", "into", "in")
    pot = [
        t
        for t in spotted(scene, cut.get("into") or cut.get("in") or [], "number")[0]
        if t.owner == "table" and not t.keys
    ]
    if pot and (a := amount(scene, quantity(cut[""])[1])) is not None:
        n, before = amount_of(scene, quantity(cut[""])[0], a)
        return [*before, a.change("pay", n), f"add {n} to {pot[0].name}"]
    if sense == "pay" and (lines := _to_whom(scene, rest, who)) is not None:
        return lines
    cut = parts(rest, "to", "from")
    if cut.get("to") and sense == "pay":
        receiver = receiver_of(scene, cut["to"])
        if receiver is None and not {stem(w) for w in cut["to"] if w not in FILLERS} <= BANK:
            raise Unread(" ".join(cut["to"]))
        if receiver is not None:
            return handed_over(scene, cut[""], receiver, who)

    if (
        (swapped := split_at(cut[""], "for"))
        and swapped[1]
        and (swapped[1][0].isdigit() or swapped[1][0] in ("a", "an"))
        and sense == "pay"
    ):
        return [*lose(scene, verb, swapped[0], who), *gain(scene, "gain", swapped[1], who)]

    def one(obj: list[str]) -> Lines:
        phrase, times, limit = multiplied(scene, obj)
        q, left = quantity(phrase, scene.numbers())
        rounded = bool(split_at(left, "rounded up"))
        if at := split_at(left, "rounded", ","):
            left = at[0]
        a = amount(scene, left, cut.get("from"))
        if a is None:
            t = components(scene, [*left, *(["from", *cut["from"]] if "from" in cut else [])])
            if t is not None:
                return thrown_away(scene, q, t, price=verb in ("pay", "spend"))
            if (paid := _bid(scene, left)) is not None:
                return [f"{sense} {paid}"]
            a = declared(scene, left)
        n, before = amount_of(scene, q, a)
        n = n.replace(" / 2)", " / 2 rounded up)") if rounded else n
        pool = [t for t in spotted(scene, cut.get("from", []), "number")[0] if t.owner == "table" and not t.keys]
        if q.how == "all" and pool:
            return [f"set {pool[0].name} to 0"]
        if q.how in ("all", "half"):
            return [*a.before, *before, a.change("pay", n)]
        return [*a.before, *before, a.change(sense, product(n, times, limit))]

    return shared_or_whole(scene, cut[""], one)


_BID = frozenset(["high", "highest", "bid", "best", "price", "offer"])


def _bid(scene: Scene, said: list[str]) -> str | None:
    """`the highest bid`: the number of the table that is called so, in the one thing that is paid with."""
    words = {stem(w) for w in said if w not in FILLERS}
    if not words & {"bid", "price", "offer"} or not words <= _BID | {"winning", "final", "full", "amount"}:
        return None
    kept = [t for t in scene.v.all("number", owner="table") if not t.keys and set(t.name.split("_")) & _BID]
    units = scene.v.all("resource")
    return f"{kept[0].name} {units[0].plural}" if len(kept) == len(units) == 1 else None


def discard(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    if down := split_at(rest, "down to"):
        q, left = quantity(down[1])
        a = amount(scene, left)
        if a is not None and a.thing.sort != "resource":
            return [*a.before, f"set {a.read()} to {a.read()} but at most {q.n}"]
        t = components(scene, left or ["cards"])
        where = (t.place or hand_of(scene, t.of)) if t is not None else None
        if t is None or where is None:
            raise Unread(" ".join(rest))
        name = scene.new("c", "t", "x")
        return [
            f'choose ({where.path}.size - {q.n} but at least 0) of {name} in {where.path} "Which ones?"',
            f"move {name} to {waste_of(scene, t.of)}",
        ]
    cut = parts(rest, "from", "to", "in", "on", "into")

    def one(obj: list[str]) -> Lines:
        phrase, times, limit = multiplied(scene, obj)
        q, left = quantity(phrase)
        chance = "random" in left
        if times:
            q = Quantity(product(q.n, times, limit), said=True)
        source = cut.get("from") or cut.get("in")
        if at := split_at(left, "rounded", ", rounded"):
            left = at[0]
        for phrase_ in ("of another player", "of an opponent", "of any player"):
            if sub := split_at(left, phrase_):
                left, var = sub[0], "p"
                return _from_map(scene, q, left, source or [], var)
        if {"hand", "hands"} & set(left) and not {"card", "cards"} & set(left):
            q.how = "all"
        t = components(scene, [*left, *(["from", *source] if source else [])])
        typed = {"card", "cards"} & set(left) or any(x.name in scene.v.types() for x in spotted(scene, left, "type")[0])
        if t is not None and (typed or amount(scene, left) is None):
            return thrown_away(scene, q, t, chance)
        a = amount(scene, left, source)
        if a is None or (verb == "return" and q.how == "all"):
            raise Unread(" ".join(left))
        n, before = amount_of(scene, q, a)
        return [*a.before, *before, a.change("pay", n)]

    return shared_or_whole(scene, cut[""], one)


def _from_map(scene: Scene, q: Quantity, left: list[str], source: list[str], var: str) -> Lines:
    """`remove an army of another player from a region`: from the entry of somebody else."""
    var = scene.new("p", "q")
    a = amount(scene, left, source)
    maps = [
        t
        for t in scene.v.all("number", owner="table")
        if a is not None and t.keys and (t == a.thing or stem(t.name) == stem(a.thing.plural or a.thing.name))
    ]
    if not maps or "Player" not in maps[0].keys:
        raise Unread(" ".join(left))
    of = next(k for k in maps[0].keys if k != "Player")
    r = scene.new(of[0].lower(), of.lower())
    entry = f"{maps[0].name}[{', '.join(var if k == 'Player' else r for k in maps[0].keys)}]"
    return [
        f'choose {var} in others "Whose?"',
        f'choose {r} in {of} where {entry} >= {q.n} "Where?" if any',
        f"remove {q.n} from {entry}",
    ]


def draw(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    rest = [*(w for w in rest if w != "back"), *(["\0back"] if "back" in rest else [])]
    if rest[:2] == ["up", "to"] and verb == "draw" and "\0back" in rest:
        rest = [w for w in rest if w != "\0back"]
        return up_to(scene, rest[2:])
    for words in (("up to",), ("until you have",), ("until they have",)):
        upto = split_at(rest, *words)
        if (
            upto is not None
            and not upto[0]
            and upto[1][:1]
            and upto[1][0].isdigit()
            and ("until" in words[0] or "hand" in upto[1])
        ):
            return up_to(scene, upto[1])
    rest = [w for w in rest if w != "\0back"]
    cut = parts(rest, "from", "off")
    source = cut.get("from") or cut.get("off")
    if source is not None and (victim := victim_of(scene, source)) is not None:
        return taken_from(scene, [*cut[""], "random"], victim)

    def one(obj: list[str]) -> Lines:
        phrase, times, limit = multiplied(scene, obj)
        q, left = quantity(phrase)
        left = [w for w in left if w not in ("top", "next", "extra", "random")]
        if times:
            q = Quantity(product(q.n, times, limit), said=True)
        these = components(scene, left or ["cards"])
        if these is None and (things := spotted(scene, left, "pile", "kind")[0]):
            if things[0].sort == "kind":
                scene.member[things[0].name] = scene.new(things[0].name[0].lower())
                return [f"draw {scene.member[things[0].name]} in {things[0].name}"]
            these = Components(things[0].of)
        if these is None:
            return gained(scene, obj, source)
        return drawn(scene, q, these, source)

    return shared_or_whole(scene, cut[""], one)


def deal(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    cut = parts(rest, "to", "from")
    if "to" in cut:
        receiver, obj = whoever(scene, _trimmed(cut["to"])), cut[""]
    else:
        at = next((i for i, w in enumerate(rest) if w.isdigit()), len(rest))
        receiver, obj = whoever(scene, rest[:at]), parts(rest[at:], "from")[""]
    if receiver is None:
        raise Unread(" ".join(rest))
    q, left = quantity(obj)
    if q.how == "all":
        these = components(scene, left)
        deck = place(scene, ["deck"], these.of) if these is not None else None
        if deck is None:
            raise Unread(" ".join(rest))
        goal = hand_of(scene, deck.of).path
        until = f"{deck.path}.size < {receiver.many or 'players'}.size"
        return [f"repeat until {until}: {receiver.head}: move top({deck.path}) to {goal}"]
    return by(receiver, gained(scene, obj if left else [*obj, "cards"], cut.get("from")), scene)


def _trimmed(found: list[str]) -> list[str]:
    return found[
        : next(
            (
                i
                for i, w in enumerate(found)
                if w in ("from", "in", "at", "as", "on") and i > 1 and found[i - 1] != "player"
            ),
            len(found),
        )
    ]


def _to_whom(scene: Scene, rest: list[str], who: Actor) -> Lines | None:
    """`give another player 1 coin`, `that player pays you 2 coins`: the receiver stands before what it is."""
    for i in range(1, len(rest)):
        if rest[i].isdigit() or (rest[i] in ("a", "an", "half", "all", "your") and i < len(rest) - 1):
            receiver = receiver_of(scene, rest[:i])
            if receiver is not None:
                return handed_over(scene, rest[i:], receiver, who)
    return None


def give(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    if verb == "pass" and not rest:
        return pass_turn(scene)
    if verb == "pass" and (rest[:2] == ["the", "turn"] or rest in (["turn"], ["your", "turn"])):
        return pass_turn(scene)
    cut = parts(rest, "to")
    if "to" not in cut:
        return lose(scene, "pay", rest, who)
    if (slot := player_slot(scene, cut[""], cut["to"])) is not None:
        return slot
    receiver = receiver_of(scene, cut["to"])
    if receiver is None:
        return lose(scene, "pay", cut[""], who)
    if verb == "award" or (who.me and receiver.many and receiver.many.startswith(("(", "["))):
        return by(receiver, gained(scene, cut[""]), scene)
    return handed_over(scene, cut[""], receiver, who)


def swap(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    if (lines := _with_somebody(scene, rest, who)) is not None:
        return lines
    cut = (
        split_at(rest, "for", "into", "against", "to")
        if verb not in ("swap", "switch")
        else split_at(rest, "with", "for", "and")
    )
    if cut is None or not cut[0] or not cut[1]:
        if verb == "turn":
            return reveal(scene, verb, rest, who)
        raise Unread(" ".join(rest))
    if verb in ("swap", "switch", "exchange", "trade"):
        if (
            {"top"} & set(cut[1])
            and (deck := place(scene, cut[1])) is not None
            and (mine := components(scene, quantity(cut[0])[1])) is not None
        ):
            from_ = mine.place or hand_of(scene, mine.of)
            top = scene.new("drawn", "other")
            return [
                *chosen(scene, Quantity(), mine, from_),
                f"let {top} = top({deck.path})",
                f"move {top} to {from_.path}",
                f"move {scene.it} to {deck.path}",
            ]
        mine, theirs = components(scene, quantity(cut[0])[1]), components(scene, quantity(cut[1])[1])
        if mine is not None and theirs is not None and amount(scene, quantity(cut[1])[1]) is None:
            from_ = mine.place or hand_of(scene, mine.of)
            other = theirs.place or place(scene, ["display"], theirs.of)
            if other is None or from_.path == other.path:
                raise Unread(" ".join(rest))
            one = chosen(scene, Quantity(), mine, from_)
            first = scene.it
            two = chosen(scene, Quantity(), theirs, other)
            return [*one, *two, f"move {first} to {other.path}", f"move {scene.it} to {from_.path}"]
    return [*lose(scene, "pay", cut[0], who), *gain(scene, "gain", cut[1], who)]


def score(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    said = [w for w in rest if w not in ("him", "her", "you", "himself", "them", "themselves")]
    if said and {"its", "value", "worth"} & set(said) and scene.it:
        return worth_of_it(scene, said)
    q, left = quantity(said)
    only = [w for w in left if w not in FILLERS]
    if (not only and q.said and points(scene) is not None) or left[:1] == ["for"] or left[:1] == ["per"]:
        said = [q.n, "points", *left]
    t = points(scene)
    if only and t is None:
        said = list(said)
    return gain(scene, "gain", said, who)


def choose(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    if rest[:1] == ["1"] and rest[1:2] in ([":"], ["of"]):
        rest = rest[2:]
    cut = parts(rest, "from", "in", "on")
    q, left = quantity(cut[""])
    source = cut.get("from") or cut.get("in") or cut.get("on")
    kinds = spotted(scene, left, "kind", "type")[0]
    if (kinds and kinds[0].name not in scene.v.types()) or left in (["number"], ["bid"], ["a", "number"]):
        of = kinds[0].name if kinds else "0..9"
        name = scene.new(of[0].lower() if kinds else "n", of.lower())
        if kinds:
            scene.member[of] = name
        asked = f'choose {name} in {of} "Which one?"'
        if to := split_at(rest, "to be", "as", "to become"):
            slots = [t for t in spotted(scene, to[1], "kept")[0] if t.of == of and t.owner in ("player", "table")]
            if not slots:
                raise Unread(" ".join(rest))
            return [asked, f"set {slots[0].at('me')} to {name}"]
        return [asked]
    if receiver_of(scene, cut[""]) is not None and not components(scene, left):
        found = whoever(scene, cut[""])
        if found is not None and found.before:
            return found.before
    these = components(scene, left)
    if these is None:
        raise Unread(" ".join(rest))
    where = these.place or (place(scene, source, these.of) if source else None) or hand_of(scene, these.of)
    return chosen(scene, q, these, where)


def sell(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    cut = split_at(rest, "for", "at", "and receive", "and get")
    obj, price = cut if cut is not None else (rest, [])
    q, left = quantity(obj)
    these = components(scene, left)
    if price[-1:] in (["each"], ["apiece"]) and (goods := amount(scene, left)) is not None:
        n, _ = amount_of(scene, q, goods)
        one = gained(scene, price[:-1])
        paid = re.fullmatch(r"(gain|add) (\d+) (.*)", one[0]) if len(one) == 1 else None
        if paid is None or q.how not in ("", "upto", "some") or goods.before:
            raise Unread(" ".join(rest))
        top = q.n if q.how == "upto" else goods.read()
        asked = [f'choose n in 0..{top} where n <= {goods.read()} "How many?"'] if q.how else []
        return [
            *asked,
            goods.change("pay", n),
            f"gain ({paid[2]} * {n}) {paid[3]}" if paid[1] == "gain" else f"add {paid[2]} * {n} {paid[3]}",
        ]
    if these is None or amount(scene, left) is not None:
        return [*lose(scene, "pay", obj, who), *(gain(scene, "gain", price, who) if price else [])]
    where = these.place or hand_of(scene, these.of)
    lines = chosen(scene, q, these, where)
    if price[-1:] in (["each"], ["apiece"]) and " of " in lines[0]:
        one = gained(scene, price[:-1])
        paid = re.fullmatch(r"gain (\d+) (.*)", one[0])
        if paid is None:
            raise Unread(" ".join(price))
        return [
            *lines,
            f"gain ({paid[1]} * {scene.it}.size) {paid[2]}",
            f"move {scene.it} to {waste_of(scene, these.of)}",
        ]
    return [*lines, *_price(scene, price, "gain"), f"move {scene.it} to {waste_of(scene, these.of)}"]


def _price(scene: Scene, price: list[str], sense: str) -> Lines:
    fields = [t for t in scene.v.things if t.owner == scene.it_type and t.sort == "number"]
    named = [t for t in fields if stem(t.name) in {stem(w) for w in price}]
    resources = scene.v.all("resource")
    if any(w.isdigit() for w in price):
        return (gain if sense == "gain" else lose)(scene, "gain" if sense == "gain" else "pay", price, Actor())
    named = named or [t for t in fields if t.name in ("value", "price", "cost", "worth", "fee")]
    if not named or not resources:
        raise Unread(" ".join(price))
    return [f"{sense} {scene.it}.{named[0].name} {resources[0].plural}"]


def buy(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    cut = split_at(rest, "for", "at")
    obj, price = cut if cut is not None else (rest, [])
    split = parts(obj, "from", "in")
    q, left = quantity(split[""])
    these = components(scene, left)
    if these is None:
        if not price:
            raise Unread(" ".join(rest))
        return [*lose(scene, "pay", price, who), *gain(scene, "gain", obj, who)]
    where = these.place or place(scene, split.get("from") or ["display"], these.of)
    if where is None or where.bank:
        raise Unread(" ".join(rest))
    lines = chosen(scene, q, these, where)
    return [*lines, *_price(scene, price, "pay"), f"move {scene.it} to {hand_of(scene, these.of).path}"]


def start(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    if rest[:1] == ["with"] or rest[:2] == ["the", "game"]:
        cut = split_at(rest, "with")
        if cut is not None:
            return begun(scene, [w for w in cut[1] if w not in ("in", "hand", "each")])
    raise Unread(" ".join(rest))
