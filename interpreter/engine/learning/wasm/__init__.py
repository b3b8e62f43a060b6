"""Policies, rollouts and the policy gradient in WebAssembly: sum by sum what the modules above do in Python."""
