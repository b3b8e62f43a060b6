"""A table: its game, what a seat may ask and do, what it is told. No store, no HTTP, no processes.

The server serves it to many (`hall`), the playground to one page, in a worker.
"""
