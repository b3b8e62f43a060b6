"""The map of memory outside the states: control words, static data, buffers."""

from __future__ import annotations

from dataclasses import dataclass, field

PAGE = 65536
WORD = (1 << 64) - 1

# Control words, eight bytes each.
SIGNAL = 8  # a trial is being left: REACHED, UNMET or STUMBLED
TRIAL = 16  # this is a trial
EXPLAIN = 24  # unmet requirements are only noted
NOTED = 32  # one was
HOME, UNIT, BUDGET = 40, 48, 56  # of the trial; HOME is -1 outside
UNCOUNTED = 64  # work of trials that is not counted, since they stumbled
INSIDE = 72  # trials inside trials
LISTENING = 80  # events are written down
EVENTS = 88  # where the next event goes
OPTIONS = 96  # where the next option goes
SCRATCH = 104  # where the next temporary list goes
TRIED = 112  # where the next copy of the state goes
RANDOM = 120  # decisions are answered: AT_RANDOM or BY_POLICY
MADE = 128  # such answers
MOST = 136  # of them
DICE, STEP = 144, 152  # the stream they come from
TABLE = 160  # simultaneous decisions stop the machine
TOGETHER = 224  # ... but not this procedure + 1, whose answers are played in; negative: this is the branch of a seat
TOO_LONG = 168  # there were more answers than allowed
FIRST, COUNT = 176, 184  # the options of the decision the machine stands at
FAILED = 192  # number of the invariant that does not hold
LEVEL = 208  # copies of the state that are kept
CALLS = 216  # how often doubles among options were looked for
PLAYED = 200  # games finished in this call
UNTIL = 232  # the seat for which a rollout stops
TURN = 240  # whose turn it is
POLICY = 248  # where what a rollout goes by lies; 0: all options are liked alike
CALM = 256  # how much more than usual logits count
SAMPLE, SAMPLES, SAMPLES_END = 264, 304, 312  # where the next decision is written down, or 0; where they begin and end
STAMP = 320  # number of the decision that is looked at
TOLD = 328  # where the tokens of how things stand end
KIND, FIXED = 336, 344  # of the option that was looked at last: its kind, how many features do not depend on the state
BETTER, MORE = 352, 384  # where it stands how much better decisions went, and how much more is usual from now on
PACES, KEEPING = 360, 376  # how fast to learn, twice; what stays of all weights
GIVEN = 480  # stamps, see `memos`
SETTLED = 392  # how many examples the first one about something counts for
ROWS, ROW, WIDEST = 400, 408, 416  # games side by side: where, bytes of each, options that have room
SIGHTS, SEEN, SEEN_SIZE = 424, 432, 440  # what seats see of them: orders by seat, where it goes, bytes of each
MASKS, MASKS_SIZE = 448, 456  # what can be done in them: where marks go, or 0; bytes of each
FIRSTS, FIRSTS_SIZE = 464, 472  # by site: how many entries it has, and the first number of each; bytes of each
ANSWER = 272  # to the decision at hand; -1: by policy
ASKED, ASKS, DONE = 280, 288, 296  # where the machine stands: site + 1, seat, is it over
MOST_PAGES = 4096  # of memory: 256 MB
CONTROL_END = 512

REACHED, UNMET, STUMBLED = 1, 2, 3
AT_RANDOM, BY_POLICY = 1, 2
SAY, EVENT, CHANCE, ORDER, DECISION, FORCED = range(1, 7)  # kinds of events


@dataclass
class Memory:
    """Gives out addresses; static data is collected to be part of the module."""

    end: int = CONTROL_END
    data: list[tuple[int, bytes]] = field(default_factory=list)

    def room(self, size: int, align: int = 8) -> int:
        """Reserve bytes."""
        at = self.end + align - 1 & -align
        self.end = at + size
        return at

    def put(self, content: bytes, align: int = 8) -> int:
        """Place static data."""
        at = self.room(len(content), align)
        if content:
            self.data.append((at, content))
        return at

    def numbers(self, values: list[int], size: int) -> int:
        """Place a table of numbers, so many bytes each."""
        return self.put(b"".join((v & (1 << 8 * size) - 1).to_bytes(size, "little") for v in values))
