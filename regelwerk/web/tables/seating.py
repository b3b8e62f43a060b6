"""Who sits at a new table, and the seed of its chance."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata

from regelwerk.bots import BOTS
from regelwerk.bots.learning.experience import opponent
from regelwerk.dsl import ir
from regelwerk.dsl.ir.validation import seen_whole
from regelwerk.interpreter.texts.sentences import Texts

from .faults import Fault
from .models import NewTable

SEED_BITS = 256
JOINERS = "\u200c\u200d"  # some scripts are not written without them
HOW = "SHA-256 of the text 'regelwerk seed ' followed by the seed in decimal digits"


def seed_hash(seed: str) -> str:
    """Give what is published of a seed at the start."""
    return hashlib.sha256(f"regelwerk seed {seed}".encode()).hexdigest()


def seats_of(wanted: NewTable, compiled: ir.Compiled) -> list[dict[str, str]]:
    """Say who sits where and goes by which name; refuse what the game is not for."""
    texts, (low, high) = Texts(compiled, wanted.language), compiled.players
    if not low <= len(wanted.seats) <= high:
        many = f"{low}" if low == high else f"{low} to {high}"
        text = f"{texts.words(compiled.title)} is for {many} players, not {len(wanted.seats)}."
        raise Fault(422, "seats_wrong", text, "Add seats, or take some away.")
    names = [seen(seat.name) for seat in wanted.seats]
    if twice := next((name for n, name in enumerate(names) if name and name in names[:n]), ""):
        text = f"Two players are called {twice}."
        raise Fault(422, "names_alike", text, "Give everybody a name of their own.")
    names = [name or texts.title("Player", n) for n, name in enumerate(names)]
    found = []
    for seat, name in zip(wanted.seats, names, strict=True):
        bot = (seat.bot or opponent(compiled.name)) if seat.kind == "bot" else ""
        if bot and bot not in BOTS:
            raise Fault(422, "bot_unknown", f"Nobody who plays is called {bot}.", f"There are: {', '.join(BOTS)}.")
        found.append({"kind": seat.kind, "bot": bot, "name": name})
    return found


def seen(name: str) -> str:
    """Give a name without space around it; refuse what cannot be seen, breaks lines or turns their direction."""
    name = name.strip()
    hidden = any(unicodedata.category(sign) == "Cf" and sign not in JOINERS for sign in name)
    if hidden or not seen_whole(name) or (name and not any(unicodedata.category(sign)[0] in "LNPS" for sign in name)):
        raise Fault(422, "name_unseen", "A name holds a character that cannot be seen.", "Write it in letters.")
    return name


def seed_of(wanted: NewTable) -> tuple[str, bool]:
    """Give the seed: nobody knows it before the end, unless somebody wants a certain one."""
    if wanted.seed is None or wanted.seed == "":
        return str(1 << SEED_BITS - 1 | secrets.randbits(SEED_BITS - 1)), False
    said = str(wanted.seed)
    if not re.fullmatch(r"[0-9]{1,80}", said):
        raise Fault(422, "seed_wrong", "A seed is a whole number from 0.", "Leave it out, and nobody knows it.")
    return str(int(said)), True
