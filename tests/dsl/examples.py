"""Compiling the examples on the pages of the codes, and the cases of the corpus."""

from __future__ import annotations

from pathlib import Path

from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.diagnostics.explained import Example, base
from regelwerk.dsl.pipeline import Build, compile_sources
from regelwerk.dsl.source import Source
from regelwerk.simulation.playtest import playtested

BASE = Source("base", base())
LEDGERS = Path(__file__).parent / "mistakes"  # holds ledger/rules.json and ledger/torn.json
PLAYED = ("RW4053", "RW4060", "RW9001")  # what only play shows
UNUSED = "RW2050"  # an example declares things nobody uses


def build(files: tuple[Example, ...]) -> Build:
    """Compile an example of a page."""
    named = [(Source(f"example{n if len(files) > 1 else ''}.regel", f.text), f.kind) for n, f in enumerate(files, 1)]
    own = [source for source, kind in named if kind != "overlay"]
    whole = any(kind in ("game", "alone") for _, kind in named)
    overlays = [source for source, kind in named if kind == "overlay"]
    return compile_sources(own if whole else [BASE, *own], overlays, near=LEDGERS)


def messages(files: tuple[Example, ...], code: str) -> tuple[Build, list[Diagnostic]]:
    """Give the messages about an example; unused names count only on their own page."""
    done = build(files)
    found = playtested(done).messages if code in PLAYED else done.diagnostics
    return done, [d for d in found if d.code != UNUSED or (d.code == code and d.at.file != BASE.name)]
