"""Commands for who has the rulebook beside the rules: open questions, gaps, citations, what no test would notice.

Comes in: a ruleset and its ledger. Goes out: what stands behind each rule, and what stands behind none.
"""
