"""Policies, rollouts and the policy gradient in WebAssembly: sum by sum what the modules above do in Python.

Comes in: feature maps and policies, laid into the memory of a module. Goes out: decisions, results and gradients, read
back. Floats are added in the order of the Python beside it: tests compare them.
"""
