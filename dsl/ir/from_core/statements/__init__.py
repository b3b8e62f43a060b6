"""Core statements to IR statements, blocks, decisions and procedures."""
