"""The road walked again and again while somebody writes, and what editors ask: sessions, and an index of all names.

Comes in: texts that change a little again and again. Goes out: what `pipeline` would have given, sooner;
and for editors, where every name is introduced and used. What is kept between two turns is keyed by text, so nothing
has to be told that it is stale.
"""
