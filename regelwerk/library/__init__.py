"""The library: bundled rulesets by name, others by path, with the overlays beside them or added by the user.

`finding` reads no rules, `sources` their texts, `building` compiles them; `ready` plays without the compiler what was
compiled before. Here is what is needed to name things; the rest is imported from its module.
"""

from .finding import (
    FOR,
    GAME,
    Entry,
    Overlay,
    Place,
    Unknown,
    added,
    added_to,
    belongings,
    beside,
    bundled,
    bundled_for,
    entries,
    entry_of,
    find,
    game_of,
    heading,
    in_edition,
    ledger,
    overlay,
    overlays_of,
    own_edition,
    parted,
    shelf,
    translated,
)  # fmt: skip

__all__ = [
    "FOR", "GAME", "Entry", "Overlay", "Place", "Unknown", "added", "added_to", "belongings", "beside", "bundled",
    "bundled_for", "entries", "entry_of", "find", "game_of", "heading", "in_edition", "ledger", "overlay",
    "overlays_of", "own_edition", "parted", "shelf", "translated",
]  # fmt: skip
