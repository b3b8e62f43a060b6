"""WebAssembly for expressions, statements, procedures, decisions and trials.

Comes in: code of the compiled ruleset and bounds of every number. Goes out: instructions. What cannot be proven to fit
is tested; what does not fit traps, and the step is done again in Python. An `Emitter` is what is at hand while one
function is written; `operations/` write one operation each, `procedures`, `decisions` and `searches` what is made of
them. `places`, `chance` and `helpers` are functions that all rulesets have; `library` lists those that are written only
if something calls them.
"""
