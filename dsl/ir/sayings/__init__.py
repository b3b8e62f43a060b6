"""What the rules of a card say, as phrases: in come merged declarations, out come the `sayings` of a compiled ruleset.

A phrase is a number, words, or a list: `["", "gain {0}", ...]` (a pattern of the language and what it speaks of),
`["action.tax", "Tax: {0}", ...]` (a sentence of the ruleset by its address), `["#", "take # cards", ...]` (words that
`display` gives), `["=", "Colour", "red"]` (a thing). Front ends put them into a language (`texts/sayings`).
"""

from .cards import sayings

__all__ = ["sayings"]
