"""Questions about what was rolled, and which sign a comparison in words is."""

from __future__ import annotations

from .nouns import Scene


def chance(scene: Scene, said: list[str], who: str) -> str | None:
    """`you roll a 6`, `the die shows a five`, `the result is 3 or less`."""
    rolled = {
        "roll",
        "rolls",
        "rolled",
        "die",
        "result",
        "throw",
        "throws",
        "dice",
        "shows",
        "number",
        "total",
        "sum",
    } & set(said)
    if not rolled or not (scene.die or {"roll", "rolls", "rolled", "throw", "throws", "die"} & set(said)):
        return None
    if {"doubles", "double", "pair"} & set(said):
        return None
    numbers = [int(w) for w in said if w.isdigit()]
    numbers += [NUMBERS_PLURAL[w] for w in said if w in NUMBERS_PLURAL]
    die = scene.die or "d"
    scene.die = die
    if {"even", "odd"} & set(said):
        return f"{die} mod 2 = {0 if 'even' in said else 1}"
    if not numbers:
        return None
    text = " ".join(said)
    if len(numbers) > 1 and any(w in said for w in ("or", "to")):
        return (
            f"{die} in {min(numbers)}..{max(numbers)}"
            if max(numbers) - min(numbers) > 1
            else " or ".join(f"{die} = {n}" for n in numbers)
        )
    return f"{die} {sign_of(text)} {numbers[0]}"


NUMBERS_PLURAL = {"sixes": 6, "ones": 1, "fives": 5, "fours": 4, "threes": 3, "twos": 2}


def sign_of(text: str) -> str:
    if any(
        p in text
        for p in (
            "at least",
            "or more",
            "or higher",
            "or greater",
            "or above",
            "or better",
            "no fewer",
            "no less",
            "not less",
        )
    ):
        return ">="
    if any(
        p in text for p in ("at most", "or less", "or fewer", "or lower", "or below", "no more", "not more", "up to")
    ):
        return "<="
    if any(p in text for p in ("more than", "greater than", "higher than", "over ", "above ", "exceed")):
        return ">"
    if any(p in text for p in ("less than", "fewer than", "lower than", "under ", "below ")):
        return "<"
    return "="
