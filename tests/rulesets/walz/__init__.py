"""A laboratory for Auf der Walz: any state, single effects."""
