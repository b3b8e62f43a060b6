"""Operations of the compiled ruleset, each written by a function that is handed the `Emitter` and the operands.

A function for an expression leaves its value on the stack and gives the form it has there (0: a number, else words of
a mask); a function for a statement leaves nothing. `writers` says who writes what and alone knows all:
whoever needs an operand written asks the emitter. `conditions` writes flags for branches, `wide` finds masks in memory.
"""
