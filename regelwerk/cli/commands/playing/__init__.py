"""Commands for who plays: what there is, games at the terminal and in the browser, reasons, many games at once.

May import what draws the terminal and whatever plays; rules come compiled, and nothing here checks them.
"""
