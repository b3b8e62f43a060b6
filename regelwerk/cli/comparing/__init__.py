"""Two compositions side by side: pairs of games, groups that practise, lists of comparisons."""
