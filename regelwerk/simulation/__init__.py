"""Games without people: one by one, many at once, in several processes, and what was done in them."""
