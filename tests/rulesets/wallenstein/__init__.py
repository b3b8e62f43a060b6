"""Wallenstein: tools for its tests."""
