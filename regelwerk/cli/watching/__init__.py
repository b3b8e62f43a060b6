"""Commands that answer again whenever a file changes."""
