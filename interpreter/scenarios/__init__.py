"""Scenarios: running them, telling why one failed, and which must run again after a change."""
