"""Policies that weigh options by features, and games played on by them: the engine's side of bots that learn.

Comes in: a policy (weights by feature) and a position. Goes out: what the policy does, how the game ends, how weights
should move. The same sums in Python and in WebAssembly, in the same order, so that both learn the same. Features by
name, files and self-play are in `regelwerk/bots/learning/`.
"""
