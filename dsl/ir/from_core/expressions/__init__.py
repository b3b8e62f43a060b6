"""Core expressions to IR expressions, loops included."""
