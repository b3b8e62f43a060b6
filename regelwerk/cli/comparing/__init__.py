"""Two compositions side by side: pairs of games, groups that practise, lists of comparisons.

Comes in: what `impact` is asked. Goes out: comparisons, the same whatever the number of processes. Statistics are in
`regelwerk/impact/`; here it is decided what is played, by whom and where.
"""
