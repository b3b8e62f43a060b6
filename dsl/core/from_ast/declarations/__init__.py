"""What a ruleset declares: things, slots, texts, looks and scenarios."""
