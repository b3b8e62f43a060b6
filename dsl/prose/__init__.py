"""Sentences as a rulebook prints them, read part by part, and the lines of the language that say the same.

`words` cuts a sentence into words (`german` puts German ones into English), `vocabulary` knows the names that a
ruleset declares, `phrases` the words and phrases of `english.toml`. `nouns`, `amounts`, `chances`, `conditions` and
`actors` read phrases, `clauses/` what somebody does, `sentences` whole sentences (cut by `steps`; `turns`, `ties`,
`failing`, `keeping` and `abilities` read forms of their own), `elsewhere` what stands under other headings than
effects; `asked` and `comparing` read questions inside a line, `forms` shows examples. `advice` takes the lines that
could not be read, and proposes only what the checker accepts in their place and what is `faithful` to every word.
"""
