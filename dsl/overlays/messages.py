"""Every message about overlays, with its code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from .. import ast
from ..diagnostics import Diagnostic, Fix, Label, Severity
from ..diagnostics.spelling import nearest
from ..source import Span
from .addresses import Address, spelled

FILLS = "this fills it"
_ONLY = ("game", "setup", "flow", "winner")


class Misfit(Exception):
    """An operation that cannot be done; carries its message to where the operation is skipped."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def no_header(at: Span) -> Diagnostic:
    return Diagnostic(
        "RW5001",
        "This file is no overlay: it does not begin with a header.",
        at,
        'Begin it with a line such as `mod my_mod "My mod" for the_game`.',
    )


def late_header(at: Span, first: Span) -> Diagnostic:
    way = "Move the header above everything else in the file."
    return Diagnostic("RW5001", "This stands above the header.", at, way, others=(Label(first, "the header"),))


def stray(at: Span) -> Diagnostic:
    return Diagnostic(
        "RW5001",
        "This belongs into an overlay, with one header at its beginning.",
        at,
        'Move it to a file of its own that begins with a header like `mod my_mod "My mod" for the_game`.',
    )


def other_game(overlay: str, wanted: str, game: str, at: Span, game_at: Span) -> Diagnostic:
    near = nearest(wanted, [game])
    return Diagnostic(
        "RW5002",
        f"`{overlay}` is an overlay for `{wanted}`, but this game is `{game}`.",
        at,
        f"Did you mean `{near}`?" if near else "Leave the overlay out, or correct the game after `for`.",
        others=(Label(game_at, "the game is named here"),),
        fixes=(Fix(at, near),) if near else (),
    )


def missing(overlay: str, required: str, known: Iterable[str], at: Span) -> Diagnostic:
    near = nearest(required, known)
    way = f"Add the overlay `{required}` (`--with {required}`), or leave `{overlay}` out."
    way = f"Did you mean `{near}`?" if near else way
    return Diagnostic("RW5003", f"`{overlay}` requires the overlay `{required}`, which is not in use.", at, way)


def too_late(overlay: str, other: str, layer: str, at: Span) -> Diagnostic:
    return Diagnostic(
        "RW5004",
        f"`{overlay}` cannot come after `{other}`: the layer `{layer}` comes later.",
        at,
        "Let the overlay of the later layer name the earlier one.",
    )


def ring(overlay: str, others: Iterable[tuple[str, Span]], at: Span) -> Diagnostic:
    return Diagnostic(
        "RW5004",
        f"`{overlay}` would have to come after itself.",
        at,
        "Take out one of the `requires` or `after` lines.",
        others=tuple(Label(place, f"`{name}` belongs to the ring") for name, place in others),
    )


def same_id(overlay: str, at: Span, first: Span) -> Diagnostic:
    return Diagnostic(
        "RW5005",
        f"Two overlays are called `{overlay}`.",
        at,
        "Rename one of them, or leave one out.",
        others=(Label(first, "the other one"),),
    )


def exists(name: str, at: Span, first: Span, new: ast.Decl | None = None) -> Diagnostic:
    """`new` is declared under a name that the game has already."""
    if name in _ONLY:
        way = f"There is only one: alter it with `change`, or put lines beside others with `insert after {name}.…`."
    else:
        way = _already(name, new) or "Choose another name, or alter what is there with `change`."
    if name.startswith(("player.", "table.")):
        way = f"To alter it write `change {name}`, and below it `from …` and `to …`."
    return Diagnostic("RW5006", f"`{name}` exists already.", at, way, others=(Label(first, "it is declared here"),))


def _already(name: str, new: ast.Decl | None) -> str:
    """Say how an overlay adds to what is there."""
    match new:
        case ast.Kind(members=members):
            return f"A kind gets a further member with `include {members[-1].name.id} into {name}`."
        case ast.TypeDecl():
            return f"A type gets further fields with `add to {name}`, and the fields below it."
        case ast.Action():
            ways = f'`forbid {name} when … else "…"` adds a requirement, `insert after {name}."…"` further lines'
            return f"Write only what is new: {ways}; `change` alters what is there."
        case ast.Effect():
            return f'Write only what is new: `insert after {name}."…"` adds lines; `change` alters what is there.'
        case ast.Ruling():
            return f"`change {name}`, and below it `from …` and `to …`, gives it another answer."
        case ast.Value():
            return f"`change {name}` says what it is instead, `except {name} when …` what it is in some cases."
    return ""


def unknown(part: str, owner: str, known: Iterable[str], at: Span, rest: Address = ()) -> Diagnostic:
    """A part that its owner does not have; `rest` is what the address says behind it."""
    names = sorted(set(known))
    if owner and not part:
        some = " or ".join(f"`{owner}.{n}`" for n in names[:3])
        return Diagnostic("RW5007", f"`{owner}` is not one place, but a block of several.", at, f"Name one: {some}.")
    near = nearest(part, names)
    what = f"`{owner}` has nothing called `{part}`" if owner else f"Nothing is called `{part}`"
    if near:
        whole = spelled((owner, near, *rest) if owner else (near, *rest))
        return Diagnostic("RW5007", f"{what}.", at, f"Did you mean `{whole}`?", fixes=(Fix(at, whole),))
    some = ", ".join(f"`{spelled(('x', n))[2:]}`" for n in names[:5]) if owner else ""
    way = f"It has {some}." if some else "An address is the name of a card, value or effect, or `name.part`."
    return Diagnostic("RW5007", f"{what}.", at, way)


def no_scenario(wanted: str, titles: Sequence[str], at: Span) -> Diagnostic:
    """The title of a scenario, not as it is written."""
    near = get_close_matches(wanted, titles, 1)
    fixes = (Fix(at, f'"{near[0]}"'),) if near else ()
    way = f'Did you mean `"{near[0]}"`?' if near else "`regelwerk test` with the name of the game lists their titles."
    return Diagnostic("RW5007", f"No scenario is called “{wanted}”.", at, way, fixes=fixes)


def taken(address: str, by: str, mine: bool, at: Span, there: Span) -> Diagnostic:
    """An address that an overlay has taken away before."""
    way = "Leave one of the two out." if mine else f"Leave this out, or `{by}`: both together do not go."
    who = "this overlay" if mine else f"`{by}`"
    said = f"Nothing stands at `{address}` any more: {who} takes it away."
    return Diagnostic("RW5007", said, at, way, others=(Label(there, "it is taken away here"),))


def elsewhere(address: str, whole: str, at: Span, why: str) -> Diagnostic:
    """An address that is written in another way."""
    said = f"`{address}` is no address: {why}."
    return Diagnostic("RW5007", said, at, f"Write `{whole}`.", fixes=(Fix(at, whole),))


def not_yet(owner: str, part: str, at: Span) -> Diagnostic:
    """A field that the type has and this thing does not give."""
    said = f"`{owner}` does not say anything about `{part}` yet."
    return Diagnostic("RW5007", said, at, f"Write `add {owner}.{part}`, and below it `to …` without `from`.")


def several(address: str, at: Span, places: Iterable[Span], longer: bool = False) -> Diagnostic:
    """`longer`: more of the words of a line would tell which one is meant."""
    return Diagnostic(
        "RW5008",
        f"`{address}` could be more than one place.",
        at,
        "Write more words of the line you mean." if longer else "Give the place a label of its own.",
        others=tuple(Label(p, "one of them") for p in places),
    )


def stale(
    address: str, at: Span, present: Span | None, by: str, wanted: Span | None = None, meant: str = ""
) -> Diagnostic:
    """`meant`: another address at which such a thing stands."""
    whom = f", written by `{by}`" if by else ""
    there = [Label(present, f"this is there now{whom}")] if present else []
    there += [Label(wanted, "this would come instead")] if present and wanted else []
    return Diagnostic(
        "RW5009",
        f"This is not what stands at `{address}`{'' if present else ': nothing stands there'}.",
        at,
        f"A range stands at `{meant}`."
        if meant
        else "Write here what is there now, once you have checked that the change is still wanted.",
        others=tuple(there),
    )


def filled(address: str, at: Span, lines: Sequence[tuple[str, Span]]) -> Diagnostic:
    """A slot that is declared without a start, and filled by lines of the setup, which begin with a verb."""
    verb = lines[0][0]
    said = f"Nothing stands at `{address}`: it is filled under `setup`."
    it = "that line" if len(lines) == 1 else "one of those lines"
    way = f"Change {it}: `change setup.{verb}`, with the whole line that begins with `{verb}` behind `from`."
    return Diagnostic("RW5009", said, at, way, others=tuple(Label(line, FILLS) for _, line in lines))


def idle(address: str, at: Span) -> Diagnostic:
    """From something to the same."""
    said = f"This is what stands at `{address}` already, so nothing changes."
    way = "Say what comes instead, or leave the change out; that another text says the same is written with `confirm`."
    return Diagnostic("RW5018", said, at, way, Severity.WARNING)


def unfit(message: str, at: Span, way: str = "") -> Diagnostic:
    return Diagnostic("RW5010", message, at, way)


def conflict(address: str, mine: str, at: Span, other: str, there: Span, expects: bool = False) -> Diagnostic:
    """`expects`: one of them says what it expects at the place, which the other one alters."""
    way = f"Say `after {other}` in the header of `{mine}` (or the other way round), or `settle` it in a third overlay."
    if expects:
        way = (
            "Leave one of them out, or say with `settle` in a third overlay which one counts. To build on "
            f"`{other}`, let `{mine}` say `requires {other}`, and expect what `{other}` leaves there."
        )
    return Diagnostic(
        "RW5011",
        f"`{mine}` and `{other}` both touch `{address}`, and neither comes after the other.",
        at,
        way,
        others=(Label(there, f"`{other}` does it here"),),
    )


def nothing_to_settle(address: str, at: Span) -> Diagnostic:
    return Diagnostic(
        "RW5016",
        f"No two overlays that this one requires are in conflict over `{address}`.",
        at,
        "Name both in the heading with `requires`, or leave this out if they agree by now.",
    )


def two_editions(mine: str, at: Span, other: str, there: Span) -> Diagnostic:
    return Diagnostic(
        "RW5017",
        f"`{mine}` and `{other}` are both editions: a game is played by one.",
        at,
        "Leave one of them out.",
        others=(Label(there, "the other one"),),
    )


def included(value: Span, address: str, at: Span) -> Diagnostic:
    return Diagnostic(
        "RW5012",
        f"This stands in `{address}` already.",
        value,
        "Leave it out.",
        others=(Label(at, "here"),),
    )


def still_used(
    name: str, at: Span, uses: Iterable[Span], count: int, rules: Sequence[str] = (), titles: Sequence[str] = ()
) -> Diagnostic:
    """`rules`: addresses and names of what uses it; `titles`: of scenarios that do."""
    more = f" ({count} places)" if count > 1 else ""
    way = "Change or remove the lines that use it, too, or keep it and `change` what it says."
    if rules:
        way = f"Change what uses it, too: {_list(rules)}. Or keep it, and `change` what it says."
    if titles:
        anew = _list([f'supersedes "{title}"' for title in titles])
        told = f"scenario that uses it: {anew}" if len(titles) == 1 else f"scenarios that use it: {anew}"
        way = f"{way if rules else ''} Tell anew, or drop, the {told}.".lstrip()
    return Diagnostic(
        "RW5014",
        f"`{name}` is taken away here, but the game still uses it{more}.",
        at,
        way,
        others=tuple(Label(place, f"`{name}` is used here") for place in uses),
    )


def _list(said: Sequence[str]) -> str:
    return ", ".join(f"`{each}`" for each in said[:3]) + (f" and {len(said) - 3} more" if len(said) > 3 else "")


def alone(overlay: str, game: str, file: str, at: Span) -> Diagnostic:
    return Diagnostic(
        "RW5015",
        f"`{overlay}` is an overlay: it is checked together with its game.",
        at,
        f"Name the game first: `regelwerk check {game.replace('_', '-')} --with {file}`.",
    )


def quoted(word: str, name: str, at: Span) -> Diagnostic:
    said = "Overlays are named by the word behind `mod` or `variant`, without quotation marks."
    fixes = (Fix(at, name),) if name.isidentifier() else ()
    way = (
        f"Write `{word} {name}`." if fixes else "`regelwerk list` with the name of the game tells how they are called."
    )
    return Diagnostic("RW5013", said, at, way, fixes=fixes)


def header_word(word: str, near: str, at: Span) -> Diagnostic:
    return Diagnostic(
        "RW5013",
        f"A header has no line `{word}`.",
        at,
        f"Did you mean `{near}`?",
        fixes=(Fix(at, near),),
    )
