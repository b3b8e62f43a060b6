"""The rulebook beside the rules: its ledger entry by entry, who cites it, and the questions it leaves open."""
