"""The road walked again and again while somebody writes, and what editors ask: sessions, and an index of all names."""
