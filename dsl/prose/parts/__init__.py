"""Parts of sentences: what they speak of, how many, who, and what has to hold.

`nouns` reads `the red cards in your hand`, `amounts` `half of your gold`, `actors` `the others`, `conditions` and
`comparing` what has to hold, `chances` questions about what was rolled, `laid` cards that lie before everybody. In
come words, out come expressions of the language. Over `lexicon`, below `clauses`: no part knows what is done with it.
"""
