"""One module per command; each is loaded when it is called."""
