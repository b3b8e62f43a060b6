"""Other systems that play the same games, measured the same way."""
