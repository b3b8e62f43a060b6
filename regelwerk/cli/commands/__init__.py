"""One module per command, in the folder whose heading it has in `regelwerk --help`; each is loaded when it is called.

A module is called like its command: it reads options, calls what does the work, and words the answer or the refusal.
Nothing is done here that a program could not do by the Python API. A new one gets a line in `..group`.
"""
