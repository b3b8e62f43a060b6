"""Build the playground: a static site without any server, in build/playground.

The engine's Python (Pyodide) comes from npm, its packages from the package index, at the versions that are pinned in
package-lock.json and requirements.lock. Nothing of that is committed, and the page asks nobody for anything.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from regelwerk import library
from regelwerk.dsl.source import parts_of, sources_of
from regelwerk.scaffolds.game import new_game

from .tour import tour

_without = shutil.ignore_patterns
_unwanted = _without("__pycache__", "static")
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WORK, SITE = ROOT / "build" / "playground-work", ROOT / "build" / "playground"
PYODIDE = HERE / "node_modules" / "pyodide"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PACKAGES = ("annotated-types", "lark", "platformdirs", "pydantic", "pydantic_core", "typing_extensions",
            "typing-inspection")  # fmt: skip
# What the engine needs of the package; the rest of it is for terminals, servers and other programs.
PARTS = (
    *("__init__.py", "api.py", "errors.py", "bots", "library", "lsp", "playground", "scene", "storage", "telling"),
    "web",
)
MARK = "<!-- playground -->"
PROTOCOL = "answers|documents|messages|navigation|outline|positions|running|semantic_tokens|server"
SERVER = re.compile(rf"web/(?!__init__|tables)|lsp/({PROTOCOL})\.py")
FOLDERS = {"dsl": "dsl", "interpreter": "interpreter", "bundled": "rulesets", "reference": "docs/reference"}


def main() -> None:
    """Build the site and say how large it is; with `--into`, put a copy there."""
    asking = argparse.ArgumentParser(description=__doc__)
    asking.add_argument("--into", type=Path, help="the built documentation: a copy goes there, with a link")
    asking.add_argument("--if-possible", action="store_true", help="without Node and npm, say so and be content")
    asked = asking.parse_args()
    if missing := [name for name in ("node", "npm") if shutil.which(name) is None]:
        print(f"The playground is left out: there is no {' and no '.join(missing)} here.")
        sys.exit(0 if asked.if_possible else 1)
    built()
    if asked.into is not None:
        shutil.copytree(SITE, asked.into / "playground", dirs_exist_ok=True)
        guide = asked.into / "guides" / "playground.html"
        guide.write_text(guide.read_text().replace(MARK, '<a href="../playground/index.html">Open the playground</a>'))


def built() -> None:
    """Build the site; the one before stays until the new one is whole."""
    _runtime()
    WORK.mkdir(parents=True, exist_ok=True)
    _packages(WORK / "archives")
    _engine()
    aside = SITE.with_name("playground-new")
    shutil.rmtree(aside, ignore_errors=True)
    shutil.copytree(WORK / "engine", aside / "engine")
    _page(aside)
    _rules(aside)
    shutil.rmtree(SITE, ignore_errors=True)
    aside.rename(SITE)
    size = sum(file.stat().st_size for file in SITE.rglob("*") if file.is_file())
    print(f"build/playground: {size / 1e6:.0f} MB; see it with: python -m http.server -d build/playground")


def _runtime() -> None:
    """Have the pinned Pyodide here."""
    wanted = json.loads((HERE / "package-lock.json").read_text())["packages"]["node_modules/pyodide"]["version"]
    about = PYODIDE / "package.json"
    if not about.is_file() or json.loads(about.read_text())["version"] != wanted:
        command = ["npm", "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(command, check=True, cwd=HERE)


def _packages(folder: Path) -> None:
    """Have the pinned packages here, as Pyodide's Python wants them."""
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    python = info["python"].rpartition(".")[0]
    pins = [line for line in (ROOT / "requirements.lock").read_text().splitlines() if line.split("==")[0] in PACKAGES]
    assert len(pins) == len(PACKAGES), "requirements.lock does not pin everything that the playground needs"
    said = json.dumps([info["abi_version"], python, pins])
    note = folder.with_suffix(".json")
    if note.is_file() and note.read_text() == said:
        return
    shutil.rmtree(folder, ignore_errors=True)
    platform = f"pyemscripten_{info['abi_version']}_{info['arch']}"
    how = (
        f"--platform {platform} --python-version {python} --implementation cp --abi cp{python.replace('.', '')}".split()
    )
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq", "download", "--no-deps"]
    subprocess.run([*command, "--only-binary", ":all:", *how, "--dest", str(folder), *pins], check=True)
    note.write_text(said)


def _engine() -> None:
    """Pack what the engine needs of the package; made ready by the Python that will run it, which takes half a minute.
    What was made from the same files is taken again."""
    stage, made, note = WORK / "regelwerk", WORK / "engine", WORK / "engine.json"
    shutil.rmtree(stage, ignore_errors=True)
    for part in PARTS:
        source, place = ROOT / "regelwerk" / part, stage / "regelwerk" / part
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, place, ignore=_unwanted) if source.is_dir() else shutil.copy(source, place)
    for name, folder in FOLDERS.items():
        shutil.copytree(ROOT / folder, stage / "regelwerk" / name, ignore=_unwanted)
    for file in stage.rglob("*"):
        if file.is_file() and SERVER.search(file.relative_to(stage).as_posix()):
            file.unlink()
    fresh = _fingerprint(
        [
            *(*stage.rglob("*"), *HERE.glob("prepare.*"), HERE / "remember.py", HERE / "page" / "unpack.js"),
            *(HERE / "package-lock.json", ROOT / "requirements.lock"),
        ]
    )
    if note.is_file() and note.read_text() == fresh:
        return
    note.unlink(missing_ok=True)
    shutil.make_archive(str(WORK / "archives" / "regelwerk"), "zip", stage)
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    subprocess.run(["node", str(HERE / "prepare.mjs"), str(WORK / "archives"), str(made)], check=True, cwd=HERE)
    note.write_text(fresh)


def _fingerprint(paths: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in sorted(path for path in paths if path.is_file()):
        found.update(f"{path.relative_to(ROOT)} {path.stat().st_size}\n".encode() + path.read_bytes())
    return found.hexdigest()


def _page(site: Path) -> None:
    """Put the page together: the table is the one of the server, but for whom it talks to."""
    for name in ("index.html", "play.html"):
        shutil.copy(HERE / "page" / name, site / name)
    shutil.copytree(HERE / "page", site / "page", ignore=_without("*.html", "server.js"))
    shutil.copytree(ROOT / "regelwerk" / "web" / "static", site / "table", ignore=_without("*.html", "lobby*"))
    shutil.copy(HERE / "page" / "server.js", site / "table" / "server.js")
    (site / "pyodide").mkdir()
    for name in RUNTIME:
        shutil.copy(PYODIDE / name, site / "pyodide" / name)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    lock["packages"] = {}  # the page loads no package from elsewhere: they are in the archive
    (site / "pyodide" / "pyodide-lock.json").write_text(json.dumps(lock))
    shutil.copy(ROOT / "editors" / "vscode" / "syntaxes" / "regel.tmLanguage.json", site / "page" / "grammar.json")
    (site / "page" / "tour.json").write_text(json.dumps(tour(ROOT / "docs" / "tutorial.md"), ensure_ascii=False))


def _rules(site: Path) -> None:
    """Lay out the texts one may begin with, and a list of them."""
    games = []
    for entry in library.entries():
        place = library.find(entry.name)

        def laid(files: list[Path], place: library.Place = place) -> list[str]:
            names = [place.shown(file) for file in files]
            for name, file in zip(names, files, strict=True):
                (site / "rules" / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, site / "rules" / name)
            return names

        overlays = [
            {
                "name": each.id,
                "title": each.title,
                "titles": library.translated(each.title, parts_of(each.file)),
                "layer": each.layer,
                "files": laid(parts_of(each.file)),
            }
            for each in library.beside(place)
        ]
        files = sources_of(place.path)
        titles = library.translated(entry.title, files)
        about = {"name": entry.name, "title": entry.title, "titles": titles, "players": list(entry.players)}
        games.append({**about, "files": laid(files), "overlays": overlays})
    (site / "rules" / "my_game.regel").write_text(new_game("my_game", "My game", "2..4"))
    (site / "rules" / "library.json").write_text(json.dumps({"games": games}, ensure_ascii=False))


if __name__ == "__main__":
    main()
