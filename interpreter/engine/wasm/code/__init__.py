"""WebAssembly for expressions, statements, procedures, decisions and trials."""
