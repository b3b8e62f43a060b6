"""What a ruleset declares: things, slots, texts, looks and scenarios.

Comes in: declarations of the tree, after overlays. Goes out: domains, slots, tables, texts and scenarios of the core.
Types and things are declared first, so that slots can speak of them; defaults and fields are worked out last, when
every expression can be read. Above `effects` and `expressions`, which know nothing of this folder.
"""
