"""Code that says the same in less work: tables made ahead, invariants out of loops, sets that are never made."""
