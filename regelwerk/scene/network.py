"""Graph maps: places with positions, what joins them, and what is shown at both."""

from __future__ import annotations

from collections.abc import Iterator

from .details import PLAYER, Reader, Source
from .model import Graph, Group, Item, Link, Node
from .picking import Picked
from .plan import GraphPlan, LinkPlan


def graph(reader: Reader, plan: GraphPlan, picked: Picked) -> Graph:
    """Give the places and links that a seat sees. A place without a position is not on the map."""
    nodes = [node for element, _ in reader.things(plan.kind) if (node := _node(reader, plan, element))]
    for node in nodes:
        node.options = picked.get((plan.kind, node.id), [])
    known = {node.id for node in nodes}
    links = [link for each in plan.links for link in _links(reader, plan, each, known, picked)]
    groups = []
    if plan.group is not None:
        used = dict.fromkeys(node.group for node in nodes if node.group)
        order = reader.domains[plan.group.type].ids if plan.group.type in reader.domains else list(used)
        groups = [Group(id=id, title=reader.palette.title(plan.group.type, id)) for id in order if id in used]
    return Graph(title=reader.texts.words(plan.title), nodes=nodes, links=links, groups=groups)


def _node(reader: Reader, plan: GraphPlan, element: int) -> Node | None:
    x, y = (reader.raw(each, plan.kind, element) for each in (plan.across, plan.down))
    if not isinstance(x, int) or not isinstance(y, int):
        return None
    group = reader.raw(plan.group, plan.kind, element) if plan.group is not None else None
    owner = None
    items: list[Item] = []
    for found, label in plan.nodes:
        if found.type == PLAYER and not found.lies and owner is None:
            id = reader.raw(found, plan.kind, element)
            owner = reader.player_ids.index(id) if isinstance(id, str) and id in reader.player_ids else None
        elif item := reader.item(found, plan.kind, element, label):
            items.append(item)
    return Node(
        id=reader.ids(plan.kind)[element],
        title=reader.texts.title(plan.kind, element),
        x=x,
        y=y,
        group=str(group) if group is not None else "",
        owner=owner,
        items=items,
    )


def _links(reader: Reader, plan: GraphPlan, link: LinkPlan, known: set[str], picked: Picked) -> Iterator[Link]:
    seen: set[frozenset[str]] = set()
    for element, id in reader.things(link.kind):
        found = [end for each in link.ends for end in _names(reader, each, link.kind, element) if end in known]
        line, shown = None, []
        for each, label in link.shown:
            item = reader.item(each, link.kind, element, label)
            if item is not None and line is None and _is_line(reader, each):
                line = item.marks[0]
            elif item is not None:
                shown.append(item)
        near = link.kind == plan.kind  # neighbours of a place: each pair once
        for a, b in [(id, end) for end in found] if near else [(found[0], found[1])] if len(found) > 1 else []:
            if a != b and not (near and frozenset((a, b)) in seen):
                seen.add(frozenset((a, b)))
                title = f"{reader.palette.title(plan.kind, a)} – {reader.palette.title(plan.kind, b)}"
                numbers = [] if near else picked.get((link.kind, id), [])
                yield Link(id="" if near else id, title=title, ends=(a, b), items=shown, line=line, options=numbers)


def _names(reader: Reader, found: Source, kind: str, element: int) -> list[str]:
    value = reader.raw(found, kind, element)
    return [value] if isinstance(value, str) else [str(each) for each in value or ()]


def _is_line(reader: Reader, found: Source) -> bool:
    """Tell whether something says what kind of a link it is: a field that never changes and names one of a kind."""
    return found.fixed is not None and found.type in reader.domains and reader.domains[found.type].kind == "kind"
