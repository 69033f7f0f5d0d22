"""What somebody does while it plays: outputs join and leave, playback pauses, goes on and seeks, at random moments."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fermata_benchmarks.sound_system import RATE
from fermata_benchmarks.waiting import wait_until

from stage import Stage
from track import SECONDS

SETTLE_SECONDS = 0.75
"""How long after the answer to an order all of it has reached the recording."""
LONGEST_CALM = 5.0
PAUSE_SECONDS = (0.1, 1.0)
LAST_SEEK = SECONDS - 20


@dataclass(frozen=True)
class Act:
    """Something that was done. Its effects are within these frames of the time line, and no others are."""

    name: str
    begin: int
    end: int
    before: tuple[str, ...]
    """The outputs, the primary first."""
    after: tuple[str, ...]
    pauses: bool = False
    target: int | None = None
    """The frame of the track to which it seeks."""

    @property
    def staying(self) -> tuple[str, ...]:
        """The outputs that were chosen and still are."""
        return tuple(name for name in self.before if name in self.after)

    @property
    def breaks(self) -> bool:
        """Whether the sound is interrupted, with a fade before and behind."""
        return self.pauses or self.target is not None


class Acts:
    """Does them, one after the other, and keeps what was done."""

    def __init__(self, stage: Stage, track: Path, dice: random.Random) -> None:
        self.done: list[Act] = []
        self._stage = stage
        self._track = track
        self._dice = dice
        self._chosen: tuple[str, ...] = ()

    def run(self, seconds: float) -> None:
        """Plays for so long, in time of the music."""
        begin = self._stage.frames
        client = self._stage.player.client
        client.call("queue.set", repeat="one")
        client.call("play", uri=str(self._track))
        # Nothing is linked before something plays.
        self._select(tuple(self._stage.names))
        self._note("begin", begin, ())
        end = begin + int(seconds * RATE)
        while self._stage.frames < end:
            self._stage.wait(self._dice.uniform(0, LONGEST_CALM))
            self._dice.choice(self._possible())()
        begin = self._stage.frames
        client.call("stop")
        self._note("end", begin, self._chosen)

    @property
    def counts(self) -> dict[str, int]:
        """How often each thing was done."""
        return dict(Counter(act.name for act in self.done[1:-1]))

    # What can be done

    def _possible(self) -> list[Callable[[], None]]:
        acts = 2 * [
            lambda: self._act("pause", self._chosen, pauses=True),
            lambda: self._act("seek", self._chosen, target=self._place()),
        ]
        if len(self._chosen) < len(self._stage.names):
            acts += 2 * [lambda: self._act("join", self._joined())]
            acts += [
                lambda: self._act("swap", self._swapped()),
                lambda: self._act("join and seek", self._joined(), target=self._place()),
                lambda: self._act("join in a pause", self._joined(), pauses=True),
            ]
        if len(self._chosen) > 1:
            acts += [
                lambda: self._act("leave", self._left()),
                lambda: self._act("leave in a pause", self._left(), pauses=True),
                lambda: self._act("another primary", self._reordered()),
            ]
        return acts

    def _joined(self) -> tuple[str, ...]:
        outputs = list(self._chosen)
        outputs.insert(self._dice.randint(0, len(outputs)), self._free())
        return tuple(outputs)

    def _left(self) -> tuple[str, ...]:
        leaving = self._dice.choice(self._chosen)
        return tuple(name for name in self._chosen if name != leaving)

    def _swapped(self) -> tuple[str, ...]:
        return (*self._left(), self._free())

    def _reordered(self) -> tuple[str, ...]:
        first = self._dice.choice(self._chosen[1:])
        return (first, *(name for name in self._chosen if name != first))

    def _free(self) -> str:
        return self._dice.choice([name for name in self._stage.names if name not in self._chosen])

    def _place(self) -> int:
        return self._dice.randrange(LAST_SEEK * RATE)

    # How it is done

    def _act(self, name: str, outputs: tuple[str, ...], *, pauses: bool = False, target: int | None = None) -> None:
        begin, before = self._stage.frames, self._chosen
        if pauses:
            self._order("pause")
        if outputs != before:
            self._select(outputs)
        if pauses:
            self._stage.wait(self._dice.uniform(*PAUSE_SECONDS))
            self._order("play")
        if target is not None:
            self._stage.player.seek(target / RATE)
        self._note(name, begin, before, pauses, target)

    def _note(self, name: str, begin: int, before: tuple[str, ...], pauses: bool = False, target: int | None = None) -> None:
        self._stage.wait(SETTLE_SECONDS)
        self.done.append(Act(name, begin, self._stage.frames, before, self._chosen, pauses, target))

    def _select(self, outputs: tuple[str, ...]) -> None:
        client = self._stage.player.client
        if self._dice.random() < 0.5:
            self._stage.command("route", "select", *outputs)
        else:
            client.call("route.select", outputs=list(outputs))
        wait_until(f"the sound at {', '.join(outputs)}", lambda: self._stage.reached == set(outputs), poll=0.02)
        self._chosen = outputs

    def _order(self, what: str) -> None:
        if self._dice.random() < 0.5:
            self._stage.command(what)
        else:
            self._stage.player.client.call(what)
