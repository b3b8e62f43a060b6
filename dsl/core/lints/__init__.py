"""Checks that need the whole program: what is allowed but hardly meant, secrets given away, what comes too late."""
