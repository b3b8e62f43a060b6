"""The reference engine: what every operation means, written to be read. The other engines must agree with it."""
