"""What commands report at length, as text."""
