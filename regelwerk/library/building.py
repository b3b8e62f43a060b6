"""Compiling and checking rulesets by name. Whoever only plays what was compiled before needs none of this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from regelwerk.dsl.composing import Build
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source

from .finding import find
from .languages import spoken
from .written import brought


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

    done = brought(place, overlays, road)
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

    return brought(place, overlays, road)
