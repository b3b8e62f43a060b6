"""Who can know what: the rules run once more on numbers that carry the seats to which they are unknown."""
