"""The playground: a static site in which rules are edited and played. `build` puts it together; `page` is the page."""
