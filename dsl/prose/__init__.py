"""Sentences as a rulebook prints them, read part by part, and the lines of the language that say the same.

From the bottom up: `lexicon/` knows words and names, `parts/` reads phrases (`half of your gold`, `the others`),
`clauses/` what somebody does, `sentences/` whole sentences; `asked` reads questions inside a line of the language,
`forms` shows examples where nothing certain can be proposed. `advice` takes the lines that could not be read, and
proposes only what the checker accepts in their place and what is `faithful` to every word.
"""
