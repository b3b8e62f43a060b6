"""The table in the browser: tables with links for their seats, kept in one file, played over HTTP.

Comes in: requests of the page (`static/`) or of any other client, and the answers of bots. Goes out: what one seat may
see, as JSON. Every change is on the disk before anybody is told. Needs the extra `web`.
"""
