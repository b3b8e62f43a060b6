"""A game at the terminal: the table drawn, options, reasons, the log in words, saved games."""
