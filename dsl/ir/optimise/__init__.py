"""Code that says the same in less work: tables made ahead, invariants out of loops, sets that are never made.

Comes in and goes out: core or IR code of the same meaning; requirements, chance, work that is charged and the order of
messages stay as they were. What each pass is worth is measured (docs/decisions/032 and 033, `benchmarks/passes.py`).
"""
