"""Packs: overlays in one file each, to be shared, checked by fingerprint.

A pack is untrusted. It holds one text and nothing that names a file: where it is kept follows from the id in its own
heading, which is a plain word. Nothing in it is run; it is read like any other overlay.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from regelwerk.dsl import ast
from regelwerk.dsl.ast.tree import title
from regelwerk.dsl.book.drawings import Unfit as NotDrawn
from regelwerk.dsl.book.illustrating import inlined
from regelwerk.dsl.overlays.layers import Layer
from regelwerk.dsl.source import LAYERS, Source, fingerprint, parts_of
from regelwerk.dsl.syntax.parse import parse

from .added import ID, Unfit, folder

FORMAT = "regelwerk/pack/1"
SUFFIX = ".regelmod"
LARGEST = 2_000_000  # bytes of a pack
_VERSION = re.compile(r"\w[\w.+-]{0,31}")


@dataclass(frozen=True, slots=True)
class Pack:
    """An overlay to share."""

    game: str
    layer: str
    id: str
    version: str
    title: str
    author: str
    because: str
    requires: tuple[str, ...]
    hash: str
    text: str

    def data(self) -> dict[str, Any]:
        """Give it as JSON."""
        return {"format": FORMAT, **asdict(self), "requires": list(self.requires)}

    @property
    def file_name(self) -> str:
        return f"{self.id}-{self.version}{SUFFIX}"


def packed(text: str, name: str) -> Pack:
    """Make a pack of the text of an overlay; its heading has to give it a version."""
    if len(text.encode()) > LARGEST:
        raise Unfit(f"{name} is larger than {LARGEST // 1_000_000} MB.")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    file, problems = parse(Source(name, text))
    wrong = [p for p in problems if p.is_error]
    if wrong:
        raise Unfit(f"{name}:{wrong[0].at.line}: {wrong[0].message} {wrong[0].help}".strip())
    header = file.decls[0] if file.decls else None
    if not isinstance(header, ast.Overlay):
        raise Unfit(f"{name} is no overlay: it does not begin with a heading such as `mod my_mod for the_game`.")
    layer = Layer(header, [])
    version = layer.said("version")
    if not version:
        raise Unfit(f'{name} has no version. Write `version "1.0"` below its heading.')
    if not _VERSION.fullmatch(version):
        raise Unfit(f"{name}: a version is letters, digits and dots, not {version}.")
    for word in (header.name.id, header.game.id):
        if not ID.fullmatch(word):
            raise Unfit(f"{name}: an overlay that is shared is named in small plain letters, not {word}.")
    requires = tuple(
        v.id for f in header.fields if f.name.id == "requires" for v in f.values or () if isinstance(v, ast.Ident)
    )
    return Pack(
        header.game.id,
        header.layer,
        header.name.id,
        version,
        title(header.title) if header.title is not None else header.name.id,
        layer.said("author"),
        layer.said("because"),
        requires,
        fingerprint(text),
        text,
    )


def read_pack(path: Path) -> Pack:
    """Read a pack, or a plain overlay, all its files; refuse what is damaged or says of itself what is not so."""
    files = parts_of(path) if path.suffix == ".regel" else [path]
    try:
        if sum(file.stat().st_size for file in files) > 2 * LARGEST:
            raise Unfit(f"{path.name} is too large for a pack.")
        raw = "\n".join(file.read_bytes().decode("utf-8").removeprefix("\ufeff") for file in files)
    except (OSError, UnicodeDecodeError) as broken:
        reason = broken.strerror if isinstance(broken, OSError) else "it is no text in UTF-8"
        raise Unfit(f"{path} cannot be read: {reason}.") from None
    if path.suffix == ".regel":
        try:
            return packed(inlined(raw, path), str(path))
        except NotDrawn as unfit:
            raise Unfit(f"A picture of {path.name} is not taken: {unfit}.") from None
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        raise Unfit(f"{path.name} is no pack.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("text"), str):
        raise Unfit(f"{path.name} is no pack of the format {FORMAT}.")
    pack = packed(data["text"], path.name)
    if data.get("hash") != pack.hash:
        raise Unfit(f"{path.name} is damaged: its text is not the one that was packed.")
    if data != pack.data():
        raise Unfit(f"{path.name} is damaged: it says of itself what its text does not.")
    return pack


def where(pack: Pack) -> Path:
    """Say where a pack is kept."""
    assert ID.fullmatch(pack.game) and ID.fullmatch(pack.id) and pack.layer in LAYERS
    return folder() / pack.game / f"{pack.id}.regel"
