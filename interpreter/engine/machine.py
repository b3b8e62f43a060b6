"""The machine: starts a game, runs until somebody must decide, lists the options, takes one.

A state is a flat list of whole numbers (see `ir`). The machine keeps nothing about a game in progress.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from regelwerk.dsl import ir
from regelwerk.dsl.ir.validation import unsound

from ..analysis.loop_charges import uncharged
from ..errors import Refused, RuleError, Unmet
from ..texts.sentences import Texts
from . import chance
from .context import BRANCH, MOST_DECISIONS, Context, Limits, State
from .draft import put
from .python.engine import Generated
from .reference.engine import Reference
from .runtime import Engine, Runtime
from .trials import Trials
from .wasm.host import Unavailable, why_not

if TYPE_CHECKING:
    from .wasm.engine import Wasm

EngineName = Literal["auto", "python", "reference", "wasm"]  # auto: Python, and WebAssembly for many games at once


CALLS = 3000  # calls inside calls that trials inside trials may need in the reference, besides those of the caller


class Machine:
    def __init__(self, compiled: ir.Compiled, engine: EngineName = "auto", limits: Limits | None = None) -> None:
        if wrong := unsound(compiled):
            raise Refused(f"the compiled rules are damaged: {wrong}")
        if endless := uncharged(compiled):
            raise RuleError("internal", f"the compiled rules may run for ever: {', '.join(endless[:3])}")
        sys.setrecursionlimit(max(sys.getrecursionlimit(), CALLS))
        self.compiled = compiled
        self.limits = limits or Limits()
        self.runtime = Runtime(compiled, self.limits)
        self.runtime.table = self
        self.texts = Texts(compiled)
        self.reference = Reference(self.runtime)
        self.engine_name = engine
        self.slow = ""  # why there is no engine for many games at once
        self._fresh: dict[int, State] = {}
        if engine == "wasm":
            _ = self.fast  # now it is known whether it is missing

    @cached_property
    def engine(self) -> Engine:
        """The engine for single steps, made when it is first wanted."""
        if self.engine_name == "reference":
            return self.reference
        return (self.fast if self.engine_name == "wasm" else None) or Generated(self.runtime)

    @cached_property
    def trials(self) -> Trials:
        return Trials(self.runtime, self.engine, self.reference)

    @property
    def missing(self) -> str:
        """Why nothing can run in WebAssembly although it was wanted; empty if it can."""
        if self.engine_name not in ("auto", "wasm"):
            return ""
        return self.slow or why_not()

    @cached_property
    def fast(self) -> Wasm | None:
        """The engine for many games at once, made when it is first wanted; None if there is none, `slow` tells why."""
        if self.engine_name not in ("auto", "wasm"):
            return None
        from .wasm.engine import Wasm  # for a fast start: most games need no WebAssembly

        try:
            return Wasm(self.runtime)
        except Unavailable as missing:
            self.slow = str(missing)
            return None

    # ------------------------------------------------------------------ play

    def fresh(self, players: int, seed: int) -> State:
        """Lay out the state before the first step."""
        if players not in self._fresh:
            self._fresh[players] = self._laid_out(players)
        S = self._fresh[players].copy()
        self.reseed(S, seed)
        return S

    def _laid_out(self, players: int) -> State:
        lo, hi = self.compiled.players
        if not lo <= players <= hi:
            raise ValueError(f"{self.compiled.title} is for {lo} to {hi} players, not {players}")
        S = self.compiled.state.copy()
        S[: ir.HEADER] = [0] * ir.HEADER
        S[ir.PLAYERS] = players
        S[ir.WHO] = ir.NONE
        self.runtime.enter(S, self.compiled.main, (), 0)
        return S

    def reseed(self, S: State, seed: int) -> None:
        """Give every chance site the word that belongs to a seed."""
        for site in self.compiled.chances:
            S[site.addr] = chance.first_word(seed, site.name)

    def start(self, players: int, seed: int, X: Context | None = None) -> State:
        """Start a game and run to the first decision."""
        S = self.fresh(players, seed)
        self.run(S, X or Context())
        return S

    def run(self, S: State, X: Context) -> None:
        """Run until the machine stands still: at a decision, at the end, or with nothing to do."""
        try:
            self.engine.run(S, X)
        except RuleError as error:
            raise self.explained(error) from None
        except Unmet as unmet:
            failed = RuleError("requirement", "", unmet.span, unmet.text, unmet.args_of_text)
            raise self.explained(failed) from None
        except RecursionError:
            raise RuleError("depth", "the rules are nested too deeply") from None
        except (IndexError, ValueError, TypeError, KeyError, OverflowError) as broken:
            raise RuleError("internal", "the compiled rules are broken") from broken
        S[ir.TICKS] = S[ir.CHOSEN] = S[ir.RESULT] = 0

    def take(self, S: State, X: Context, code: int) -> None:
        """Take an option of the pending decision (which must be one of them) and run on."""
        if X.events is not None:
            self.runtime.record(S, X, "decision", S[ir.ASK] - 1, code)
        S[ir.ASK] = 0
        S[ir.WHO] = ir.NONE
        S[ir.CHOSEN] = code
        self.run(S, X)

    def options(self, S: State, X: Context) -> list[int]:
        """List the options of the pending decision anew."""
        site = S[ir.ASK] - 1
        try:
            found = self.trials.filtered(S, site, self._listed(S, X, site))
            if not found:
                self.runtime.nothing(site)
        except RuleError as error:
            raise self.explained(error) from None
        S[ir.TICKS] = 0
        return found

    def explained(self, error: RuleError) -> RuleError:
        """Put the sentence and the place into an error."""
        if error.text >= 0 or error.kind == "requirement":
            said = self.texts.sentence(error.text, error.args_of_text) if error.text >= 0 else ""
            if error.kind == "requirement":
                said = "a requirement failed in the middle" + (f": {said}" if said else "")
            error.message = said
        if 0 <= error.span < len(self.compiled.spans):
            error.at = self.compiled.spans[error.span]
        return error

    # ------------------------------------------------------------------ what engines ask for

    def ask(self, S: State, X: Context, site: int) -> int:
        """Let somebody decide: the code, or -1 if the machine has to stop."""
        put(S, ir.ASK, site + 1)
        put(S, ir.WHO, who := self.engine.who(site, S, X))
        if not 0 <= who < S[ir.PLAYERS]:
            self.runtime.nobody(site)
        found = self._listed(S, X, site)
        if X.trial:
            return self.trials.ask(S, X, site, found)
        found = self.trials.filtered(S, site, found)
        kind = "decision"
        if len(found) == 1 and self.compiled.sites[site].forced:
            kind, code = "forced", found[0]
        elif not found:
            self.runtime.nothing(site)
        elif X.random is not None:
            X.made += 1
            if X.made > MOST_DECISIONS:
                self.runtime.endless(site)
            code = found[int(X.random() * len(found))]
        elif X.pick is not None:
            code = X.pick(found, site)
        else:
            X.options = found
            return -1
        if kind == "decision":
            S[ir.TICKS] = 0
        if X.events is not None:
            self.runtime.record(S, X, kind, site, code)
        S[ir.ASK] = 0
        S[ir.WHO] = ir.NONE
        return code

    def _listed(self, S: State, X: Context, site: int) -> list[int]:
        """List what is offered, each code once."""
        X.out = []
        self.engine.call(self.compiled.sites[site].options, S, X, ())
        found = list(dict.fromkeys(X.out))
        if len(found) > self.limits.options:
            self.runtime.too_many(site)
        return found

    def filtered(self, S: State, X: Context, site: int, found: list[int]) -> list[int]:
        """Keep the options that can be carried through."""
        return self.trials.filtered(S, site, found)

    def stops_here(self, X: Context, proc: int, seats: int) -> bool:
        """Does the machine stop at a simultaneous decision with these seats left?"""
        if X.table == BRANCH:
            return proc == X.simultaneous
        if proc == X.simultaneous:  # the answers are being played in
            if not seats:
                X.simultaneous, X.pick = -1, None
            return False
        return seats != 0

    def can(self, S: State, X: Context, proc: int, args: Sequence[int]) -> int:
        """Try a procedure on a copy: 1 if it can be carried out."""
        return self.trials.can(S, proc, args)

    # ------------------------------------------------------------------ states

    def canonical(self, S: State) -> State:
        """Copy a state with everything 0 that no longer counts: cells of frames that are not active."""
        return self.runtime.canonical(S)

    @cached_property
    def _sites(self) -> dict[str, int]:
        return {site.name: number for number, site in enumerate(self.compiled.sites)}

    def site(self, name: str) -> int:
        """Give the number of a decision."""
        return self._sites[name]

    def put_back(self, S: State, aside: State) -> None:
        """Lay the frames and the header of another state over this one."""
        S[: ir.HEADER] = aside[: ir.HEADER]
        for lo, hi in self.runtime.frame_cells:
            S[lo:hi] = aside[lo:hi]

    def packed(self, S: State) -> bytes:
        """Give the canonical state as bytes: equal games, equal bytes. Wide masks take several words."""
        out = bytearray()
        for value in self.canonical(S):
            if -(2**31) <= value < 2**31:
                out += struct.pack("<bi", 0, value)
            else:
                size = value.bit_length() // 8 + 1
                out += struct.pack("<bi", 1, size) + value.to_bytes(size, "little", signed=True)
        return bytes(out)

    # ------------------------------------------------------------------ simulation

    def playout(self, S: State, random: Callable[[], float], X: Context | None = None) -> int:
        """Play on at random to the end of the game; give the number of decisions."""
        dice: Any = getattr(random, "__self__", None)
        if X is None and self.engine_name == "wasm" and self.fast is not None and hasattr(dice, "step"):
            made = self.fast.playout(S, dice)
            if made is not None:
                return made
        X = X or Context()
        X.random = random
        if S[ir.ASK]:
            X.made += 1
            options = self.options(S, X)
            self.take(S, X, options[int(random() * len(options))])
        else:
            self.run(S, X)
        X.random = None
        return X.made
