"""Core statements to IR statements, blocks, decisions and procedures.

Comes in: core statements. Goes out: IR statements and terminators in blocks. Nothing recurses and no host stack holds
play: whatever may stop ends a block, and what outlives it lies in the frame. Above `expressions`.
"""
