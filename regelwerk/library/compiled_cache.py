"""Compiled rulesets kept on this machine: who plays again does not wait for the same rules to be read again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pydantic

from regelwerk import dsl
from regelwerk.dsl import ir
from regelwerk.dsl.source import Source
from regelwerk.interpreter.engine.cache import text_of
from regelwerk.storage import pickled


def key_of(parts: Sequence[Sequence[Source]], rulings: Mapping[str, str], ledgers: Sequence[Path]) -> str:
    """Name everything a compiled ruleset depends on: its texts, what was asked for, its ledgers, and the compiler."""
    texts = [[(source.name, source.text, source.entries) for source in part] for part in parts]
    said = json.dumps([_compiler(), _loaded(), pydantic.VERSION, texts, sorted(rulings.items()), text_of(*ledgers)])
    return "rules-" + hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _compiler() -> str:
    folder = Path(dsl.__file__).parent
    return text_of(*folder.rglob("*.py"), *folder.rglob("*.lark"))


@cache
def _loaded() -> list[tuple[str, ...]]:
    """List what compiled rulesets are made of in this process: one that began before its files were renewed still
    writes them as they were, and the text of the files does not say so."""
    kinds = [
        kind for kind in vars(ir.model).values() if isinstance(kind, type) and issubclass(kind, pydantic.BaseModel)
    ]
    return sorted((kind.__name__, *kind.model_fields) for kind in kinds)


def found(key: str) -> ir.Compiled | None:
    """Give what was kept, if it is there and whole. The seal says that this user's compiler made it, so that it is
    taken as it is: looking at every statement again would take as long as everything else before the first decision."""
    return pickled.read(key, ir.Compiled)


def keep(key: str, compiled: ir.Compiled) -> None:
    pickled.write(key, compiled)
