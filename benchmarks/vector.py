"""Steps per second of many games at once, beside the libraries researchers use: `python -m benchmarks.vector`.

Random choices among what is offered, with observations and masks, all in one run and by the time of the processor, so
that other work on the machine counts little. What is not installed is left out."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

SECONDS = 1.5  # for each figure
SIZES = (1, 64, 1024)


def timed(step: Callable[[], int]) -> float:
    """Count what is done in a second of the processor."""
    step()
    start, done = time.process_time(), 0
    while (taken := time.process_time() - start) < SECONDS:
        done += step()
    return done / taken


def regelwerk(name: str, players: int, games: int) -> Callable[[], int]:
    """A vector environment."""
    from regelwerk.adapters import VectorEnv

    env, dice = VectorEnv(name, players), np.random.default_rng(0)
    at = [env.reset(games, 1)]

    def step() -> int:
        if env.flat:
            masks = env.masks()
            at[0] = env.step((dice.random(masks.shape) * masks).argmax(axis=1))
        else:
            at[0] = env.step((dice.random(games) * at[0].counts).astype(np.int64))
        return games

    return step


def openspiel(name: str, games: int) -> Callable[[], int]:
    """Games of OpenSpiel in C++, one after the other through Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    states = [game.new_initial_state() for _ in range(games)]

    def step() -> int:
        for n, state in enumerate(states):
            while state.is_chance_node():
                state.apply_action(random.choices(*zip(*state.chance_outcomes(), strict=True))[0])
            state.information_state_tensor() if name == "leduc_poker" else state.observation_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            if state.is_terminal():
                states[n] = game.new_initial_state()
        return games

    return step


def pettingzoo(games: int) -> Callable[[], int]:
    """Connect four of PettingZoo."""
    from pettingzoo.classic import connect_four_v3

    envs = [connect_four_v3.env() for _ in range(games)]
    for env in envs:
        env.reset()

    def step() -> int:
        for env in envs:
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                continue
            env.step(env.action_space(env.agent_selection).sample(seen["action_mask"]))
        return games

    return step


def pgx(name: str, games: int) -> Callable[[], int]:
    """Games of pgx, compiled by JAX for the processor."""
    import jax
    import pgx as library

    env = library.make(name)
    init, advance = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))

    def liked(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9))

    chosen = jax.jit(liked)

    keys = [jax.random.PRNGKey(0)]
    states = [init(jax.random.split(keys[0], games))]

    def step() -> int:
        keys[0], key = jax.random.split(keys[0])
        states[0] = advance(states[0], chosen(key, states[0].legal_action_mask))
        jax.block_until_ready(states[0].observation)
        if bool(states[0].terminated.all()):
            states[0] = init(jax.random.split(key, games))
        return games

    return step


def main() -> None:
    """Print a table."""
    lines: list[tuple[str, str, Callable[[int], Callable[[], int]]]] = [
        ("connect four", "Regelwerk", lambda n: regelwerk("connect-four", 2, n)),
        ("connect four", "OpenSpiel", lambda n: openspiel("connect_four", n)),
        ("connect four", "PettingZoo", pettingzoo),
        ("connect four", "pgx", lambda n: pgx("connect_four", n)),
        ("tic-tac-toe", "Regelwerk", lambda n: regelwerk("tic-tac-toe", 2, n)),
        ("tic-tac-toe", "OpenSpiel", lambda n: openspiel("tic_tac_toe", n)),
        ("tic-tac-toe", "pgx", lambda n: pgx("tic_tac_toe", n)),
        ("Leduc poker", "Regelwerk", lambda n: regelwerk("leduc-poker", 2, n)),
        ("Leduc poker", "OpenSpiel", lambda n: openspiel("leduc_poker", n)),
        ("Leduc poker", "pgx", lambda n: pgx("leduc_holdem", n)),
        ("Auf der Walz", "Regelwerk", lambda n: regelwerk("auf-der-walz", 3, n)),
    ]
    print("| game | library | " + " | ".join(f"{n}" for n in SIZES) + " |")
    print("|---|---|" + "---:|" * len(SIZES))
    for game, library, make in lines:
        try:
            found = [f"{timed(make(size)):,.0f}" for size in SIZES]
        except ImportError:
            found = ["not installed"] * len(SIZES)
        print(f"| {game} | {library} | " + " | ".join(found) + " |", flush=True)


if __name__ == "__main__":
    main()
