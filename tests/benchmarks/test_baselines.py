"""The baselines play by the rules: OpenSpiel's where it knows the game, the rulebook's for the dice game."""

from random import Random
from typing import Any, Self

import pytest

from benchmarks.baselines.breakthrough import SIZE, Breakthrough
from benchmarks.baselines.connect_four import ConnectFour
from benchmarks.baselines.dice_game import HIGH, LOW, HouseNumber
from benchmarks.baselines.pcg32 import PCG32
from benchmarks.baselines.playouts import BASELINES, measure_baseline, random_playout
from benchmarks.baselines.tic_tac_toe import TicTacToe

GAMES = 300


class Scripted(PCG32):
    """A generator whose words are given."""

    def __init__(self, words: list[int]) -> None:
        self.words = list(words)

    def word(self) -> int:
        return self.words.pop(0)


class ScriptedDice:
    """Dice that show what the test says."""

    def __init__(self, *shown: int) -> None:
        self.shown = list(shown)

    def below(self, bound: int) -> int:
        assert bound == 6
        return self.shown.pop(0) - 1

    def clone(self) -> Self:
        return type(self)(*self.shown)


# --- against OpenSpiel


def same_number(move: int, state: Any) -> int:
    return move


def breakthrough_action(move: tuple[int, int], state: Any) -> int:
    """Number a move as OpenSpiel does: square, direction (0-2 down, 3-5 up), capture or not."""
    source, target = move
    direction = target % SIZE - source % SIZE + (1 if target > source else 4)
    capture = str(state).replace("\n", "")[target // SIZE * (SIZE + 1) + 1 + target % SIZE] != "."
    return (source * 6 + direction) * 2 + capture


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("ours", "theirs", "action"),
    [
        (TicTacToe, "tic_tac_toe", same_number),
        (ConnectFour, "connect_four", same_number),
        (Breakthrough, "breakthrough(rows=8,columns=8)", breakthrough_action),
    ],
)
def test_a_baseline_agrees_with_openspiel_move_for_move(ours: Any, theirs: str, action: Any) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    oracle = pyspiel.load_game(theirs)
    random = Random(20)
    for _ in range(GAMES):
        game, state = ours(), oracle.new_initial_state()
        while not state.is_terminal():
            assert not game.over
            assert game.player == state.current_player()
            moves = {action(move, state): move for move in game.legal()}
            assert sorted(moves) == state.legal_actions()
            assert len(moves) == len(game.legal())
            chosen = random.choice(sorted(moves))
            game.play(moves[chosen])
            state.apply_action(chosen)
        assert game.over
        assert game.returns() == state.returns()


@pytest.mark.oracle
def test_peers_count_decisions_and_chance() -> None:
    pytest.importorskip("pyspiel")
    from benchmarks.peers.openspiel_peers import measure_peer

    figures = measure_peer("leduc_poker", seconds=0.02, repeats=1)
    assert figures.decisions_per_second > figures.playouts_per_second > 0
    assert figures.chance_per_second > 2 * figures.playouts_per_second  # two private cards, often a public one


# --- the interface


@pytest.mark.parametrize("name", BASELINES)
def test_a_clone_goes_its_own_way_and_the_same_way(name: str) -> None:
    game = BASELINES[name](7)
    random = Random(3)
    for _ in range(5):
        game.play(random.choice(game.legal()))
    first, second = game.clone(), game.clone()
    options = game.legal()
    random_playout(first, Random(5).random)
    assert not game.over
    assert game.legal() == options
    random_playout(second, Random(5).random)
    random_playout(game, Random(5).random)
    assert first.returns() == second.returns() == game.returns()


@pytest.mark.parametrize("name", BASELINES)
def test_figures_are_per_second_of_cpu_time(name: str) -> None:
    figures = measure_baseline(name, seconds=0.02, repeats=3)
    assert len(figures.repeats) == 3
    assert figures.repeats[1] == figures.playouts_per_second > 0
    assert figures.decisions_per_second > figures.playouts_per_second


# --- PCG32


def test_pcg32_gives_the_words_of_the_reference_implementation() -> None:
    rng = PCG32(42, 54)
    assert (rng.state, rng.increment) == (1753877967969059832, 109)
    words = [0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E]
    assert [rng.word() for _ in words] == words


def test_a_bounded_draw_takes_the_high_part_of_the_product() -> None:
    assert Scripted([0xA15C02B7]).below(6) == 0xA15C02B7 * 6 >> 32 == 3
    assert Scripted([0xFFFFFFFF]).below(6) == 5


def test_a_bounded_draw_rejects_the_surplus_words() -> None:
    assert Scripted([0, 5]).below(3) == 0  # 2**32 mod 3 = 1: of all words only 0 is one too many
    assert Scripted([0, 2, 3]).below((1 << 31) + 1) == 1  # the low halves of 0 and 2 are below the surplus


def test_bounded_draws_are_even() -> None:
    rng = PCG32(1)
    counts = [0] * 6
    for _ in range(60_000):
        counts[rng.below(6)] += 1
    assert sum((n - 10_000) ** 2 / 10_000 for n in counts) < 20.5  # chi-squared, 5 degrees, p = 0.001


# --- House Number


def lay(game: HouseNumber, *places: int) -> None:
    for place in places:
        game.play(place)


def test_the_example_of_the_rulebook() -> None:
    dice = ScriptedDice(3, 2, 2, 5, 4, 4, 4, 1, 1)
    game = HouseNumber(players=3, games=1, dice=dice)
    game.play(HIGH)
    game.play(2)
    assert (game.pouches, game.pot) == ([8, 8, 8], 6)
    lay(game, 1, 0, 0)  # first dice: 3, 2, 2
    assert game.legal() == [0, 2]
    lay(game, 0, 1, 1)  # second dice: 5, 4, 4; the third go to the free digit
    assert game.over
    assert game.returns() == [4, -2, -2]


def test_low_takes_the_lowest_number() -> None:
    game = HouseNumber(players=2, games=1, dice=ScriptedDice(6, 1, 1, 6, 3, 3))
    lay(game, LOW, 1, 2, 2, 0, 0)  # 1 3 6 against 6 3 1
    assert game.returns() == [1, -1]


def test_the_others_follow_the_starter_clockwise() -> None:
    game = HouseNumber(players=3, games=2)
    order = []
    while not game.over:
        if game.house is not None and game.stake:
            order.append(game.player)
        game.play(game.legal()[0])
    assert order == [0, 1, 2, 0, 1, 2, 1, 2, 0, 1, 2, 0]


def test_the_pouch_limits_the_stake_but_one_can_always_be_named() -> None:
    game = HouseNumber(players=2, games=1)
    game.play(HIGH)
    assert game.legal() == [1, 2, 3, 4, 5]
    game.pouches[0] = 3
    assert game.legal() == [1, 2, 3]
    game.pouches[0] = 0
    assert game.legal() == [1]


def test_who_cannot_pay_puts_in_what_is_there() -> None:
    game = HouseNumber(players=3, games=1)
    game.pouches = [5, 2, 0]
    lay(game, HIGH, 4)
    assert (game.pouches, game.pot) == ([1, 0, 0], 6)


def test_only_the_tied_roll_again_until_one_is_best() -> None:
    rounds = [6, 6, 1, 6, 6, 1, 6, 6, 1]
    first_tie = [1, 2, 3, 3, 2, 1]  # both arrange 321
    second_tie = [4, 5, 6, 6, 5, 5]  # 654 against 655
    dice = ScriptedDice(*rounds, *first_tie, *second_tie)
    game = HouseNumber(players=3, games=1, dice=dice)
    lay(game, HIGH, 5, 0, 0, 0, 1, 1, 1)
    assert game.returns() == [-5, 10, -5]
    assert not dice.shown


def test_a_low_tie_is_arranged_low() -> None:
    dice = ScriptedDice(1, 1, 1, 1, 1, 1, 6, 2, 1, 1, 2, 5)  # 126 against 125
    game = HouseNumber(players=2, games=1, dice=dice)
    lay(game, LOW, 1, 0, 0, 1, 1)
    assert game.returns() == [-1, 1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_money_comes_or_goes(players: int) -> None:
    for seed in range(20):
        game = HouseNumber(players, dice=PCG32(seed))
        assert random_playout(game, Random(seed).random) == 20 * (2 + 2 * players)
        assert sum(game.returns()) == 0
