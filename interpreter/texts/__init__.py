"""From numbers to words: elements, values and whole sentences, in the languages a ruleset has.

Comes in: numbers of the state and texts of the compiled ruleset. Goes out: names, values and sentences. Sentences that
the language makes itself have translations in `phrases`; nothing here asks who may read them: that is `game/sight`.
"""
