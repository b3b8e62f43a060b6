"""The generated engine: the compiled ruleset as Python source."""
