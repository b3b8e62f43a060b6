"""WebAssembly for expressions, statements, procedures, decisions and trials.

Comes in: code of the compiled ruleset and bounds of every number. Goes out: instructions. What cannot be proven to fit
is tested; what does not fit traps, and the step is done again in Python. `masks` and `values` write what stands on
the stack, `statements` and `procedures` what is done. `places`, `chance` and `helpers` are functions that all rulesets
have; `library` lists those that are written only if something calls them.
"""
