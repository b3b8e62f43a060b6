"""A cluster of Dask as the place where work is done: many machines, which may come and go (extra `cluster`).

Workers say by a resource of the scheduler which version of the engine they are, and get only what is meant for it."""

from __future__ import annotations

import hashlib
import logging
import sys
import time
import tomllib
import warnings
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from functools import lru_cache
from pathlib import Path
from typing import Any

from regelwerk import __version__, dsl
from regelwerk.interpreter.engine import cache
from regelwerk.interpreter.errors import Refused

from .parcels import Done, Parcel, done

PREFIX = "regelwerk-"
PARTS = ("bots", "coverage", "impact", "simulation")  # beside the interpreter, what decides what comes of work
ANSWERS = 10  # seconds in which a scheduler must answer
COMES = 30  # seconds in which a first worker must come
MISSING = "work on a cluster needs Dask (pip install 'regelwerk[cluster]')"


@lru_cache(maxsize=1)
def version() -> str:
    """Name the version of the engine: workers of another one might play other games."""
    package = Path(__file__).parents[1]
    folders = [*(package / part for part in PARTS), *map(Path, dsl.__path__)]  # coverage compiles what it changes
    files = [file for folder in folders for file in sorted(folder.rglob("*.py"))]
    whole = f"{__version__} {sys.version_info[:2]} {cache.writer()} {cache.text_of(*files)}"
    return f"{__version__}-{hashlib.sha256(whole.encode()).hexdigest()[:8]}"


def library() -> Any:
    """Give Dask, or say that it is missing."""
    try:
        import distributed
    except ImportError as missing:
        raise Refused(MISSING) from missing
    for name in ("distributed", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told in words of our own
    return distributed


def described(on: str) -> dict[str, Any]:
    """Read where a scheduler is: an address, the file a scheduler has written, or one in TOML with keys for TLS."""
    distributed = library()
    path = Path(on)
    if "://" in on:
        return {"address": on}
    if not path.is_file():
        raise Refused(f"{on} is neither an address like tcp://10.0.0.1:8786 nor a file that describes a cluster")
    try:
        if path.suffix == ".json":
            return {"scheduler_file": str(path)}
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Refused(f"{on} does not describe a cluster: {error}") from None
    if unknown := found.keys() - {"scheduler", "ca", "cert", "key"}:
        raise Refused(f"{on} describes a cluster by scheduler, ca, cert and key, not by {', '.join(sorted(unknown))}")
    if not isinstance(found.get("scheduler"), str):
        raise Refused(f'{on} does not say where the scheduler is: scheduler = "tcp://10.0.0.1:8786"')
    if "ca" not in found:
        return {"address": found["scheduler"]}
    files = {name: str(path.parent / str(found[name])) for name in ("ca", "cert", "key") if name in found}
    if missing := [file for file in files.values() if not Path(file).is_file()]:
        raise Refused(f"{on} names a file that is not there: {missing[0]}")
    security = distributed.Security(
        require_encryption=True, tls_ca_file=files["ca"],
        tls_client_cert=files.get("cert"), tls_client_key=files.get("key"),
        tls_worker_cert=files.get("cert"), tls_worker_key=files.get("key"),
    )  # fmt: skip
    return {"address": found["scheduler"], "security": security}


def no_scheduler(on: str) -> Refused:
    return Refused(
        f"no scheduler answers at {on}. Start one with `dask scheduler`, and workers with `regelwerk worker {on}`"
    )


@lru_cache(maxsize=4)
def _client(on: str) -> Any:
    distributed = library()
    where = described(on)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return distributed.Client(**where, timeout=ANSWERS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise no_scheduler(on) from error


class Cluster:
    """The workers of a scheduler that are of this version."""

    def __init__(self, parcel: Parcel, on: str) -> None:
        distributed = library()
        self.lost: tuple[type[BaseException], ...] = (
            distributed.KilledWorker,
            CancelledError,
        )  # the latter: not fetched
        self.on = on
        self._client = _client(on)
        self.size = self._workers()
        self._fit = {PREFIX + version(): 1}
        self._body = self._sent(parcel.key, parcel.body)
        self._rules = {name: self._sent(name, content) for name, content in parcel.rules.items()}
        self._key = parcel.key
        self._executor = self._client.get_executor(resources=self._fit, pure=False)

    def _sent(self, name: str, content: bytes) -> Any:
        """Have something lie with the scheduler, once under each name: workers fetch it, and anew if one was lost."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # rules are large, and meant to be
            return self._client.submit(bytes, content, key=f"{PREFIX}{version()}-{name}", resources=self._fit)

    def _workers(self) -> int:
        """Wait for a first worker of this version, and count them."""
        end = time.monotonic() + COMES
        while True:
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
            fit = [each for each in workers.values() if PREFIX + version() in each["resources"]]
            if fit:
                return len(fit)
            if time.monotonic() > end:
                raise Refused(_nobody(self.on, workers))
            time.sleep(0.2)

    def submit(self, portion: Sequence[Any]) -> Future[Done]:
        found: Future[Done] = self._executor.submit(_do, version(), self._key, self._body, self._rules, list(portion))
        return found

    def renew(self) -> bool:
        try:
            self.size = self._workers()
        except (KeyError, OSError, RuntimeError, TimeoutError, ValueError):
            _client.cache_clear()
            raise Refused(f"the scheduler at {self.on} has ended, and what was under way with it") from None
        return True

    def end(self, done: bool) -> None:
        self._executor.shutdown(wait=done)


def _do(wanted: str, key: str, body: bytes, rules: dict[str, bytes], portion: list[Any]) -> Done:
    """Do a portion in a worker."""
    if wanted != version():
        raise Refused(f"this worker is Regelwerk {version()}, but the work is for {wanted}")
    return done(Parcel(key, body, rules), portion)


def _nobody(on: str, workers: dict[str, Any]) -> str:
    others = sorted(
        {
            name.removeprefix(PREFIX)
            for each in workers.values()
            for name in each["resources"] or ["no Regelwerk"]
            if name.startswith(PREFIX) or name == "no Regelwerk"
        }
    )
    found = f" ({len(workers)} of another version: {', '.join(others)})" if workers else ""
    return f"no worker of Regelwerk {version()} is at {on}{found}. Start one from this version: `regelwerk worker {on}`"
