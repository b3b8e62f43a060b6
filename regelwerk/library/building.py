"""Compiling, checking and merging rulesets by name. Whoever only plays what was compiled before needs none of this."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from regelwerk.dsl.book.rulings import Unasked, Undecided, meant, questions
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.pipeline import Build, compile_sources, compose_sources, joined
from regelwerk.dsl.source import Source, parts_of
from regelwerk.dsl.syntax.parse import parse
from regelwerk.storage.collecting import no_collection

from .finding import Overlay, Place, Unknown, added, beside, find
from .languages import spoken
from .reading import texts, texts_of


def build(
    name: str,
    overlays: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
    language: str = "",
    testing: bool = True,
) -> Build:
    """Compile a ruleset with overlays and rulings; messages are in the result. A language must be one it speaks.
    `testing` as in `compile_sources`."""
    place = find(name)

    def road(base: list[Source], extra: list[Source]) -> Build:
        return compile_sources(base, extra, near=place.path, rulings=rulings, testing=testing)

    done = _built(place, overlays, road)
    if done.compiled is not None:
        spoken(done.compiled, language)
    return done


def checked(
    session: Session, name: str, overlays: Sequence[str] = (), rulings: Mapping[str, str] | None = None
) -> Build:
    """Check a ruleset with overlays and rulings once more; what the session has read before is not read again."""
    place = find(name)

    def road(base: list[Source], extra: list[Source]) -> Build:
        return session.check(base, extra, near=place.path, rulings=rulings)

    return _built(place, overlays, road)


def composed(name: str, overlays: Sequence[str] = (), rulings: Mapping[str, str] | None = None) -> Build:
    """Read a ruleset with overlays and rulings, without checking it."""

    def road(base: list[Source], extra: list[Source]) -> Build:
        return compose_sources(base, extra, rulings=rulings)

    return _built(find(name), overlays, road)


def _built(place: Place, overlays: Sequence[str], road: Callable[[list[Source], list[Source]], Build]) -> Build:
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
