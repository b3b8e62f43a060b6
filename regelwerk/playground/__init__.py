"""Rules edited and played in a page without a server: the half of it that is Python and runs in a worker.

A message comes in as JSON, an answer goes out (`dispatch`). The page itself lies in the folder `playground` of the
checkout, which is built by `make playground`. Nothing here writes, waits or knows a browser.
"""
