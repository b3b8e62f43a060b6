"""What workers need to begin, in one parcel. Compiled rules lie beside it under their fingerprint: a worker that has
them already, from another part of the work or another comparison, is not sent them again."""

from __future__ import annotations

import hashlib
import io
import pickle
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from regelwerk.dsl import ir

Given = TypeVar("Given")
V = TypeVar("V")
DESKS = 3  # made ready at the same time in a worker
RULES = 8  # compiled rulesets that a worker remembers


@dataclass(frozen=True, slots=True)
class Parcel:
    """How to begin, with what, and how to work, as bytes; the key names all of it."""

    key: str
    body: bytes
    rules: Mapping[str, bytes]  # by fingerprint


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a portion, and how long it took."""

    results: list[Any]
    seconds: float


def packed(begin: Callable[[Given], Any], given: Given, work: Callable[..., Any]) -> Parcel:
    """Put everything a worker needs into a parcel."""
    rules: dict[str, bytes] = {}
    known: dict[int, str] = {}

    class Packer(pickle.Pickler):
        def persistent_id(self, thing: Any) -> str | None:
            if not isinstance(thing, ir.Compiled):
                return None
            if id(thing) not in known:
                content = pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)
                known[id(thing)] = hashlib.sha256(content).hexdigest()
                rules[known[id(thing)]] = content
            return known[id(thing)]

    out = io.BytesIO()
    Packer(out, pickle.HIGHEST_PROTOCOL).dump((begin, given, work))
    return Parcel(hashlib.sha256(out.getvalue()).hexdigest(), out.getvalue(), rules)


@dataclass(slots=True)
class _Remembered(threading.local):
    """What a worker has unpacked; threads share nothing, since machines are not made for that."""

    rules: OrderedDict[str, ir.Compiled] = field(default_factory=OrderedDict)
    desks: OrderedDict[str, tuple[Any, Callable[..., Any]]] = field(default_factory=OrderedDict)


_remembered = _Remembered()
_kept: dict[str, Parcel] = {}  # those that came when the process was begun


def keep(parcel: Parcel) -> None:
    """Have a parcel ready for portions that only name it."""
    _kept[parcel.key] = parcel


def done_here(key: str, portion: Sequence[Any]) -> Done:
    """Do a portion with a parcel that is here already."""
    return done(_kept[key], portion)


def done(parcel: Parcel, portion: Sequence[Any]) -> Done:
    """Do a portion."""
    desk, work = _remember(_remembered.desks, parcel.key, DESKS, lambda: _opened(parcel))
    start = time.perf_counter()
    results = [work(desk, task) for task in portion]
    return Done(results, time.perf_counter() - start)


def _opened(parcel: Parcel) -> tuple[Any, Callable[..., Any]]:
    class Unpacker(pickle.Unpickler):
        def persistent_load(self, name: str) -> ir.Compiled:
            return _remember(_remembered.rules, name, RULES, lambda: pickle.loads(parcel.rules[name]))

    begin, given, work = Unpacker(io.BytesIO(parcel.body)).load()
    return begin(given), work


def _remember(kept: OrderedDict[str, V], key: str, most: int, make: Callable[[], V]) -> V:
    """Give what is kept under a key, making it if need be; what was not asked for longest is forgotten."""
    if key not in kept:
        kept[key] = make()
        while len(kept) > most:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]
