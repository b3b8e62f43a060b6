"""Which files are checked together: the files of a ruleset, or an overlay on top of its game."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from regelwerk import library
from regelwerk.dsl.source import belongs

OVERLAY = re.compile(r"^(?:edition|erratum|expansion|variant|mod|house) +(\w+)[^\n]*? for +(\w+)", re.MULTILINE)
REQUIRES = re.compile(r"^ +requires +([^\n#@]+)", re.MULTILINE)
DEEPEST = 3  # folders below the one in question
MOST_FOLDERS = 400  # so that a file in a home folder does not cost a walk through all of it

Texts = Callable[[str], str]  # the text of a file: as in the editor, or as on disk


@dataclass(frozen=True, slots=True)
class Project:
    """Files that are checked together; `shown` are those whose messages it answers for."""

    base: tuple[str, ...]
    overlays: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    near: Path | None = None
    missing: str = ""  # the game of an overlay that is nowhere

    @property
    def files(self) -> frozenset[str]:
        return frozenset((*self.base, *self.overlays))


def project_of(name: str, text: Texts, folders: Iterable[Path] = ()) -> Project:
    """Find the project a file belongs to. `folders` are those the editor has open."""
    part, name = name, _heading(name, text)
    heading = OVERLAY.search(text(name))
    if heading is None:
        base = _ruleset(name, text)
        return Project(base, shown=base, near=_near(base))
    known = list(_around(name, folders))
    game = next((f for f in known if _names_game(text(f), heading[2])), None) or _bundled(heading[2])
    required = _with_required(name, text, known)
    overlays = tuple(dict.fromkeys((*required, *(f for f in (*known, part) if _in_one_of(f, required, text)))))
    shown = tuple(f for f in overlays if f == name or belongs(f, name))
    if game is None:
        return Project((), overlays, shown, Path(name).parent, heading[2])
    base = _ruleset(game, text)
    return Project(base, overlays, shown, _near(base))


def _heading(name: str, text: Texts) -> str:
    """The file with the heading of the overlay that a file is part of; itself if it is part of none."""
    for folder in list(Path(name).parents)[:DEEPEST]:
        above = str(folder / f"{folder.name}.regel")
        if belongs(name, above) and OVERLAY.search(text(above)) is not None:
            return above
    return name


def _in_one_of(name: str, headings: Iterable[str], text: Texts) -> bool:
    return any(belongs(name, each) for each in headings) and OVERLAY.search(text(name)) is None


def _near(base: tuple[str, ...]) -> Path:
    """Where the ruleset lies: its file, or the folder of its files."""
    if len(base) == 1:
        return Path(base[0])
    return Path(os.path.commonpath([Path(f).parent for f in base]))


def _names_game(text: str, game: str) -> bool:
    found = library.GAME.search(text)
    return found is not None and found[1] == game


def _ruleset(name: str, text: Texts) -> tuple[str, ...]:
    """The files of the ruleset that a file is part of: of its folder or one above, if that has exactly one game."""
    path = Path(name)
    if not path.is_absolute():
        return (name,)
    parents = [path.parent] if library.GAME.search(text(name)) else list(path.parents)[:DEEPEST]
    for folder in parents:
        files = [*dict.fromkeys((*below(folder), name))]
        games = [f for f in files if library.GAME.search(text(f))]
        if len(games) == 1:
            headings = [f for f in files if OVERLAY.search(text(f)) is not None]
            return tuple(sorted(f for f in files if f not in headings and not _in_one_of(f, headings, text)))
        if games:
            break
    return (name,)


def _around(name: str, folders: Iterable[Path]) -> Iterator[str]:
    """Files near another one: in its folder, in those above, in those the editor has open."""
    path = Path(name)
    seen: set[str] = set()
    for folder in (*(list(path.parents)[:DEEPEST] if path.is_absolute() else ()), *folders):
        for file in below(folder):
            if file not in seen:
                seen.add(file)
                yield file


def _bundled(game: str) -> str | None:
    path = library.bundled().get(game.lower())
    if path is None:
        return None
    files = [path] if path.is_file() else sorted(path.rglob("*.regel"))
    return next((str(f) for f in files if _names_game(f.read_text(encoding="utf-8", errors="replace"), game)), None)


def _with_required(name: str, text: Texts, known: list[str]) -> tuple[str, ...]:
    """An overlay and those it requires, as far as they are found."""
    by_id = {found[1]: f for f in known if (found := OVERLAY.search(text(f))) is not None}
    out: list[str] = []
    open_ = [name]
    while open_:
        file = open_.pop()
        if file in out:
            continue
        out.append(file)
        for line in REQUIRES.findall(text(file)):
            open_ += [by_id[each] for each in re.findall(r"\w+", line) if each in by_id]
    return tuple(out)


def dependents(project: Project, text: Texts, folders: Iterable[Path] = ()) -> list[str]:
    """List the overlays near a ruleset that are checked on top of it."""
    games = {found[1] for f in project.base if (found := library.GAME.search(text(f))) is not None}
    if project.overlays or not games:
        return []
    near = {f: OVERLAY.search(text(f)) for f in _around(project.base[0], folders)}
    own = [f for f, heading in near.items() if heading is not None and heading[2] in games]
    return [f for f in own if project_of(f, text, folders).base == project.base]


def below(folder: Path) -> list[str]:
    """List the `.regel` files of a folder and those below it, as far as that is cheap."""
    found: list[str] = []
    for walked, (here, folders, files) in enumerate(os.walk(folder)):
        depth = len(Path(here).relative_to(folder).parts)
        if walked > MOST_FOLDERS:
            break
        folders[:] = sorted(f for f in folders if f[0] not in "._" and f != "node_modules") if depth < DEEPEST else []
        found += [os.path.join(here, f) for f in sorted(files) if f.endswith(".regel")]
    return found
