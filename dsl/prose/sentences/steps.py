"""Where a sentence goes from one step to the next: each begins with its own verb, some with somebody else who acts."""

from __future__ import annotations

from ..clauses.lines import verb_of
from ..lexicon.phrases import verbs
from ..lexicon.words import starts
from ..parts.nouns import Scene, spotted


def steps(scene: Scene, said: list[str]) -> list[list[str]]:
    """Cut a sentence where another step begins."""
    pieces: list[list[str]] = []
    now: list[str] = []
    i = 0
    while i < len(said):
        word = said[i]
        if word in ("and", ",", "then", ";", ".", ":") and now:
            j = i
            while j < len(said) and said[j] in (
                "and",
                ",",
                "then",
                ";",
                ".",
                ":",
                "also",
                "immediately",
                "they",
                "finally",
                "to",
                "must",
                "he",
                "she",
            ):
                j += 1
            rest = said[j:]
            begins = bool(rest) and (
                (
                    verb_of(rest[0])
                    and (said[j - 1] not in ("the", "a") and (len(rest) > 1 or word in (".", ";", "then")))
                )
                or (word in (".", ";") or "then" in said[i:j])
                or _subject_verb(rest)
                or (word in (":", ".", ";") and {"is", "are", "becomes"} & set(rest[:5]))
                or (rest[0] == "you" and any(verb_of(w) for w in rest[1:3]))
            )
            if begins:
                pieces.append(now)
                now, i = [], j
                continue
        if (
            word == "to"
            and now
            and i + 1 < len(said)
            and verb_of(said[i + 1]) == said[i + 1]
            and said[i - 1] not in ("have", "has", "had")
            and (verbs()[said[i + 1]] not in ("deal", "put") or said[i + 1] == "add")
        ) and not spotted(scene, said[i + 1 : i + 2], "resource", "pile", "number")[0]:
            pieces.append(now)
            now = []
            i += 1
            continue
        now.append(word)
        i += 1
    return [p for p in [*pieces, now] if p]


def _subject_verb(rest: list[str]) -> bool:
    return bool(
        starts(
            rest,
            "each player",
            "each other",
            "all other",
            "all players",
            "the other",
            "every",
            "another player",
            "the player",
            "everyone",
        )
    ) and any(verb_of(w) for w in rest[1:7])


def has_subject(piece: list[str]) -> bool:
    """Say whether a step names who does it."""
    at = next((i for i, w in enumerate(piece) if verb_of(w)), 0)
    return at > 0 and not set(piece[:at]) <= {"then", "also", "immediately", "must", "again", "secretly", "finally"}


def idle(line: str) -> bool:
    """Say whether a line moves the top of a pile to where it lies."""
    found = line.split(")")
    return line.startswith("move top(") and found[0][9:] == found[-1].removeprefix(" to ")
