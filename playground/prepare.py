"""Runs inside Pyodide while the site is built (see prepare.mjs): compile, warm up, pack. `ENGINE` is the folder."""

import compileall
import json
import py_compile
import shutil
import sys
from pathlib import Path

SITE = Path(ENGINE) / "site"  # noqa: F821 (given by prepare.mjs)
SEAL = Path.home() / ".local" / "share" / "regelwerk"

shutil.rmtree(SITE / "pydantic" / "v1")  # an older version of itself, which nobody here asks for

# Byte code in the place of sources: nothing compares times, nothing is compiled in the page.
done = compileall.compile_dir(
    str(SITE), quiet=1, legacy=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH, stripdir=str(SITE)
)
assert done
for source in SITE.rglob("*.py"):
    source.unlink()
for folder in sorted(SITE.rglob("__pycache__")):
    shutil.rmtree(folder)

sys.path.insert(0, str(SITE))
from regelwerk import library  # noqa: E402
from regelwerk.dsl.syntax.parser_tables import grammar  # noqa: E402
from regelwerk.playground.bench import Bench  # noqa: E402
from regelwerk.playground.documents import Document  # noqa: E402


def packed(name: str, parts: list[tuple[Path, str]]) -> None:
    """Pack files and folders under the names they have in the page, as page/unpack.js reads them."""
    target = Path.home() / "packed" / name
    target.parent.mkdir(exist_ok=True)
    files = [
        (f"{shown}/{file.relative_to(path).as_posix()}" if path.is_dir() else shown, file.read_bytes())
        for path, shown in parts
        for file in (sorted(path.rglob("*")) if path.is_dir() else [path])
        if file.is_file()
    ]
    known = json.dumps([(shown, len(data)) for shown, data in files]).encode()
    target.write_bytes(b"".join([len(known).to_bytes(4, "big"), known, *(data for _, data in files)]))


MODULES = SITE / "modules.json"  # all that the engine needs, in the order in which it comes: see remember.py
import regelwerk.playground.dispatch  # noqa: E402, F401

MODULES.write_text(json.dumps([name for name in sys.modules if name != "__main__"]))
CACHE = Path(ENGINE) / "cache"  # noqa: F821
grammar()
known = set(CACHE.iterdir())
packed("engine", [(SITE, "engine/site"), (CACHE, "engine/cache"), (SEAL, ".local/share/regelwerk")])
for entry in library.entries():  # what is kept of each game is fetched by who opens it
    bench, document = Bench(), Document(game=entry.name)
    bench.check(document)
    ruleset = bench.ruleset(document)
    ruleset.new_game(entry.players[0], 0).decisions()
    assert ruleset.machine.fast is not None, ruleset.machine.slow  # WebAssembly for bots, written and kept
    new = sorted(set(CACHE.iterdir()) - known)
    known.update(new)
    packed(entry.name, [(file, f"engine/cache/{file.name}") for file in new])
