"""What can be called from outside: a step, a list of options, whole games, games with every invariant looked at."""
