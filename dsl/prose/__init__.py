"""Sentences as a rulebook prints them, read part by part, and the lines of the language that say the same.

`words` cuts a sentence into words, `vocabulary` knows the names that a ruleset declares, `nouns`, `amounts`,
`conditions` and `actors` read phrases, `clauses` what somebody does, `sentences` whole sentences, `elsewhere` what
stands under other headings than effects. `advice` takes the lines that could not be read, and proposes only what the
checker accepts in their place.
"""
