"""Commands that programs call: editors, clusters, tools that read compiled rules.

What goes out here is read by no person, so it keeps to a form that `schema` describes.
"""
