"""Follow every link of the built site: `python -m docs.site.links build/site`. Nothing may come from the network."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif "src" in found or (tag == "link" and found.get("rel") not in ("canonical", "prev", "next")):
            self.loaded.append(found.get("src") or found.get("href", ""))


def problems(site: Path) -> list[str]:
    """List dead links, missing anchors, and whatever a page would load from elsewhere."""
    read: dict[Path, _Reader] = {}
    for path in sorted(site.rglob("*.html")):
        read[path] = _Reader()
        read[path].feed(path.read_text(encoding="utf-8"))
    found = []
    for path, page in read.items():
        if path.name == "404.html":
            continue  # it stands for any place, so its links count from the root
        where = path.relative_to(site).as_posix()
        for link in [*page.links, *page.loaded]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loaded and parts.scheme != "data":
                    found.append(f"{where}: loads {link}")
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                found.append(f"{where}: no such page: {link}")
            elif parts.fragment and target in read and unquote(parts.fragment) not in read[target].ids:
                found.append(f"{where}: no such heading: {link}")
    for path in sorted(site.rglob("*.css")):
        for address in re.findall(r"url\(['\"]?(?:https?:)?//[^)]*\)", path.read_text(encoding="utf-8")):
            found.append(f"{path.relative_to(site)}: loads {address}")
    return found


if __name__ == "__main__":
    said = problems(Path(sys.argv[1]).resolve())
    print("\n".join(said) or "Every link leads somewhere.")
    sys.exit(1 if said else 0)
