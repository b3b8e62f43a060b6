"""Reading: from text to the syntax tree. Text comes in, declarations and messages go out; nothing here raises on any
input.

`indentation` cuts a file into declarations and marks indentation, `grammar.lark` is the language, `build/` turns Lark's
trees into `..ast`, `errors/` words what the grammar did not expect. Imports the tree, sources and diagnostics.
"""
