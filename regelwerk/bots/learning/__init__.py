"""Learning to play any game: features of a decision, policies by name, self-play, and the experience that ships."""
