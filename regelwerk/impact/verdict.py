"""What may honestly be said about a comparison, in words."""

from __future__ import annotations

from .adaptation import Habits, Schooling, Told
from .comparison import Comparison, Row
from .measures import MAIN
from .statistics import at_most

TOLD = 4  # shifts in a sentence
FEW = 5  # groups; fewer give wide intervals


def verdict(done: Comparison) -> list[str]:
    """Say what came of it, the most important sentence first."""
    n, apart = done.pairs, len(done.apart)
    if n == 0:
        return ["No pair of games came to its end: nothing can be said."]
    if done.same_rules:
        return ["Both sides are the same rules: no game can differ."]
    low, high = done.interval_apart()
    if not apart:
        return [
            f"No effect seen in {_games(n)}: every pair ran alike to the end.",
            f"In games like these, the change shows in at most {percent(high)} of them.",
        ]
    ways = f"{apart} of {_games(n)} differ ({percent(low)} to {percent(high)} of all)"
    if not done.clear:
        return [f"{ways}, but no measure shifts clearly.", *_unseen(done)]
    return [f"The change shows: {ways}.", *_shifting(done), *_unseen(done)]


def _shifting(done: Comparison, when: str = "", known: str = "") -> list[str]:
    """Name what shifts clearly: of each main group the first measure, else the largest of the others.

    A main group that is known to shift needs no more words.
    """
    main = {row.measure.group: row for row in reversed(done.rows) if row.clear and row.measure.group in MAIN}
    told = [shifted(main[group]) for group in MAIN if group in main and group != known]
    if not told and known in main:
        return []
    said = "What else shifts clearly" if known in main else "What shifts clearly"
    said = said if told else "Only details shift clearly"
    told = told or [shifted(row) for row in done.clear[:TOLD]]
    rest = len(done.clear) - len(told) - (known in main)
    more = f"; and {rest} more" if rest else ""
    return [f"{said}{when}: {'; '.join(told)}{more}."]


def habits_verdict(done: Habits) -> list[str]:
    """Say whether it is the rule or the habits of those who know another one, the most important sentence first."""
    n, told = done.first.pairs, done.headline
    if n == 0 or done.first.same_rules:
        return verdict(done.first)
    if not done.first.apart and not done.used.apart:
        return [
            f"No effect seen in {_games(n)}: every pair ran alike to the end, at first and once used to it.",
            f"In games like these, the change shows in at most {percent(at_most(n))} of them.",
        ]
    said = [case_said(told)] if told is not None else []
    said.append(f"At first, {len(done.first.apart)} of {_games(n)} differ.")
    score = done.gained.row("score")
    if score is not None and score.hint and score.estimate.shift < 0:
        said.append(
            f"Under the second rules, those used to them score less than those who are not, {_by(score)}: either they "
            "get in each other’s way, or practice was too short."
        )
    if done.used.clear:
        known = told.used.measure.group if told is not None and told.used.clear else ""
        said += _shifting(done.used, " once used to it", known)
    if told is None or told.case in ("none", "unclear"):
        said += _unseen(done.used, " once used to it")
    if told is not None and told.used.estimate.unequal:
        said.append(_luck(told.used.estimate.practice))
    return said


def case_said(told: Told) -> str:
    """Say in one sentence which of the four cases it is: nothing, habits, the rule, or unclear."""
    first, used = (_by(row) for row in (told.first, told.used))
    title = told.used.measure.title
    name = "the score" if told.used.measure.key == "score" else title[0].lower() + title[1:]
    both = f"{name} {first} at first, {used} once used to it"
    falls = told.used.measure.key == "score" and told.first.estimate.shift < 0
    case = told.case
    if case in ("lower", "higher"):
        return f"Really {case}: {name} {used} once players are used to it; at first {first}."
    if case in ("tends_lower", "tends_higher"):
        way = case.removeprefix("tends_")
        return (
            f"{way.capitalize()}, by how much is still moving: {name} {used} once used to it, {first} at first. If "
            f"practice moved it as much again, it would still be {way}."
        )
    if case == "habits":
        said = "Habits suffer, but the rule is not seen to be worse" if falls else "Only habits, not the rule"
        return f"{said}: {both}."
    if case == "unclear":
        return f"Unclear whether it is the rule, habits or luck: {both}."
    return f"No effect on {name} seen: {first} at first, {used} once used to it."


def _by(row: Row) -> str:
    if not row.estimate.unequal:
        return "equal"
    shift, between = moved(row.measure.group, row.estimate.shift, row.estimate.low, row.estimate.high)
    return f"{shift} ({between})"


def _luck(part: float) -> str:
    """Say how much of what is uncertain is due to practice, and what would help."""
    more, less = ("groups", "games") if part > 0.5 else ("games", "groups")
    return (
        f"Of what is uncertain once used to it, about {100 * part:.0f} % is luck in practice: more {more} would help "
        f"more than more {less}."
    )


def _unseen(done: Comparison, when: str = "") -> list[str]:
    """Say how large a shift of score and victories could have stayed unseen."""
    said = []
    score = done.row("score")
    if score is not None and not score.clear and score.estimate.unequal:
        seen = f"a shift of more than ±{number(score.estimate.detectable)} would most likely be seen"
        said.append(f"The mean score does not shift clearly{when}; {seen}.")
    wins = [row for row in done.rows if row.measure.key.startswith("wins ")]
    if wins and not any(row.clear for row in wins) and any(row.estimate.unequal for row in wins):
        limit = 100 * max(row.estimate.detectable for row in wins)
        seen = f"; more than ±{limit:.1f} percentage points would most likely be seen" if limit < 100 else ""
        said.append(f"No seat wins clearly more or less often{when}{seen}.")
    return said


def cautions(done: Comparison, schooling: Schooling | None = None) -> list[str]:
    """Say what the numbers do not tell."""
    said = []
    if done.stopped:
        said.append(f"Stopped after {done.seen} of {_games(done.games)}: this is the result so far.")
    for side, reason, count in done.failures():
        which = ("first", "second")[side]
        said.append(f"{_games(count)} of the {which} side broke and do not count, nor do their pairs: {reason}")
    if 0 < done.pairs < 30:
        said.append("So few games show large effects only, and their intervals are rough.")
    bots = set(done.sides[0].bots)
    if bots == {"random"}:
        said.append(
            "All players choose at random: this shows how often a rule comes up and what it does by itself, not what "
            "people would make of it."
        )
    else:
        said.append("Bots play, not people: they may miss what people would see in a rule, or the other way round.")
    if schooling is not None:
        said += _schooled(schooling)
    elif "eager" in bots:
        said.append("Eager players have practised under the first rules and keep their likings: they do not adapt.")
    main = sum(row.measure.group in MAIN for row in done.rows)
    said.append(
        f"An interval holds the true shift in 95 of 100 cases, for each measure by itself. Among {main} main and "
        f"{len(done.rows) - main} other measures some would leave 0 by chance; “clear” allows for that (Holm), “hint” "
        "does not."
    )
    return said


def _schooled(how: Schooling) -> list[str]:
    """Say what players have practised, and what that cannot tell."""
    start = "nothing" if how.start == "nothing" else "the experience that comes with the game"
    said = [
        f"{how.groups} groups of eager players have practised {_games(how.games)} under the first rules, and as many "
        f"under the second with the same luck; they began with {start}. At first, those play who know the first rules. "
        "Intervals count groups, not games."
    ]
    if how.start == "experience":
        said.append(
            "That experience is of the game as it comes: where the second rules depart from it, players may not be at "
            "home yet. Longer practice would tell, or practice that begins with nothing."
        )
    if how.groups < FEW:
        said.append("So few groups make wide intervals.")
    return said


def shifted(row: Row) -> str:
    """Say one shift with its interval."""
    e, main = row.estimate, row.measure.group in MAIN
    title = row.measure.title[0].lower() + row.measure.title[1:] if main else row.measure.title
    shift, between = moved(row.measure.group, e.shift, e.low, e.high)
    return f"{title} {shift} ({between})"


def moved(group: str, shift: float, low: float, high: float) -> tuple[str, str]:
    """Write a shift and its interval with the same number of digits; shares in percentage points."""
    times, unit = (100, " pp") if group == "wins" else (1, "")
    places = digits(max(abs(x) * times for x in (shift, low, high)))
    texts = [f"{x * times:+.{places}f}" for x in (shift, low, high)]
    texts = [text.replace("-", "−") if float(text) else "0" for text in texts]
    return texts[0] + unit, f"{texts[1]} to {texts[2]}{unit}"


def mean(group: str, x: float) -> str:
    """Write a mean."""
    return percent(x) if group == "wins" else number(x)


def digits(size: float) -> int:
    """Tell how many digits behind the point are worth looking at."""
    return 0 if size >= 1000 else 1 if size >= 10 else 2 if size >= 0.1 else 3


def number(x: float) -> str:
    """Write a number with as many digits as it is worth looking at."""
    return f"{x:.{digits(abs(x))}f}".replace("-", "−") if x else "0"


def percent(x: float) -> str:
    """Write a share."""
    return f"{100 * x:.1f} %"


def _games(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"
