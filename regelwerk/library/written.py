"""What is written in a ruleset with its overlays and rulings, not checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from regelwerk.dsl.book.rulings import Unasked, Undecided, meant, questions
from regelwerk.dsl.composing import Build, compose_sources, joined
from regelwerk.dsl.source import Source, parts_of
from regelwerk.dsl.syntax.parse import parse
from regelwerk.storage.collecting import no_collection

from .finding import Overlay, Place, Unknown, added, beside, find
from .sources import texts, texts_of


def composed(name: str, overlays: Sequence[str] = (), rulings: Mapping[str, str] | None = None) -> Build:
    """Read a ruleset with overlays and rulings, without checking it."""

    def road(base: list[Source], extra: list[Source]) -> Build:
        return compose_sources(base, extra, rulings=rulings)

    return brought(find(name), overlays, road)


def brought(place: Place, overlays: Sequence[str], road: Callable[[list[Source], list[Source]], Build]) -> Build:
    """Read the texts of a composition and go this road with them."""
    read = texts(place, overlays)
    try:
        with no_collection():
            done = road(read.base, read.overlays)
    except Undecided as undecided:
        raise unanswered(place, undecided) from None
    return joined(done, read.problems)


def unanswered(place: Place, undecided: Undecided) -> Unknown:
    """Say why a ruling cannot be decided like that; one that only an overlay asks comes with that overlay."""
    said = str(undecided)
    if isinstance(undecided, Unasked):
        overlays = [*beside(place), *added(place)]
        if askers := [f"`--with {each.id}`" for each in overlays if _asks(place, each, undecided.key)]:
            said = f"There is no ruling {undecided.key} in this ruleset alone. It comes with {' or '.join(askers)}."
    return Unknown(said)


def _asks(place: Place, overlay: Overlay, key: str) -> bool:
    sources, _ = texts_of(place, parts_of(overlay.file))
    return any(meant(questions(parse(source)[0].decls), key) for source in sources)
