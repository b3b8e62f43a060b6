"""Keys of links: whoever has one may act for a seat. Nobody can guess one, and only their hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Role = Literal["host", "watch", "seat"]


@dataclass(frozen=True, slots=True)
class Lock:
    """What a key opens, by the hash of the key; void: the host has issued a new link since."""

    hash: str
    role: Role
    seat: int | None = None
    void: bool = False


def new_key() -> str:
    """Make a key of 144 bits."""
    return secrets.token_urlsafe(18)


def hashed(key: str) -> str:
    """Give what is kept of a key. Keys are random: no salt is needed, and nothing slow."""
    return hashlib.sha256(b"regelwerk link " + key.encode("utf-8", "replace")).hexdigest()


def opened(locks: Iterable[Lock], key: str) -> Lock | None:
    """Find what a key opens; all are compared, so that time tells nothing."""
    wanted, found = hashed(key), None
    for lock in locks:
        if hmac.compare_digest(lock.hash, wanted):
            found = lock
    return found
