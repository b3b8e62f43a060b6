"""Compiled rulesets kept on this machine: who plays again does not wait for the same rules to be read again."""

from __future__ import annotations

import gc
import hashlib
import json
import pickle
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pydantic

from regelwerk import dsl
from regelwerk.dsl import ir
from regelwerk.dsl.source import Source
from regelwerk.interpreter.engine.cache import read, text_of, write


def key_of(parts: Sequence[Sequence[Source]], rulings: Mapping[str, str], ledgers: Sequence[Path]) -> str:
    """Name everything a compiled ruleset depends on: its texts, what was asked for, its ledgers, and the compiler."""
    texts = [[(source.name, source.text, source.entries) for source in part] for part in parts]
    said = json.dumps([_compiler(), pydantic.VERSION, texts, sorted(rulings.items()), text_of(*ledgers)])
    return "rules-" + hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _compiler() -> str:
    folder = Path(dsl.__file__).parent
    return text_of(*folder.rglob("*.py"), *folder.rglob("*.lark"))


def found(key: str) -> ir.Compiled | None:
    """Give what was kept, if it is there and whole. The seal says that this user's compiler made it, so that it is
    taken as it is: looking at every statement again would take as long as everything else before the first decision."""
    content = read(key)
    if content is None:
        return None
    try:
        with _no_collection():
            compiled = pickle.loads(content)
    except (
        ArithmeticError,
        AttributeError,
        EOFError,
        ImportError,
        LookupError,
        TypeError,
        ValueError,
        pickle.PickleError,
    ):
        return None  # kept by another installation
    return compiled if isinstance(compiled, ir.Compiled) else None


@contextmanager
def _no_collection() -> Iterator[None]:
    """Do not look for garbage while very many things come into being: it takes three times as long."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def keep(key: str, compiled: ir.Compiled) -> None:
    write(key, pickle.dumps(compiled, pickle.HIGHEST_PROTOCOL))
