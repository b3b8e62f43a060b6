"""The words of sentences, and what they may mean.

`words` cuts a sentence into words (`german` puts German ones into English), `phrases` knows the words and phrases of
`english.toml` and `german.toml`, `vocabulary` the names that a ruleset declares. In comes text, out come lists of
words; nothing here knows what a sentence is. The lowest of the folders about sentences: it imports none of them.
"""
