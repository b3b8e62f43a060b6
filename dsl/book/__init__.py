"""The rulebook beside the rules: its ledger entry by entry, who cites it, and the questions it leaves open.

Comes in: ledgers (JSON), pictures (SVG) and the tree of a ruleset. Goes out: entries and their citations, questions
with their answers, drawings that are safe to show. A ledger is quoted by its ids only: no sentence of a rulebook
stands in the rules. Knows the tree, nothing of checking.
"""
