"""Headers of overlays: which take part, and in which order. File names and the order of the list mean nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from .. import ast
from ..ast.tree import title
from ..diagnostics import Diagnostic
from ..diagnostics.spelling import nearest
from ..source import LAYERS, Span, belongs
from . import messages

_ORDERING = ("requires", "after")
_HEADER = (*_ORDERING, "because", "version", "author")


@dataclass(slots=True)
class Layer:
    """One overlay that takes part."""

    header: ast.Overlay
    ops: list[ast.Decl]
    before: set[str] = field(default_factory=set)  # every overlay that comes before it by `requires` and `after`

    @property
    def id(self) -> str:
        return self.header.name.id

    @property
    def files(self) -> set[str]:
        """The files it is written in."""
        return {self.header.at.file, *(op.at.file for op in self.ops)}

    @property
    def title(self) -> str:
        return title(self.header.title) if self.header.title is not None else self.id

    @property
    def rank(self) -> int:
        return LAYERS.index(self.header.layer)

    def said(self, word: str) -> str:
        """What a line of the header says, as text."""
        values = (v for f in self.header.fields if f.name.id == word for v in f.values or ())
        return " ".join(title(v.text) if isinstance(v, ast.TextExpr) else str(getattr(v, "value", "")) for v in values)

    def unordered(self, other: Layer) -> bool:
        """Tell whether nothing says which of the two comes first."""
        return self.rank == other.rank and self.id not in other.before and other.id not in self.before


def arrange(files: Iterable[ast.File], game: ast.Game | None) -> tuple[list[Layer], list[Diagnostic]]:
    """Return the usable overlays in the order in which they apply."""
    found: list[Diagnostic] = []
    layers = _read(files, game, found)
    lost: set[str] = set()
    for layer in list(layers.values()):
        _link(layer, layers, lost, found)
    _close(layers)
    _rings(layers, lost, found)
    _editions(layers, lost, found)
    while True:  # what requires a lost overlay is lost, too: that mistake was reported already
        more = {i for i, layer in layers.items() if i not in lost and _required(layer) & lost}
        if not more:
            break
        lost |= more
    usable = {i: layer for i, layer in layers.items() if i not in lost}
    done: list[Layer] = []
    waiting = sorted(usable.values(), key=lambda layer: (layer.rank, layer.id))
    while waiting:
        placed = {layer.id for layer in done}
        ready = next(layer for layer in waiting if layer.before & usable.keys() <= placed)
        waiting.remove(ready)
        done.append(ready)
    return done, found


def _whole(files: list[ast.File]) -> list[ast.File]:
    """Put together overlays that are written in several files: what lies in the folder of a heading is part of it."""
    headings = [file for file in files if file.decls and isinstance(file.decls[0], ast.Overlay)]
    parts = {file.name: next((h for h in headings if belongs(file.name, h.name)), None) for file in files}
    whole = []
    for file in files:
        if file in headings:
            more = (d for part in files if parts[part.name] is file and part not in headings for d in part.decls)
            whole.append(ast.File(file.name, (*file.decls, *more)))
        elif parts[file.name] is None:
            whole.append(file)
    return whole


def _read(files: Iterable[ast.File], game: ast.Game | None, found: list[Diagnostic]) -> dict[str, Layer]:
    layers: dict[str, Layer] = {}
    twice: set[str] = set()
    for file in _whole(list(files)):
        header, ops = file.decls[0] if file.decls else None, file.decls[1:]
        if not isinstance(header, ast.Overlay):
            at = header.at if header else Span(file.name, 1, 1, 1, 1)
            late = next((d.at for d in ops if isinstance(d, ast.Overlay)), None)
            found.append(messages.no_header(at) if late is None else messages.late_header(at, late))
            continue
        found += [messages.stray(d.at) for d in ops if isinstance(d, ast.Overlay)]
        layer = Layer(header, [d for d in ops if not isinstance(d, ast.Overlay)])
        for f in header.fields:
            near = nearest(f.name.id, _HEADER)
            if f.name.id not in _HEADER and near:
                found.append(messages.header_word(f.name.id, near, f.name.at))
            texts = (v for v in f.values or () if f.name.id in _ORDERING and isinstance(v, ast.TextExpr))
            found += [messages.quoted(f.name.id, title(v.text), v.at) for v in texts]
        if game is not None and header.game.id != game.name.id:
            at = header.game.at
            found.append(messages.other_game(layer.id, header.game.id, game.name.id, at, game.name.at))
            continue
        if layer.id in layers:
            twice.add(layer.id)
            places = sorted((header.name.at, layers[layer.id].header.name.at))
            found.append(messages.same_id(layer.id, places[1], places[0]))
        layers[layer.id] = layer
    return {i: layer for i, layer in layers.items() if i not in twice}


def _named(layer: Layer, word: str) -> list[ast.Ident]:
    fields = [f for f in layer.header.fields if f.name.id == word]
    return [v for f in fields for v in f.values or () if isinstance(v, ast.Ident)]


def _required(layer: Layer) -> set[str]:
    return {v.id for v in _named(layer, "requires")}


def _link(layer: Layer, layers: dict[str, Layer], lost: set[str], found: list[Diagnostic]) -> None:
    for word in _ORDERING:
        for v in _named(layer, word):
            other = layers.get(v.id)
            if other is None:
                if word == "requires":
                    found.append(messages.missing(layer.id, v.id, layers.keys() - {layer.id}, v.at))
                    lost.add(layer.id)
            elif other.rank > layer.rank:
                found.append(messages.too_late(layer.id, other.id, other.header.layer, v.at))
                lost.add(layer.id)
            else:
                layer.before.add(other.id)


def _close(layers: dict[str, Layer]) -> None:
    """Make `before` transitive."""
    growing = True
    while growing:
        growing = False
        for layer in layers.values():
            more = {i for b in layer.before for i in layers[b].before} - layer.before
            layer.before |= more
            growing = growing or bool(more)


def _editions(layers: dict[str, Layer], lost: set[str], found: list[Diagnostic]) -> None:
    """A game is played by one edition; only a later printing names the one it builds on."""
    editions = [layers[i] for i in sorted(layers) if layers[i].rank == 0 and i not in lost]
    for a, b in combinations(editions, 2):
        if a.unordered(b):
            found.append(messages.two_editions(b.id, b.header.name.at, a.id, a.header.name.at))
            lost.update((a.id, b.id))


def _rings(layers: dict[str, Layer], lost: set[str], found: list[Diagnostic]) -> None:
    for i in sorted(layers):
        layer = layers[i]
        if i in layer.before and i not in lost:
            ring = sorted(j for j in layer.before if i in layers[j].before)
            others = [(j, layers[j].header.name.at) for j in ring if j != i]
            found.append(messages.ring(i, others, layer.header.name.at))
            lost.update(ring)
