"""The site: pages made from what the package itself says, and the hooks that hand them to MkDocs.

`made.pages()` gives every page that is not written by hand; nothing but `hooks` and `links` belongs to MkDocs.
"""
