"""Runs inside Pyodide before its memory is kept (see prepare.mjs): what an edit needs is there before anybody comes."""

import gc
import json
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

SITE = Path(ENGINE) / "site"  # noqa: F821 (given by prepare.mjs)
sys.path.insert(0, str(SITE))
sys.modules["pydantic_core"] = None  # machine code cannot be kept; who needs it is loaded in the page
for name in json.loads((SITE / "modules.json").read_text()):
    with suppress(ImportError):
        import_module(name)

from regelwerk.dsl.syntax.parser_tables import grammar  # noqa: E402

grammar()
for name in [each for each in sys.modules if each.partition(".")[0] in ("pydantic", "pydantic_core")]:
    del sys.modules[name]
gc.collect()
