"""Policies that weigh options by features, and games played on by them: the engine's side of bots that learn."""
