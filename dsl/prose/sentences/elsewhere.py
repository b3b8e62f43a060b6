"""Sentences under other headings than effects: who wins, what everybody has, what a scenario says."""

from __future__ import annotations

from ..clauses.doing import doing
from ..clauses.lines import Lines
from ..lexicon.phrases import listed
from ..lexicon.vocabulary import GENERIC
from ..lexicon.words import stem
from ..parts.actors import worth
from ..parts.amounts import counted
from ..parts.conditions import condition
from ..parts.nouns import FILLERS, Scene, Unread, amount, components, hand_of, place, quantity, spotted

_RANKS = {
    "most": "most",
    "highest": "most",
    "largest": "most",
    "greatest": "most",
    "biggest": "most",
    "richest": "most",
    "higher": "most",
    "more": "most",
    "fewest": "least",
    "least": "least",
    "lowest": "least",
    "smallest": "least",
    "fewer": "least",
    "lower": "least",
    "poorest": "least",
}
_AROUND = frozenset(listed("elsewhere_around"))


def winner(scene: Scene, said: list[str]) -> Lines:
    """`the player with the most points wins`, `ties are broken by money`."""
    at = next((i for i, w in enumerate(said) if w in _RANKS), None)
    side = _RANKS[said[at]] if at is not None else "most"
    rest = said[at + 1 :] if at is not None else said
    if at is not None and said[at] in ("richest", "poorest"):
        rest = ["money"]
    if "different" in rest:
        return [f"{side} {counted(scene, [w for w in rest if w not in ('player', 'wins', 'win', 'game', 'the')])}"]
    what = [w for w in rest if w not in _AROUND - {"total"}]
    if "total" in what and (value := worth(scene, what, "me")) is not None:
        return [f"{side} {value}"]
    what = [w for w in what if w != "total"]
    value = worth(scene, what, "me") if what else None
    if value is None:
        things, left = spotted(scene, what, "number", "flag", "row", "value", "set")
        if len(things) == 1 and not left and things[0].sort == "set":
            value = f"{things[0].at('me')}.size"
    if value is None:
        raise Unread(" ".join(said))
    return [f"{side} {value}"]


_OPENING = frozenset(("each", "every", "all", "players", "you", "everyone", "there", "a", "an", "the"))


def slot(scene: Scene, heading: str, said: list[str]) -> Lines:
    """`each player has 3 shovels`, `a hand of cards`: what is declared under `player` and `table`."""
    if (
        not (said[0].isdigit() or said[0] in _OPENING or {"has", "have", "starts", "begins"} & set(said))
        and ":" not in said
    ):
        raise Unread(" ".join(said))
    rest = [w for w in said if w != ":"]
    for i, w in enumerate(rest):
        if (
            w in ("has", "have", "with", "gets", "owns", "is", "are", "receives", "holds")
            and i < 6
            and not any(x.isdigit() for x in rest[:i])
        ):
            rest = rest[i + 1 :]
            break
    for i, w in enumerate(rest):
        if (
            w in ("at", "to", "in", "for", "each", ",", "from", "which", "that", "on")
            and i
            and rest[i : i + 2] != ["to", "start"][:1]
            and (rest[:i] != ["hand"])
        ):
            if w == "from" and (numbers := [x for x in rest[i:] if x.isdigit()]):
                return [f"{_name(scene, rest[:i])}  {numbers[0]}..{numbers[-1]}"]
            rest = rest[:i]
            break
    q, left = quantity(rest)
    if (n := next((i for i, w in enumerate(left) if w == "of"), 0)) and components(scene, left[n + 1 :]) is not None:
        these = components(scene, left[n + 1 :])
        of = these.of if these is not None else ""
        name = _name(scene, left[:n])
        sight = " private" if heading == "player" and name == "hand" else f" hidden = {of}" if name == "deck" else ""
        return [f"{name}  pile of {of}{sight}"]
    if "whether" in said:
        return [f"{_name(scene, [said[-1]])}  flag"]
    numbers = [w for w in left if w.isdigit()]
    if not q.said and len(numbers) == 1:
        q, left = quantity([*numbers, *(w for w in left if not w.isdigit())])
    words_ = [w for w in left if w not in FILLERS]
    if (
        words_
        and words_[-1] in ("pile", "hand", "deck")
        and (types := scene.v.types() or [t.name for t in scene.v.all("type")])
    ):
        return [f"{_name(scene, words_[:1])}  pile of {types[0]}{' private' if words_[-1] == 'hand' else ''}"]
    if not q.said:
        raise Unread(" ".join(said))
    return [f"{_name(scene, left)}  0..{max(20, 5 * int(q.n)) if q.n.isdigit() else 20} = {q.n}"]


def _name(scene: Scene, found: list[str]) -> str:
    said = [w for w in found if w not in FILLERS and w.isidentifier()]
    name = "_".join(said)
    if not said or len(said) > 2 or name in scene.v.taken or (len(said) > 1 and {stem(w) for w in said} & GENERIC):
        raise Unread(" ".join(found))
    return name


# ---------------------------------------------------------------- scenarios


def scenario(scene: Scene, section: str, said: list[str]) -> Lines:
    """`Ann has 3 coins`, `Bob pays 1`: what is given, what happens, what must be so then."""
    said = [
        w
        for w in said
        if w not in ("should", "now", "then", "must", "will", "still", "left", "exactly", "starts", "begins", "with")
        or (w == "with" and "has" not in said)
    ]
    who = said[0] if said and said[0] in scene.seats else ""
    for i, word in enumerate(said[:-1]):
        if i and word in ("and", ",", ";") and said[i + 1] in scene.seats and who:
            return [*scenario(scene, section, said[:i]), *scenario(scene, section, said[i + 1 :])]
    if section == "when" or (section == "given" and not {"has", "have", "is", "are", "holds"} & set(said)):
        if not who:
            raise Unread(" ".join(said))
        return [f"as {who}: {line}" for line in _played(scene, said[1:])]
    if section == "then":
        if who and (said[1:2] == ["have"] or said[1:2] == ["has"]):
            said = [who, "has", *said[2:]]
        asked = condition(scene, ["you", *said[1:]] if who else said, who or "me")
        rest = [w for w in said if w.isdigit()]
        return [asked.replace(">=", "=") if rest and "least" not in said and "more" not in said else asked]
    return _given(scene, said, who)


def _given(scene: Scene, said: list[str], who: str) -> Lines:
    at = next((i for i, w in enumerate(said) if w in ("has", "have", "is", "holds", "are")), None)
    if at is None:
        raise Unread(" ".join(said))
    q, rest = quantity(said[at + 1 :])
    if who:
        rows, extra = spotted(scene, said[at + 1 :], "row")
        if rows and rows[0].of in scene.v.types() and not [w for w in extra if w != "hand"]:
            where = place(scene, said[at + 1 :], rows[0].of)
            goal = where.path.replace("me.", f"{who}.") if where is not None else hand_of(scene, rows[0].of, who).path
            one = rows[0].name if rows[0].high == 1 else f"first c in {rows[0].name}: c"
            return [f"move {one} to {goal}"]
        a = amount(scene, rest)
        if a is not None and not a.before:
            n = "0" if rest[:1] == ["no"] else q.n
            return [f"set {a.read(who)} to {n}"]
        these = components(scene, rest)
        if these is None:
            raise Unread(" ".join(said))
        goal = (
            these.place.path.replace("me.", f"{who}.")
            if these.place is not None
            else hand_of(scene, these.of, who).path
        )
        return [f"move first c in {these.of}{these.such('c')}: c to {goal}"]
    slots, _ = spotted(scene, said[:at], "kept", "number", "player")
    members, _ = spotted(scene, said[at + 1 :], "member", "row")
    numbers = [w for w in said[at + 1 :] if w.isdigit()]
    value = (
        members[0].name
        if members
        else numbers[0]
        if numbers
        else next((w for w in said[at + 1 :] if w in scene.seats), "")
    )
    if not slots or not value:
        where = place(scene, said[:at])
        if where is not None and "empty" in said:
            return [f"move {where.path} to box"]
        raise Unread(" ".join(said))
    return [f"set {slots[0].name} to {value}"]


def _played(scene: Scene, said: list[str]) -> Lines:
    """An action of the game with what it is carried out with; anything else that somebody does."""
    actions, left = spotted(scene, said[:1], "action")
    if actions and not left:
        rest = [w for w in said[1:] if w not in FILLERS]
        things, more = spotted(scene, rest, "row", "member")
        numbers = [w for w in rest if w.isdigit()]
        arguments = [f"first c in {t.name}: c" if t.sort == "row" and t.high > 1 else t.name for t in things] + numbers
        if not [w for w in more if not w.isdigit() and stem(w) not in ("coin", "card")]:
            return [f"{actions[0].name}({', '.join(arguments)})" if arguments else actions[0].name]
    who, lines = doing(scene, said)
    if not who.me or len(lines) != 1:
        raise Unread(" ".join(said))
    return lines
