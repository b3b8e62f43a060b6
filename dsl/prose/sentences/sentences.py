"""A whole sentence: what has to hold, who may or must do what, in which order, and what otherwise."""

from __future__ import annotations

from ..clauses.doing import doing
from ..clauses.lines import Lines, by, under, verb_of
from ..lexicon.phrases import listed, verbs
from ..lexicon.words import ORDINALS, split_at, starts
from ..parts.comparing import compared
from ..parts.conditions import condition, negated, whoever
from ..parts.nouns import FILLERS, Scene, Unread, hand_of, spotted
from .abilities import following
from .failing import failing
from .keeping import kept_of_drawn
from .limits import limited
from .steps import has_subject, idle, steps
from .ties import tied
from .turns import game_end, secretly, turns

_IF = ("if", "when", "once", "unless", "after", "while", "should")
_OTHERWISE = listed("sentences_otherwise")
_OFTEN = {"twice": "2", "thrice": "3"}
_LEADING = frozenset(listed("sentences_leading"))


def sentence(scene: Scene, found: list[str], subject: list[str] | None = None) -> Lines:
    """Write the lines for a sentence; raise `Unread` if a part of it is not understood."""
    scene.step()
    said = list(found)
    while said and said[0] in _LEADING:
        said = said[1:]
    while said and said[-1] in (",", ".", ";", ":"):
        said = said[:-1]
    if not said:
        raise Unread("")
    for phrase in (
        "without paying",
        "without paying its cost",
        "for free",
        "free of charge",
        "at no cost",
        "without cost",
    ):
        if cut := split_at(said, phrase):
            said = [*cut[0], *cut[1]]
    if not said:
        raise Unread("")
    for whole in (following, tied, failing):
        if (lines := whole(scene, said, sentence)) is not None:
            return lines
    if cut := split_at(said, "by_paying"):
        paid = ["pay", *cut[1]]
        main = cut[0]
        at = next((i + 1 for i, w in enumerate(main) if w in ("may", "can", "must")), 0)
        said = [*main[:at], *paid, "and", *main[at:]]
    if said[:1] == ["for"] and said[1:2] in (["each"], ["every"]):
        at = next((i for i, w in enumerate(said) if i > 2 and (w == "," or (w == "you" and verb_of(said[i + 1])))), 0)
        said = [*said[at + (said[at] == ",") :], *said[:at]] if at and at + 1 < len(said) else said
    rounds = [t for t in scene.v.all("number", owner="table") if t.name in ("round", "year", "day", "turn_number")]
    if (
        said[:2] == ["in", "the"]
        and said[3:4] == ["round"]
        and rounds
        and (said[2] in ORDINALS or said[2] in ("last", "final"))
    ):
        n = ORDINALS.get(said[2], rounds[0].high)
        return under(f"if {rounds[0].name} = {n}", sentence(scene, said[4:], subject))
    if said[:1] == ["with"] and (at := next((i for i, w in enumerate(said) if i > 1 and w in (",", "you")), 0)):
        said = ["if", "you", "have", *said[1:at], ",", *said[at + (said[at] == ",") :]]
    for read in (
        kept_of_drawn,
        limited,
        _needed,
        _timed,
        game_end,
        _conditional,
        secretly,
        _everywhere,
        turns,
        _repeated,
    ):
        if (lines := read(scene, said, subject)) is not None:
            return lines
    return _steps(scene, said, subject)


def _needed(scene: Scene, said: list[str], subject: list[str] | None) -> Lines | None:
    """`only if you have 1 clay`, `you must have at least 3 coins to do this`: what an action needs."""
    if (
        n := starts(
            said,
            "if",
            "requires that",
            "you may only do this if",
            "you may do this if",
            "this is possible if",
            "you may only do so if",
        )
    ) and (said[0] != "if" or "," not in said):
        asked = said[n:]
    elif starts(said, "you must have", "you need to have", "you need", "requires", "you have to have", "needs"):
        asked = [
            "you",
            "have",
            *said[
                starts(said, "you must have", "you need to have", "you need", "requires", "you have to have", "needs") :
            ],
        ]
        for phrase in ("to do this", "to do so", "for this", "to use this", "to take this action"):
            if cut := split_at(asked, phrase):
                asked = cut[0]
    elif {"follow", "following"} & set(said) and {"suit", "colour", "color"} & set(said):
        return _followed(scene)
    elif (cut := split_at(said, "must be", "has to be", "have to be")) and cut[0] and "," not in said:
        asked = [*cut[0], "is", *cut[1]]
        if compared(scene, asked, "me") is None:
            return None
    else:
        return None
    told = " ".join(["need", *asked[2:]] if asked[:2] == ["you", "have"] else ["only if", *asked])
    told = f"you {told}" if asked[:2] == ["you", "have"] else told
    try:
        return [f'needs {condition(scene, asked)} else "{told.capitalize()}."']
    except Unread:
        return None


def _followed(scene: Scene) -> Lines:
    """`you must follow suit`: what is played is like what was led as long as there is such a card."""
    for t in scene.v.types():
        for led in (
            s
            for s in scene.v.all("kept", owner="table")
            if not s.keys and s.name.startswith(("led", "lead", "first", "asked"))
        ):
            kept, hand = scene.v.field_of(t, led.of), hand_of(scene, t)
            if kept is None:
                continue
            c = scene.it or scene.new("c")
            asked = f"{c}.{kept.name} = {led.name} or no x in {hand.path} where x.{kept.name} = {led.name}"
            return [f'needs {led.name} = none or {asked} else "You must follow."']
    raise Unread("follow")


_TIMES = ("at the end of", "at the beginning of", "at the start of", "during", "before", "after", "in", "on")
_WHEN = frozenset(listed("sentences_when"))


def _timed(scene: Scene, said: list[str], subject: list[str] | None) -> Lines | None:
    """`at the end of each round, …`: the lines stand where it ends."""
    n = starts(said, *_TIMES)
    if not n or "," not in said[:9]:
        return None
    at = said.index(",")
    if not set(said[n:at]) <= _WHEN or not {
        "round",
        "turn",
        "game",
        "year",
        "phase",
        "setup",
        "season",
        "day",
        "month",
    } & set(said[n:at]):
        return None
    scene.when = " ".join(said[:at])
    return sentence(scene, said[at + 1 :], subject)


def _everywhere(scene: Scene, said: list[str], subject: list[str] | None) -> Lines | None:
    """`in each region, the player with the most armies …`: for each of a type that is no card."""
    cut = next(
        (i for i, w in enumerate(said[:-1]) if w in ("in", "for", "on") and said[i + 1] in ("each", "every")), None
    )
    if cut is None:
        return None
    things, _ = spotted(scene, said[cut + 2 : cut + 3], "type", "kind")
    if not things or things[0].name in scene.v.types() or things[0].name in scene.member:
        return None
    if cut and not {"most", "fewest", "majority", "least"} & set(said):
        return None
    of = things[0].name
    rest = [*said[:cut], *said[cut + 3 :]]
    scene.member[of] = scene.new(of[0].lower(), of.lower())
    scene.it, scene.it_type = scene.member[of], of
    lines = sentence(scene, rest, subject)
    return under(f"each {scene.member[of]} in {of}", lines)


def _conditional(scene: Scene, said: list[str], subject: list[str] | None) -> Lines | None:
    first = said[0] if said[0] in _IF else ""
    if first:
        splits = [i for i, w in enumerate(said) if w in (",", ":", "then") and i > 1]
        splits += [
            i
            for i, w in enumerate(said)
            if i > 2 and i not in splits and (verb_of(w) or w in ("you", "each", "the", "all"))
        ]
        for i in splits:
            rest = said[i + 1 :] if said[i] in (",", ":", "then") else said[i:]
            if (lines := _if(scene, first, said[1:i], rest, subject)) is not None:
                return lines
        raise Unread(" ".join(said))
    for i, w in enumerate(said):
        if (i and w in ("if", "unless", "when", "once", "while") and said[i - 1] not in ("or", ";", ",", ".")) or (
            w in ("if", "unless") and i > 2
        ):
            main = said[: i - 1] if said[i - 1] in (",", "but", "only") else said[:i]
            asked, rest = said[i + 1 :], list[str]()
            if cut := split_at(asked, *_OTHERWISE):
                asked, rest = cut
                main = [*main, ",", "otherwise", *rest]
            return _if(scene, w, asked, main, subject)
    return None


def _if(scene: Scene, word: str, asked: list[str], rest: list[str], subject: list[str] | None) -> Lines | None:
    before = list[str]()
    kept = (
        scene.it,
        scene.it_type,
        scene.die,
        scene.chosen,
        dict(scene.member),
        list(scene.declare),
        set(scene.v.taken),
    )
    try:
        rolled = scene.die
        question = condition(scene, asked)
        if not rolled and scene.die and {"roll", "rolls", "rolled", "throw"} & set(asked):
            before = [f"draw {scene.die} in 1..6"]
        if word == "unless":
            question = negated(question)
        then, otherwise = rest, list[str]()
        if cut := split_at(rest, *_OTHERWISE):
            then, otherwise = cut
        actor = subject
        lines = under(f"if {question}", sentence(scene, [w for w in then if w != "instead"], actor))
        if otherwise:
            lines += under("else", sentence(scene, otherwise, actor))
        return before + lines
    except Unread:
        scene.it, scene.it_type, scene.die, scene.chosen, scene.member, scene.declare, scene.v.taken = kept
        return None


def _repeated(scene: Scene, said: list[str], subject: list[str] | None) -> Lines | None:
    """`do this twice`, `… up to 3 times`, `repeat this until …`."""
    if cut := split_at(said, "until"):
        main, asked = cut
        main = [
            w for w in main if w not in ("repeat", "this", "it", "repeatedly", "keep", "continue", "again", "and", "to")
        ]
        question = condition(scene, asked)
        lines = sentence(scene, main, subject) if main else ["turn"]
        return under(f"repeat until {question}", lines)
    for i, w in enumerate(said):
        n = _OFTEN.get(w, "")
        if w == "times" and said[i - 1].isdigit():
            n = said[i - 1]
        if not n or said[i + 1 : i + 2] == ["as_many"]:
            continue
        main = [x for j, x in enumerate(said) if j != i and not (w == "times" and j == i - 1)]
        upto = split_at(main, "up to", "at most", "as many as", "a maximum of", "no more than")
        main = [*upto[0], *upto[1]] if upto else main
        if main[:1] == ["repeat"] or {"this", "that"} & set(main[1:3]):
            raise Unread(" ".join(said))
        may = any(w in main for w in ("may", "can"))
        lines = sentence(scene, [w for w in main if w not in ("may", "can")], subject)
        return under(f"repeat at most {n}", ["may", *(f"  {line}" for line in lines)] if may or upto else lines)
    return None


# ---------------------------------------------------------------- one thing after the other


def _steps(scene: Scene, said: list[str], subject: list[str] | None) -> Lines:
    """Cut a sentence where another verb begins, and write one step after the other."""
    if (
        may := next(
            (i for i, w in enumerate(said) if w in ("may", "can") or said[i : i + 3] == ["is", "allowed", "to"]), None
        )
    ) is not None and may < 8:
        return _allowed(scene, said, may, subject)
    if (said[:2] == ["choose", "1"] and ":" in said[:4]) or said[:3] == ["choose", "1", "of"] or said[:1] == ["either"]:
        return _choice(scene, said)
    lines: Lines = []
    together: Lines = []
    who = None
    for n, piece in enumerate(steps(scene, said)):
        if (
            piece[:1] in (["add"], ["sum"], ["total"])
            and {"them", "together", "up", "dice", "results", "result", "roll", "it"} & set(piece)
            and scene.die
        ):
            if (goal := split_at(piece, "to", "into")) is not None:
                kept = [t for t in spotted(scene, goal[1], "number")[0] if not t.keys]
                if not kept:
                    raise Unread(" ".join(piece))
                together.append(f"add {scene.die.strip('()')} to {kept[0].at('me')}")
                continue
            name = scene.new("total", "rolled")
            together.append(f"let {name} = {scene.die.strip('()')}")
            scene.die = name
        elif n and piece[0] in ("if", "unless", "when"):
            together += sentence(scene, piece)
        elif who is not None and not has_subject(piece):
            if not who.me and "you" in piece:
                raise Unread(" ".join(piece))
            together += doing(scene, piece)[1]
        else:
            lines += by(who, together, scene) if who is not None else together
            who, together = doing(scene, piece, subject if not n else None)
    lines += by(who, together, scene) if who is not None else together
    lines = [line for line in lines if not idle(line)]
    ends = [line for line in lines if line.startswith("end ")]
    return [line for line in lines if line not in ends] + ends


def _allowed(scene: Scene, said: list[str], at: int, subject: list[str] | None) -> Lines:
    """`you may …`: a `may` with what is done below it."""
    width = 3 if said[at] == "is" else 1
    doer, rest = said[:at], said[at + width :]
    leading = [w for w in doer if w not in FILLERS or w in ("you", "each", "all", "every", "any")]
    who = whoever(scene, doer or (subject or []))
    if who is None:
        raise Unread(" ".join(leading))
    only = starts(rest, "only", "not")
    if only:
        raise Unread(" ".join(rest))
    lines = sentence(scene, rest)
    done = ["may", *(f"  {line}" for line in lines)]
    if len(lines) == 1 and lines[0].split(" ")[0] in ("gain", "pay", "move", "add", "set", "remove", "shuffle", "show"):
        done = [f"may {lines[0]}"]
    if who.me:
        return done
    return [
        *who.before,
        *([f"{who.head}: {done[0]}"] if len(done) == 1 else [who.head, *(f"  {line}" for line in done)]),
    ]


def _choice(scene: Scene, said: list[str]) -> Lines:
    """`choose one: … or …`, `either … or …`."""
    rest = said[1:] if said[0] == "either" else said[2:]
    rest = [w for i, w in enumerate(rest) if not (i < 3 and w in (":", "of", "the", "following"))]
    options: list[list[str]] = [[]]
    for i, word in enumerate(rest):
        if word in ("or", ";", ".") or (word == "," and verb_of(rest[i + 1] if i + 1 < len(rest) else "")):
            options.append([])
        else:
            options[-1].append(word)
    options = [[w for w in o if w not in (",",)] for o in options if [w for w in o if w != ","]]
    if len(options) < 2:
        raise Unread(" ".join(said))
    lines = ['choose "What do you do?"']
    names: set[str] = set()
    for o in options:
        done = sentence(scene, o if verb_of(o[0]) else [*options[0][:1], *o])
        name = next(
            (w for w in reversed(o) if w.isidentifier() and w not in FILLERS and w not in names and len(w) > 2),
            f"way_{len(names)}",
        )
        name = (
            name
            if name not in scene.v.taken and name not in verbs() and name not in _RESERVED
            else f"{name}_{len(names) + 1}"
        )
        names.add(name)
        label = " ".join(o)
        lines += [f"  {line}" for line in under(f'{name} "{label[:1].upper()}{label[1:]}"', done)]
    return lines


_RESERVED = frozenset(listed("sentences_reserved"))
