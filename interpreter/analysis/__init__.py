"""What is known of compiled code before it runs; code to code, for the engines.

Comes in: the compiled ruleset. Goes out: answers about it, or code that does the same with less. Knows no engine, so
that all may ask; what code of an operation sets, calls or holds is asked of the table in `dsl/ir/operations.py`.
"""
