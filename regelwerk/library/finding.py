"""Where rulesets are found: bundled ones by name, others by path; editions and other overlays beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path

from regelwerk.dsl.book.ledger import Damaged, Ledger
from regelwerk.dsl.book.ledger import find as find_ledger
from regelwerk.dsl.source import LAYERS, files_of, is_overlay, parts_of, sources_of

from .added import kept, untouched

HEADING = re.compile(rf'^({"|".join(LAYERS)}) +(\w+)(?: +"([^"]*)")?', re.MULTILINE)
FOR = re.compile(rf'^(?:{"|".join(LAYERS)}) +\w+ +(?:"[^"]*" +)?for +(\w+)', re.MULTILINE)
GAME = re.compile(r'^game +(\w+)(?: +"([^"]*)")?', re.MULTILINE)
VERSION = re.compile(r'^ +version +"([^"]*)"', re.MULTILINE)
REQUIRES = re.compile(r"^ +requires +([\w, ]+)", re.MULTILINE)
LEDGER = re.compile(r'^ +ledger +"([^"]*)"', re.MULTILINE)
PART = re.compile(r"(.+):([A-Z][A-Z0-9]*-[A-Z0-9-]*\d+)")  # an overlay, and an entry of the ledger
TEXTS = re.compile(r"^texts +(\w+).*((?:\n(?:[ #].*)?)*)", re.MULTILINE)  # a language and its lines
PLAYERS = re.compile(r"^ +players +(\d+)(?: *\.\. *(\d+))?", re.MULTILINE)


class Unknown(LookupError):
    """No ruleset, overlay or ruling goes by that name."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A bundled ruleset as the list shows it."""

    name: str
    title: str
    players: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Overlay:
    """An overlay as the list shows it."""

    id: str
    layer: str
    title: str
    version: str
    game: str
    file: Path
    requires: tuple[str, ...] = ()  # ids of overlays that have to be in use


@dataclass(frozen=True, slots=True)
class Place:
    """Files of a ruleset and the names under which messages show them."""

    path: Path
    overlays: tuple[Path, ...] = ()
    bundled: bool = False

    def shown(self, file: Path) -> str:
        """Name a file: bundled ones from the library's root, others as they were given."""
        root = shelf()
        return file.relative_to(root).as_posix() if file.is_relative_to(root) else str(file)


@cache
def shelf() -> Path:
    """Give the folder of the bundled rulesets."""
    return Path(str(resources.files("regelwerk.bundled")))


def _key(name: str) -> str:
    return name.lower().replace("-", "_")


@cache
def bundled() -> Mapping[str, Path]:
    """Map the names of all bundled rulesets to their files or folders."""
    found: dict[str, Path] = {}
    for path in sorted(shelf().iterdir()):
        single = path.is_file() and path.suffix == ".regel"
        if single or (path.is_dir() and _is_ruleset(path)):
            found[_key(path.stem)] = path
    return found


def _is_ruleset(folder: Path) -> bool:
    return any(GAME.search(_text(f)) for f in folder.glob("*.regel"))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def entries() -> list[Entry]:
    """List the bundled rulesets without compiling them."""
    return [entry_of(key.replace("_", "-"), path) for key, path in bundled().items()]


def entry_of(name: str, path: Path) -> Entry:
    """Give the entry of a ruleset without compiling it."""
    text = "\n".join(_text(file) for file in sources_of(path))
    game, players = GAME.search(text), PLAYERS.search(text)
    low = int(players[1]) if players else 0
    high = int(players[2] or low) if players else 0
    return Entry(name, game[2] or game[1] if game else name, (low, high))


def translated(title: str, files: Iterable[Path]) -> dict[str, str]:
    """Say what the title of a game or an overlay is in other languages: `texts` name it by its words."""
    line = re.compile(rf'^ +"{re.escape(title)}" +"([^"]*)"', re.MULTILINE)
    blocks = (block for file in files for block in TEXTS.finditer(_text(file)))
    return {block[1]: said[1] for block in blocks if (said := line.search(block[2]))}


def bundled_for(game: str) -> list[str]:
    """Name the bundled rulesets of a game; the one called like it comes first."""
    found = [
        key
        for key, path in bundled().items()
        if any((m := GAME.search(_text(file))) and m[1] == game for file in sources_of(path))
    ]
    return sorted(found, key=lambda key: key != game)


def find(name: str) -> Place:
    """Find a ruleset by path, by name, or by `name@edition`."""
    base, _, edition = name.partition("@")
    path = Path(name)
    if path.exists() and (path.suffix == ".regel" or path.is_dir()):
        return Place(path)
    path = Path(base)
    own = path.exists() and (path.suffix == ".regel" or path.is_dir())
    if not own:
        if (known := _bundled_as(base)) is None:
            raise Unknown(_not_found(base))
        path = known
    place = Place(path, bundled=not own)
    if not edition or (_key(edition) == own_edition(place) and _key(edition) not in overlays_of(place)):
        return place
    try:
        return Place(path, (overlay(place, edition),), not own)
    except Unknown as unknown:
        there = [own_edition(place), *(each.id for each in beside(place) if each.layer == "edition")]
        if not all(there):
            raise
        raise Unknown(f"There is no edition {edition} of {base}. There are: {', '.join(there)}.") from unknown


def _bundled_as(name: str) -> Path | None:
    """Find a bundled ruleset by its name, or by the first words of it, if they name one only."""
    if (path := bundled().get(_key(name))) is not None:
        return path
    begun = [path for key, path in bundled().items() if key.startswith(f"{_key(name)}_")]
    return begun[0] if len(begun) == 1 else None


def ledger(place: Place) -> Ledger | None:
    """Give the ledger that a ruleset names, without reading its rules; None if there is none, or a damaged one."""
    name = next((m[1] for file in sources_of(place.path) if (m := LEDGER.search(_text(file)))), "")
    try:
        return find_ledger(name, place.path) if name else None
    except Damaged:
        return None


def own_edition(place: Place) -> str:
    """Name the edition that a ruleset follows by itself, as its ledger knows it; "" if nothing says so."""
    known = ledger(place)
    return _key(known.edition) if known is not None else ""


def in_edition(name: str, edition: str) -> str:
    """Write a ruleset with the edition that it is to be played by."""
    _, at, own = name.partition("@")
    if not at or Path(name).exists():
        return f"{name}@{edition}"
    if _key(own) != _key(edition):
        raise Unknown(f"{name} is one edition, {edition} another: name one of them.")
    return name


def _not_found(name: str) -> str:
    if Path(name).is_file():
        return f"{name} is no ruleset: its name does not end in .regel."
    for stem in (name, _key(name).replace(" ", "_")):
        if Path(f"{stem}.regel").is_file():
            return f"There is no ruleset called {name}. Did you mean {stem}.regel?"
    if "/" in name or name.endswith(".regel"):
        beside = sorted(p.stem for p in Path(name).parent.glob("*.regel")) if Path(name).parent.is_dir() else []
        close = get_close_matches(Path(name).stem, beside, n=1)
        hint = f" Did you mean {Path(name).with_name(close[0])}.regel?" if close else ""
        return f"There is no file or folder {name}.{hint}"
    near = get_close_matches(_key(name), bundled(), n=1)
    hint = f"Did you mean {near[0].replace('_', '-')}?" if near else "`regelwerk list` shows all names."
    return f"There is no ruleset called {name}. {hint}"


def overlays_of(place: Place) -> dict[str, Path]:
    """Map the ids of the overlays that lie beside a ruleset to their files; a file is known by its own name, too."""
    found: dict[str, Path] = {}
    for each in beside(place):
        found.setdefault(each.id, each.file)
        found.setdefault(_key(each.file.stem), each.file)
    return found


def beside(place: Place) -> list[Overlay]:
    """List the overlays for a game that lie in its folder, or beside its file in a folder `overlays`, by layer."""
    folder = place.path if place.path.is_dir() else place.path.parent / "overlays"
    files = [file for file in files_of(folder) if is_overlay(file)] if folder.is_dir() else []
    game = _game(place)
    found = [overlay for file in files if (overlay := _overlay(file)) is not None and overlay.game == game]
    return sorted(found, key=lambda each: (LAYERS.index(each.layer), each.id))


def added_to(place: Place) -> dict[str, Path]:
    """Map the ids of the overlays that the user has added for a game to their files."""
    game = _game(place)
    return {path.stem: path for _, path in kept(game)} if game else {}


def added(place: Place) -> list[Overlay]:
    """List the overlays that the user has added for a game."""
    return [overlay for path in added_to(place).values() if (overlay := _overlay(path)) is not None]


def _game(place: Place) -> str:
    return next((m[1] for f in sources_of(place.path) if (m := GAME.search(_text(f)))), "")


def _overlay(file: Path) -> Overlay | None:
    text = _text(file)
    heading, game, version = HEADING.search(text), FOR.search(text), VERSION.search(text)
    if heading is None or game is None:
        return None
    id, head = heading[2], re.split(r"\n(?=[^\s#])", text[heading.start() :], maxsplit=1)[0]
    said = REQUIRES.search(head)
    requires = tuple(re.findall(r"\w+", said[1])) if said else ()
    return Overlay(id, heading[1], heading[3] or id, version[1] if version else "", game[1], file, requires)


def game_of(overlay: Path) -> str:
    """Name the game that the heading of an overlay names; "" if there is none."""
    found = FOR.search(_text(overlay))
    return found[1] if found else ""


def overlay(place: Place, name: str) -> Path:
    """Find an overlay by path, by its id among those beside the ruleset, or among those that were added."""
    for said in (name, parted(name)[0]):
        if (path := heading(Path(said))).is_file():
            return path
    name = parted(name)[0]
    known = overlays_of(place)
    if _key(name) in known:
        return known[_key(name)]
    added = added_to(place)
    if _key(name) in added:
        if not untouched(added[_key(name)]):
            raise Unknown(f"{added[_key(name)]} is not what was added: add it again, or name a file of your own.")
        return added[_key(name)]
    known = {**added, **known}
    near = get_close_matches(_key(name), known, n=1)
    hint = f" Did you mean {near[0]}?" if near else f" There are: {', '.join(known)}." if known else ""
    if name.endswith(".regel") or "/" in name:
        raise Unknown(f"There is no file {name}.{hint if near else ''}")
    hint = f" Did you mean {name}.regel?" if Path(f"{name}.regel").is_file() else hint
    raise Unknown(f"There is no overlay {name} for this ruleset.{hint}")


def heading(path: Path) -> Path:
    """Give the file with the heading of an overlay that is named by its folder."""
    within = path / f"{path.resolve().name}.regel"
    return within if path.is_dir() and is_overlay(within) else path


def parted(name: str) -> tuple[str, str]:
    """Tell an overlay from the entry of the ledger that is wanted of it: `de:W-DIV-03`; "" is the whole overlay."""
    found = PART.fullmatch(name)
    return (found[1], found[2]) if found and not Path(name).exists() else (name, "")


def belongings(name: str, overlays: Sequence[str] = ()) -> list[Path]:
    """List the files and folders a ruleset comes from, whether they are there or not."""
    try:
        place = find(name)
        headings = [*place.overlays, *(overlay(place, each) for each in overlays)]
        return [place.path, *(file for heading in headings for file in parts_of(heading))]
    except Unknown:
        return [Path(each) for each in (name.partition("@")[0], *overlays)]
