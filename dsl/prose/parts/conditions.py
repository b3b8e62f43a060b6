"""What has to hold: `you have at least 3 coins`, `the deck is empty`, `nobody has passed`, `you rolled a six`."""

from __future__ import annotations

from ..lexicon.phrases import listed
from ..lexicon.words import ORDINALS, split_at, starts, stem
from .actors import Actor, actor, worth
from .amounts import how_many, regions
from .chances import chance, sign_of
from .comparing import compared
from .laid import was_laid
from .nouns import FILLERS, Scene, Unread, amount, components, own_place, place, spotted

_HAVE = listed("conditions_have")
_WITH = frozenset(["with", "who", "that", "without"])
_BE = ("is", "are", "was", "were", "be", "becomes", "has been", "have been", "shows")
_EVENTS = frozenset(["takes", "take", "win", "wins", "gain", "gains", "gets"])
_DONE = frozenset(["dropped", "already", "been", "is", "passed", "out"])
_RANKS = ("most", "fewest", "least", "highest", "lowest")
_OPPOSITE = {"=": "!=", "!=": "=", ">": "<=", "<=": ">", "<": ">=", ">=": "<"}
_EVEN = listed("conditions_even")


def condition(scene: Scene, found: list[str], who: str = "me") -> str:
    """Write a question; raise `Unread` if it is not understood."""
    scene.step()
    said = [
        w
        for w in found
        if w
        not in ("already", "currently", "still", "then", "also", "exactly", "ever", "now", "at that moment", "only")
    ]
    for word, sign in (("or", " or "), ("and", " and ")):
        for i, w in enumerate(said):
            if w == word and said[i + 1 : i + 2] not in (
                ["more"],
                ["fewer"],
                ["less"],
                ["higher"],
                ["lower"],
                ["greater"],
                ["better"],
            ):
                try:
                    first, rest = condition(scene, said[:i], who), said[i + 1 :]
                    if not _begins(scene, rest):
                        rest = [*said[: _verb_end(said)], *rest]
                    return first + sign + condition(scene, rest, who)
                except Unread:
                    continue
    if (asked := was_laid(scene, said)) is not None:
        return asked
    readers = (chance, _unable, _empty, _having, _being, compared)
    for read in readers if scene.local.keys().isdisjoint(said) else (compared, *readers[:-1]):
        if (asked := read(scene, said, who)) is not None:
            return asked
    raise Unread(" ".join(found))


def whoever(scene: Scene, said: list[str]) -> Actor | None:
    """Read who does something, `players who have passed` and `each player with at least 3 coins` included."""
    if any(w in _WITH for w in said[1:]) and (such := _such(scene, said)) is not None:
        return such
    return actor(scene, said)


def _such(scene: Scene, said: list[str]) -> Actor | None:
    at = next(i for i, w in enumerate(said) if i and w in _WITH)
    text = " ".join(said[:at])
    if text in _EVEN or text in (
        "players",
        "the players",
        "player",
        "the player",
        "those",
        "anyone",
        "all",
        "whoever",
        "players 's",
    ):
        group = "players"
    elif (found := actor(scene, said[:at])) is not None and found.many:
        group = found.many
    else:
        return None
    rest = (
        ["has", *said[at + 1 :]]
        if said[at] == "with"
        else ["has", "no", *said[at + 1 :]]
        if said[at] == "without"
        else said[at + 1 :]
    )
    ranks = [w for i, w in enumerate(rest) if w in _RANKS and rest[i - 1 : i] != ["at"]]
    if ranks:
        return None
    asked = condition(scene, ["they", *rest], "p")
    chosen = f"[p in {group} where {asked}]"
    return Actor(f"as each {chosen}", chosen, many=chosen)


def _begins(scene: Scene, rest: list[str]) -> bool:
    return any(w in _HAVE or w in _BE for w in rest) or rest[:1] in (["you"], ["the"])


def _verb_end(said: list[str]) -> int:
    return next((i + 1 for i, w in enumerate(said) if w in _HAVE or w in _BE), 0)


def negated(asked: str) -> str:
    """Write the opposite."""
    for sign in (" >= ", " <= ", " != ", " = ", " < ", " > "):
        if asked.count(sign) == 1 and not any(
            w in asked for w in (" and ", " or ", "any ", "all ", "count ", " in ", "not ", "no ")
        ):
            return asked.replace(sign, f" {_OPPOSITE[sign.strip()]} ")
    if asked.startswith("not ") and " and " not in asked and " or " not in asked:
        return asked[4:]
    return f"not {asked}" if asked.replace(".", "").replace("_", "").isalnum() else f"not ({asked})"


def _unable(scene: Scene, said: list[str], who: str) -> str | None:
    """`you cannot pay 3 coins`, `you do not have enough food`, `you can afford it`."""
    cut = split_at(
        said,
        "cannot pay",
        "cannot afford",
        "are unable to pay",
        "is unable to pay",
        "cannot give",
        "cannot discard",
        "can not pay",
        "do not have enough",
        "does not have enough",
        "have not enough",
        "cannot spend",
        "have too few",
        "has too few",
        "cannot feed",
    )
    if cut is None:
        return None
    n, what, _ = how_many(scene, cut[1] or ["it"])
    if what is None:
        raise Unread(" ".join(said))
    return f"{what.read(who)} < {n if n else '1'}"


def _empty(scene: Scene, said: list[str], who: str) -> str | None:
    """`the deck is empty`, `there are no cards left`, `the deck has run out`, `your hand is full`."""
    text = " ".join(said)
    gone = {"empty", "exhausted", "depleted"} & set(said) or any(
        p in text
        for p in (
            "run out",
            "runs out",
            "used up",
            "no cards left",
            "no more cards",
            "are gone",
            "is gone",
            "no cards remain",
            "ran out",
        )
    )
    if gone:
        cut = [
            w
            for w in said
            if w
            not in (
                "is",
                "are",
                "empty",
                "exhausted",
                "has",
                "have",
                "run",
                "runs",
                "out",
                "used",
                "up",
                "been",
                "gone",
                "if",
                "there",
                "no",
                "more",
                "cards",
                "left",
                "depleted",
                "remain",
                "ran",
                "not",
                "in",
                "tiles",
            )
        ]
        cut = cut if any(w not in FILLERS for w in cut) else [*cut, "deck"]
        where = place(scene, cut, who=who)
        if where is not None and not where.bank:
            asked = f"{where.path}.size = 0" if where.pile else f"{where.path} = none"
            return negated(asked) if "not" in said else asked
        what = worth(scene, cut, who)
        return f"{what} = 0" if what is not None else None
    if said[:1] == ["there"] and set(said) & {"no"}:
        inner = components(scene, [w for w in said[2:] if w not in ("no", "left", "more", "remaining")], who)
        if inner is not None and inner.place is not None:
            return f"no c in {inner.place.path}{inner.such('c')}" if inner.where else f"{inner.place.path}.size = 0"
    return None


def _having(scene: Scene, said: list[str], who: str) -> str | None:
    """`you have at least 3 coins`, `another player has more gold than you`, `nobody has a card`."""
    at = next((i for i, w in enumerate(said) if w in _HAVE), None)
    if at is None:
        return None
    subject, rest = said[:at], said[at + 1 :]
    denied = bool({"not", "never"} & set(subject)) or rest[:1] == ["not"]
    subject = [w for w in subject if w not in ("do", "does", "did", "not", "never")]
    rest = rest[1:] if rest[:1] == ["not"] else rest
    rest = rest[1:] if rest[:1] in (["been"], ["got"]) else rest
    name = " ".join(subject)
    if rest[:1] == ["passed"] or (
        len(rest) < 4 and spotted(scene, rest, "flag")[0] and not set(spotted(scene, rest, "flag")[1]) - _DONE
    ):
        return _being(scene, [*subject, "is", *rest], who)
    if not rest and "more" not in subject:
        return _ruled(scene, said[at], who)
    group = ""
    if name in ("all but 1 player", "all but 1 of the players", "all players but 1", "all but 1"):
        return f"(count p in players where not ({_owned(scene, rest, 'p', said[at])})) <= 1"
    if name in ("nobody", "no one", "no player", "none", "no other player", "no opponent"):
        group, quantifier = ("others" if "other" in name or "opponent" in name else "players"), "no"
    elif name in _EVEN or name in ("another player", "any other player", "an opponent", "any opponent"):
        group, quantifier = ("others" if "other" in name or "opponent" in name else "players"), "any"
    elif subject:
        who_ = actor(scene, subject)
        if who_ is None:
            return None
        if who_.many:
            group, quantifier = who_.many, "all"
        elif not who_.me:
            who = who_.who
    if said[at] in _EVENTS and not group:
        raise Unread(" ".join(said))
    asked = _owned(scene, rest, "p" if group else who, said[at])
    asked = negated(asked) if denied else asked
    return f"{quantifier} p in {group}{':' if quantifier == 'all' else ' where'} {asked}" if group else asked


def _ruled(scene: Scene, verb: str, who: str) -> str:
    """`a region that you rule`: of what was spoken of."""
    for of, name in (*scene.member.items(), (scene.it_type, scene.it)):
        kept = [t.name for t in scene.v.things if t.owner == of and t.sort == "player"]
        if name and kept and stem(verb) in ("rule", "own", "control", "hold"):
            return f"{name}.{kept[0]} = {who}"
    raise Unread(verb)


def _owned(scene: Scene, rest: list[str], who: str, verb: str) -> str:
    text = " ".join(rest)
    if rest[:1] == ["as_many"] and (cut := split_at(rest[1:], "as")):
        mine = worth(scene, cut[0], who)
        theirs = worth(scene, [w for w in cut[1] if w not in ("you", "they", "have", "own", "he", "she")], who)
        if mine is None or theirs is None:
            raise Unread(text)
        return f"{mine} = {theirs}"
    if (n := starts(rest, "the most", "the fewest", "the least", "most", "fewest", "the highest", "the lowest")) and n:
        value = worth(scene, rest[n:], "q")
        if value is None:
            raise Unread(text)
        side = "least" if rest[n - 1] in ("fewest", "least", "lowest") else "most"
        return f"{who} in ({side} q in players: {value})"
    if (cut := split_at(rest, "than")) and cut[0] and cut[0][0] in ("more", "fewer", "less") and cut[1]:
        compared = actor(scene, cut[1]) if not cut[1][0].isdigit() else None
        if cut[1] in (["you"], ["me"], ["they"]):
            compared = None
            other = "me"
        elif compared is not None:
            other = "q" if compared.many else compared.who
        else:
            other = ""
        if other:
            sign = ">" if cut[0][0] == "more" else "<"
            mine, theirs = worth(scene, cut[0][1:], who), worth(scene, cut[0][1:], other)
            if mine is None or theirs is None:
                raise Unread(text)
            asked = f"{mine} {sign} {theirs}"
            group = compared.many.replace("others", "players") if compared is not None else ""
            return f"all q in {group} where q = {who} or {asked}" if group else asked
        mine, theirs = worth(scene, cut[0][1:], who), worth(scene, cut[1], who)
        if mine is not None and theirs is not None:
            return f"{mine} {'>' if cut[0][0] == 'more' else '<'} {theirs}"
    none = (rest[:1] in (["no"], ["any"]) and rest[1:2] != ["more"]) or (
        rest[:2] == ["no", "more"] and rest[3:4] != ["than"] and not any(w.isdigit() for w in rest)
    )
    sign = sign_of(text + " ")
    numbers = [w for w in rest if w.isdigit()]
    words = [w for w in rest if not w.isdigit()]
    for phrase in (
        "at least",
        "at most",
        "or more",
        "or fewer",
        "or less",
        "more than",
        "fewer than",
        "less than",
        "no more than",
        "or higher",
        "up to",
        "or greater",
        "in total",
        "no fewer than",
        "not more than",
    ):
        while cut := split_at(words, phrase):
            words = [*cut[0], *cut[1]]
    words = [w for w in words if w not in ("no", "any", "left", "enough", "more")]
    same = split_at(words, "of the same", "with the same", "of same", "of a single")
    different = split_at(words, "of different", "of differing", "with different") or (
        (words[words.index("different") + 1 :], []) if "different" in words else None
    )
    least = numbers[0] if numbers else "1"
    if same:
        return _alike(scene, same, least, who)
    if different and numbers:
        return f"{_various(scene, different, who)} >= {least}"
    if none:
        sign, least = ("=", "0") if rest[0] == "no" else (">", "0")
    elif not numbers or (sign == "=" and "exactly" not in rest):
        sign = ">="
    value = worth_of(scene, words, who, verb)
    if value is None:
        raise Unread(text)
    if value.startswith("any ") and sign == "=":
        return "no" + value[3:]
    return value if value.startswith("any ") and least in ("0", "1") else f"{value} {sign} {least}"


def worth_of(scene: Scene, words: list[str], who: str, verb: str) -> str | None:
    """Write how many a player has; whether, if it can only be one."""
    a = amount(scene, words)
    if a is not None and not a.before:
        return a.read(who)
    these = components(scene, words, who)
    if these is not None:
        where = these.place or own_place(scene, these.of, verb, who)
        if where is None:
            return None
        if not these.where:
            return f"{where.path}.size"
        if (
            where.pile
            and len(these.where) == 1
            and (" in " in these.where[0] or these.where[0].startswith("{c} = "))
            and not any(w in words for w in ("cards", "tiles"))
        ):
            return f"any c in {where.path}{these.such('c')}"
        return f"(count c in {where.path}{these.such('c')})"
    if (body := regions(scene, [*words[-1:], "you", stem(verb)], who)) is not None and len(words) < 3:
        return body
    if (value := worth(scene, words, who)) is not None:
        return value
    sets = [t for t in scene.v.things if t.sort == "set"]
    things, left = spotted(scene, words, "member", "row")
    for t in things:
        for s in sets:
            if s.of == t.of and not left:
                return f"any m in {s.at(who)} where m = {t.name}"
    return None


def _alike(scene: Scene, cut: tuple[list[str], list[str]], n: str, who: str) -> str:
    these = components(scene, cut[0], who)
    kinds, _ = spotted(scene, cut[1], "kind", "type")
    fields = [
        t for t in scene.v.things if these is not None and t.owner == these.of and t.name in {stem(w) for w in cut[1]}
    ]
    if these is None or not (kinds or fields):
        raise Unread(" ".join(cut[1]))
    where = these.place or own_place(scene, these.of, "", who)
    kept = scene.v.field_of(these.of, kinds[0].name) if kinds else fields[0]
    if where is None or kept is None:
        raise Unread(" ".join(cut[1]))
    if kept.sort == "number":
        return f"any k in 0..{kept.high} where (count c in {where.path} where c.{kept.name} = k) >= {n}"
    return f"any k in {kept.of} where (count c in {where.path} where c.{kept.name} = k) >= {n}"


def _various(scene: Scene, cut: tuple[list[str], list[str]], who: str) -> str:
    kinds, _ = spotted(scene, cut[0] + cut[1], "kind")
    for t in scene.v.types():
        kept = scene.v.field_of(t, kinds[0].name) if kinds else None
        where = own_place(scene, t, "", who)
        if kept is not None and where is not None:
            return f"(count k in {kinds[0].name} where any c in {where.path} where c.{kept.name} = k)"
    for s in scene.v.all("number", owner="player"):
        if kinds and s.keys == (kinds[0].name,):
            return f"(count k in {kinds[0].name} where {s.at(who)}[k] > 0)"
    raise Unread(" ".join(cut[0]))


_SO = frozenset(["lit", "on", "yes", "true", "set", "active", "ready", "used", *(_DONE - {"out"})])
_NOT_SO = frozenset(["out", "off", "dark", "unlit", "false", "inactive", "extinguished"])


def _being(scene: Scene, said: list[str], who: str) -> str | None:
    """`your lamp is lit`, `trump is hearts`, `you are the start player`, `all players have passed`, `it is round 3`."""
    at = next(
        (
            i
            for i, w in enumerate(said)
            if w in ("is", "are", "was", "were", "has", "have", "equals", "becomes", "reaches")
        ),
        None,
    )
    if at is None:
        return None
    subject, rest = said[:at], [w for w in said[at + 1 :] if w not in ("been", "the", "a", "an")]
    denied = "not" in rest
    rest = [w for w in rest if w != "not"]
    flags, _left = spotted(scene, [*subject, *rest], "flag")
    text = " ".join(subject)

    def wrap(asked: str) -> str:
        return negated(asked) if denied else asked

    said_of = [w for w in spotted(scene, rest, "flag")[1] if w not in _SO]
    if flags and set(said_of) <= _NOT_SO and said_of:
        denied = not denied
    elif flags and said_of and not spotted(scene, rest, "player", "number", "member")[0]:
        raise Unread(" ".join(rest))
    if flags and flags[0].owner in ("player", "table"):
        group = None if not subject else actor(scene, subject) if text not in _EVEN else None
        if (
            "but" not in subject
            and group is None
            and text not in _EVEN
            and {"all", "every", "each", "any", "both"} & set(subject)
        ):
            if flags[0].owner != "player" or not spotted(scene, subject, "flag")[0]:
                raise Unread(text)
            quantifier = "any" if "any" in subject else "all"
            asked = wrap(flags[0].at("p"))
            return f"{quantifier} p in players{':' if quantifier == 'all' else ' where'} {asked}"
        if text in ("all but 1 player", "all but 1", "all players but 1"):
            return f"(count p in players where not {flags[0].at('p')}) <= 1"
        if text in _EVEN:
            return f"any p in players where {wrap(flags[0].at('p'))}"
        if group is not None and group.many:
            return f"all p in {group.many}: {wrap(flags[0].at('p'))}"
        if text in ("nobody", "no one", "no player"):
            return f"no p in players where {flags[0].at('p')}"
        return wrap(flags[0].at(group.who if group is not None and not group.me else who))
    people, _ = spotted(scene, rest, "player")
    kept = actor(scene, rest) if rest and ("player" in rest or people) else None
    if (
        kept is not None
        and kept.head.startswith("as ")
        and not kept.many
        and kept.who not in ("me",)
        and subject in (["you"], ["they"])
    ):
        return wrap(f"{who} = {kept.who}")
    slots, _ = spotted(scene, subject, "kept", "holds", "number", "resource")
    members, extra = spotted(scene, rest, "member", "row")
    if members:
        slots = [s for s in slots if s.of == members[0].of] or [
            s for s in scene.v.things if s.sort == "kept" and s.of == members[0].of and s.owner in ("table", "player")
        ]
        if slots and not extra:
            return f"{slots[0].at(who)} {'!=' if denied else '='} {members[0].name}"
    numbers = [w for w in said if w.isdigit()] or [str(ORDINALS[w]) for w in said if w in ORDINALS]
    counted, extra = spotted(
        scene, [w for w in said if not w.isdigit() and w not in ORDINALS], "number", "resource", "value"
    )
    if numbers and counted and not counted[0].keys:
        read = counted[0].of.replace("me.", f"{who}.") if counted[0].sort == "resource" else counted[0].at(who)
        return wrap(f"{read} {sign_of(' '.join(said))} {numbers[0]}")
    if {"last", "final"} & set(rest) and counted and counted[0].high < 99:
        return wrap(f"{counted[0].at(who)} = {counted[0].high}")
    return None
