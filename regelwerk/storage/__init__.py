"""What is kept on this machine: where it lies, how it is written whole, and how it is known to be one's own."""
