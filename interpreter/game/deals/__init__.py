"""A game dealt anew from one seat: it looks the same to that seat, and agrees with what it remembers (`determinize`).

Comes in: a game and a seat. Goes out: a state in which what the seat cannot know could be otherwise: components in
other places (`pool`), numbers and secret answers given anew (`answering`), names of half-done actions (`naming`).
"""
