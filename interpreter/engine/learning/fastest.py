"""The fastest rollout there is here: WebAssembly where it runs, else the engine of the machine."""

from __future__ import annotations

from ..machine import Machine
from .python import PythonRollout
from .rollouts import Rollout
from .wasm.driver import WasmRollout


def fastest_rollout(machine: Machine) -> Rollout:
    """Give somebody who plays on from positions, as fast as it goes here."""
    return PythonRollout(machine) if machine.fast is None else WasmRollout(machine, machine.fast)
