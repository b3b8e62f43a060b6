"""What a change of rules does to games: the same seeds with and without it, measures, statistics, a report.

May import the machine, the bots and what a composition says about itself, not the front ends.
"""
