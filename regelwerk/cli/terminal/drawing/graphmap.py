"""A map of places and roads as text: drawn where there is room, else as a table by region or of connections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from regelwerk.scene.model import Graph, Link, Mark, Node

from .canvas import Canvas
from .flowing import flow
from .grids import known
from .marking import NUMBER, item_text, items_text, numbered

FEWEST = (56, 12)  # columns and lines below which nothing is drawn
WIDEST = 16  # letters of a name on the map
TRIES = 200  # rounds of pushing names apart
HEAVY = "═━"  # signs of roads that are drawn in heavy lines
LINES = {"light": "─│╱╲", "heavy": "━┃╱╲"}


@dataclass(slots=True)
class Box:
    """The text of a place on the canvas: centre, and lines."""

    node: Node
    x: int
    y: int
    lines: list[Text]

    @property
    def wide(self) -> int:
        return max(line.cell_len for line in self.lines)

    @property
    def left(self) -> int:
        return self.x - self.wide // 2

    def meets(self, other: Box, gap: int) -> tuple[int, int] | None:
        """Say how far two boxes overlap, across and down; None if they do not."""
        across = min(self.left + self.wide, other.left + other.wide) + gap - max(self.left, other.left)
        down = min(self.y + len(self.lines), other.y + len(other.lines)) - max(self.y, other.y)
        return (across, down) if across > 0 and down > 0 else None


def draw_graph(graph: Graph, seats: Sequence[Mark], width: int, rows: int) -> list[Text] | None:
    """Draw a graph map; None if there is no room for it."""
    if width < FEWEST[0] or rows < FEWEST[1] or not graph.nodes:
        return None
    boxes = _placed(graph, seats, width, rows)
    if boxes is None:
        return None
    canvas = Canvas()
    centres = {box.node.id: box for box in boxes}
    taken = {(x, box.y + n) for box in boxes for n, line in enumerate(box.lines)
             for x in range(box.left - 1, box.left + line.cell_len + 1)}  # fmt: skip
    for link in graph.links:
        _line(canvas, centres[link.ends[0]], centres[link.ends[1]], link)
    for link in graph.links:
        _on_link(canvas, _way(centres[link.ends[0]], centres[link.ends[1]]), link, taken)
    for box in boxes:
        for n, line in enumerate(box.lines):
            canvas.write(box.left + (box.wide - line.cell_len) // 2, box.y + n, line)
    return canvas.lines(width, rows)


def _placed(graph: Graph, seats: Sequence[Mark], width: int, rows: int) -> list[Box] | None:
    """Find a place for every name, as near to where it belongs as others let it."""
    xs, ys = [n.x for n in graph.nodes], [n.y for n in graph.nodes]
    boxes = []
    for node in graph.nodes:
        lines = [_name(node, seats, WIDEST)]
        if node.items:
            lines.append(items_text(node.items))
        wide = max(line.cell_len for line in lines)
        x = wide // 2 + (node.x - min(xs)) * (width - wide - 1) // max(1, max(xs) - min(xs))
        y = (node.y - min(ys)) * (rows - 2) // max(1, max(ys) - min(ys))
        boxes.append(Box(node, x, y, lines))
    for _ in range(TRIES):
        if not _push(boxes, width, rows):
            return boxes
    return None


def _push(boxes: list[Box], width: int, rows: int) -> bool:
    """Push names apart that lie on each other; tell whether there were any."""
    moved = False
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            over = a.meets(b, gap=1)
            if over is None:
                continue
            moved = True
            if over[0] <= 4 * over[1] and a.x != b.x:  # a line is about as high as two columns are wide
                first, second = (a, b) if a.x < b.x else (b, a)
                first.x, second.x = first.x - (over[0] + 1) // 2, second.x + (over[0] + 1) // 2
            else:
                first, second = (a, b) if a.y <= b.y else (b, a)
                second.y += 1
                if second.y + len(second.lines) > rows:
                    first.y -= 1
            for box in (a, b):
                box.x = max(box.wide // 2, min(width - box.wide + box.wide // 2, box.x))
                box.y = max(0, min(rows - len(box.lines), box.y))
    return moved


def _name(node: Node, seats: Sequence[Mark], most: int) -> Text:
    """Write the name of a place: the number of its option, whose it is, its name."""
    text = Text()
    if number := numbered(node):
        text.append(number, NUMBER).append(" ")
    style = ""
    if node.owner is not None:
        mark = seats[node.owner]
        style = known(mark.colour)
        text.append(mark.text, f"bold {style}".strip())
    title = node.title if len(node.title) <= most else node.title[: most - 1] + "…"
    return text.append(title, f"bold {style}".strip())


def _way(a: Box, b: Box) -> list[tuple[int, int]]:
    """List the points between two places."""
    x, y, end_x, end_y = a.x, a.y, b.x, b.y
    steps = max(abs(end_x - x), abs(end_y - y), 1)
    half = steps // 2
    return [
        (x + _part(end_x - x, n, steps, half), y + _part(end_y - y, n, steps, half)) for n in range(1, steps)
    ]  # fmt: skip


def _part(whole: int, n: int, steps: int, half: int) -> int:
    sign = 1 if whole >= 0 else -1
    return sign * ((abs(whole) * n + half) // steps)


def _line(canvas: Canvas, a: Box, b: Box, link: Link) -> None:
    signs = LINES["heavy" if link.line is not None and link.line.text in HEAVY else "light"]
    style = f"dim {known(link.line.colour)}".strip() if link.line is not None else "dim"
    points = _way(a, b)
    for n, (x, y) in enumerate(points):
        before = points[n - 1] if n else (a.x, a.y)
        across, down = x - before[0], y - before[1]
        sign = signs[0] if down == 0 else signs[1] if across == 0 else signs[2] if across * down < 0 else signs[3]
        canvas.put(x, y, sign, style)


def _on_link(canvas: Canvas, way: list[tuple[int, int]], link: Link, taken: set[tuple[int, int]]) -> None:
    """Write what is on a road near its middle, where nothing else stands."""
    said = items_text(link.items)
    if number := numbered(link):
        said = Text.assemble((number, NUMBER), " " if said else "", said)
    if not said or not way:
        return
    middle = len(way) // 2
    for n in sorted(range(len(way)), key=lambda n: abs(n - middle)):
        x, y = way[n][0] - said.cell_len // 2, way[n][1]
        cells = {(x + i, y) for i in range(said.cell_len)}
        if not cells & taken and x >= 0:
            canvas.write(x, y, said)
            taken |= cells
            return
    canvas.write(way[middle][0] - said.cell_len // 2, way[middle][1], said)


# ---------------------------------------------------------------- as a table


def list_graph(graph: Graph, seats: Sequence[Mark], width: int, rows: int) -> list[Text]:
    """List a graph map: by region, or place by place with its connections; less of it where there is little room."""
    short = _short([node.title for node in graph.nodes])
    if graph.groups:
        ways = _places(graph, seats, width, short, every=True)
        return ways if len(ways) <= rows and graph.links else _regions(graph, seats, width)
    lines = _places(graph, seats, width, short, every=True)
    return lines if len(lines) <= rows else _places(graph, seats, width, short, every=False)


def _regions(graph: Graph, seats: Sequence[Mark], width: int) -> list[Text]:
    """Write a line for each region, or more if it needs them."""
    lines = []
    for group in graph.groups:
        nodes = [node for node in graph.nodes if node.group == group.id]
        items = [_with_items(node, seats) for node in nodes]
        lines += flow([Text(f"{group.title}:", "bold underline"), *items], width)
    rest = [_with_items(node, seats) for node in graph.nodes if not node.group]
    return lines + (flow(rest, width) if rest else [])


def _with_items(node: Node, seats: Sequence[Mark]) -> Text:
    name = _name(node, seats, 99)
    return Text.assemble(name, " ", items_text(node.items)) if node.items else name


def _places(graph: Graph, seats: Sequence[Mark], width: int, short: Mapping[str, str], every: bool) -> list[Text]:
    """Write each place with where one gets from it; with `every`, also over roads with nothing on them."""
    titles = {node.id: node.title for node in graph.nodes}
    texts: list[Text | None] = []
    for node in graph.nodes:
        ways = []
        for link in graph.links:
            if node.id in link.ends and (every or link.items or link.options):
                other = link.ends[1] if link.ends[0] == node.id else link.ends[0]
                ways.append(_connection(link, short[titles[other]]))
        text = _with_items(node, seats)
        if ways:
            text = Text.assemble(text, (" → ", "dim"), Text(" ").join(ways))
        texts.append(text)
    return flow(texts, width, gap=3)


def _connection(link: Link, name: str) -> Text:
    text = Text()
    if number := numbered(link):
        text.append(number, NUMBER).append(" ")
    style = known(link.line.colour) if link.line is not None else ""
    sign = link.line.text if link.line is not None and len(link.line.text) == 1 else ""
    text.append(sign + name, style or "dim")
    for item in link.items:
        text.append_text(item_text(item))
    return text


def _short(titles: Sequence[str]) -> dict[str, str]:
    """Shorten names as far as they stay different, to three letters at least."""
    found = {}
    for title in titles:
        size = 3
        while size < len(title) and any(other != title and other[:size] == title[:size] for other in titles):
            size += 1
        found[title] = title[:size].rstrip()
    return found
