"""What is known of a program before it is lowered: what can stop or fail, how far numbers move, what is written.

Comes in: core procedures and functions. Goes out: answers, never changed code. Every answer errs to the safe side: what
is not proven may fail, may stop, may leave its range, and is then tested in play.
"""
