"""What a composition is made of, so that a saved game can tell which overlays it needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .. import ir
from ..overlays.layers import Layer
from ..source import Source, fingerprint


def parts(
    game: str, layers: Iterable[Layer], sources: Mapping[str, Source], rulings: Mapping[str, str]
) -> list[ir.Part]:
    """List the game, its overlays in order, and the rulings. File names do not count.

    Of an overlay that applies in part, every entry is named as one would ask for it.
    """
    used = list(layers)
    own = {file for layer in used for file in layer.files}
    texts = sorted(fingerprint(s.text) for name, s in sources.items() if name not in own)
    found = [ir.Part(layer="game", id=game, hash=fingerprint("\n".join(texts)))]
    for layer in used:
        source = sources[layer.header.at.file]
        rest = sorted(sources[name].text for name in layer.files if name != source.name)
        word, version, hash = layer.header.layer, layer.said("version"), fingerprint("\n".join((source.text, *rest)))
        names = [f"{layer.id}:{entry}" for entry in source.entries] or [layer.id]
        found += [ir.Part(layer=word, id=name, version=version, hash=hash) for name in names]
    return found + [ir.Part(layer="ruling", id=name, version=value) for name, value in sorted(rulings.items())]
