"""A game in words, for every front end: options, reasons, stories, previews, results.

In comes a game and a seat; out come sentences in the language of the game, as values. Everything goes through what the
seat may know. Nothing here draws, and nothing knows a terminal or a page.
"""
