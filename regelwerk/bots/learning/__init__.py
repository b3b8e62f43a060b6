"""Learning to play any game: features of a decision, policies by name, self-play, and the experience that ships.

Comes in: games. Goes out: experience, a file of weights by the names of features, so that other rules of the same game
can use it. The sums are done by `interpreter/engine/learning/`; a player sees only what its seat may know.
"""
