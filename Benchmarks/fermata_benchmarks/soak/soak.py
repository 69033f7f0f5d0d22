"""One soak: the operations, the samples in between, and what has to hold at the end."""

import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from ..errors import BenchmarkError
from ..players import Fermata
from ..sound_system import SoundSystem
from ..waiting import wait_until
from .graph import Graph, differences, told_by_daemon, told_by_server
from .memory import Sample, leaks
from .sinks import MOST, Sinks

PAUSE = 0.02
"""In seconds: the longest pause after an operation."""

BURST = 60
"""The most operations in a row without a pause."""

GIVEN_UP = 3.0
"""In seconds: how long WirePlumber gets to link the stream to the sink that was asked for."""

CYCLES = 20
"""Of the graph: about half a second."""

PATIENCE = 30.0
"""In seconds: how long the graph and the daemon may take to settle on a busy machine."""

WEIGHTS = {"add": 32, "remove": 28, "replace": 20, "adjust": 13, "default": 2, "select": 1, "play": 4}
"""How often each operation is chosen, of 100. Those that need a process of their own, or wait for sound, are rare."""


class Soak:
    """A soak in a sound system of its own."""

    def __init__(self, system: SoundSystem, fermata: Fermata, file: Path, chance: random.Random) -> None:
        self.system = system
        self.fermata = fermata
        self.file = file
        self.chance = chance
        self.sinks = Sinks(system, chance)
        self.done: Counter[str] = Counter()
        self.crashes: Counter[str] = Counter()
        """How WirePlumber ended by itself."""
        self.linked_by_hand = 0
        """How often WirePlumber left the stream without a sink."""
        self.slowest = 0.0
        """In seconds: the longest that the daemon took to list a sink, with all that was still on its way before it."""

    def run(self, count: int) -> list[str]:
        """Performs `count` operations and answers sentences on what was wrong at the end."""
        client = self.fermata.client
        client.call("queue.set", repeat="all")
        self.fermata.play(self.file)
        step = min(500, count // 10)
        samples: list[Sample] = []
        quiet_in = 0
        began = time.monotonic()
        for number in range(1, count + 1):
            self._operate()
            if quiet_in > 0:
                quiet_in -= 1
            elif self.chance.random() < 0.01:
                quiet_in = self.chance.randrange(BURST)
            else:
                time.sleep(self.chance.uniform(0, PAUSE))
            if number % step == 0 or number == count:
                self._settle()
                samples.append(Sample.of(self.fermata.pid, number))
                print(samples[-1], flush=True)
        seconds = time.monotonic() - began
        faults = self._compare()
        operations = ", ".join(f"{self.done[name]} {name}" for name in WEIGHTS)
        print(f"{seconds:.0f} s: {operations}; pw-cli refused {self.sinks.refusals()}; slowest listing {self.slowest:.1f} s")
        print(
            f"WirePlumber left the stream unlinked at {self.linked_by_hand} of {len(samples)} samples, and crashed "
            f"{self.crashes.total()} times: {dict(self.crashes)}")
        return faults + self._statistics() + leaks(samples)

    def _operate(self) -> None:
        names = list(WEIGHTS)
        name = self.chance.choices(names, list(WEIGHTS.values()))[0]
        if not self.sinks.names:
            name = "add"
        elif name == "add" and len(self.sinks.names) >= MOST:
            name = "remove"
        match name:
            case "add": self.sinks.add()
            case "remove": self.sinks.remove()
            case "replace": self.sinks.replace()
            case "adjust": self.sinks.adjust()
            case "default": self.sinks.make_default()
            case "select": self._select()
            case _: self._play()
        self.done[name] += 1
        self._revive_manager()

    def _select(self) -> None:
        try:
            self.fermata.client.call("route.select", output=self.chance.choice([None, self.sinks.any()]))
        except BenchmarkError:
            # The sink may have gone, or not have come yet. A daemon that has gone is another matter.
            self.fermata.child.require_running()

    def _play(self) -> None:
        # A lost private sink has paused the music, as it should.
        self.fermata.client.call("play")

    def _settle(self) -> None:
        """Waits until the server has done everything, the daemon knows it, and music plays into the one sink that stays."""
        marker = self.sinks.add()
        began = time.monotonic()
        client = self.fermata.client
        self._wait("the daemon to list the newest sink", lambda: marker in self._told().names)
        self.slowest = max(self.slowest, time.monotonic() - began)
        # What pw-cli refused is still there or was never made.
        self.sinks.names = told_by_server(self.system).names - {"speaker"}
        client.call("route.select", output="speaker")
        # The callback has to run so often that links made before are in use, and those cut before have gone.
        enough = self.fermata.statistics()["callbacks"] + CYCLES

        def plays() -> bool:
            return self._plays_into_speaker() and self.fermata.statistics()["callbacks"] >= enough

        try:
            self._wait("music", plays, GIVEN_UP)
        except BenchmarkError:
            # Now and then WirePlumber 0.4 links no stream of any program any more, also when started anew. Links made
            # by hand work at once, so it is neither the server nor the daemon.
            self.linked_by_hand += 1
            for channel in ("FL", "FR"):
                self.system.run("pw-link", f"fermata:output_{channel}", f"speaker:playback_{channel}")
            self._wait("music", plays)
        self._wait("one stream into one sink", lambda: told_by_server(self.system).playing == {"speaker"})

    def _plays_into_speaker(self) -> bool:
        # The loss of a private sink is told once the graph stands still, and pauses what was told to play before.
        if self.fermata.client.call("status")["state"] != "playing":
            self._play()
        return self._told().playing == {"speaker"}

    def _compare(self) -> list[str]:
        found: list[str] = []
        self.fermata.client.call("route.select", output=None)

        def agreed() -> bool:
            found[:] = differences(told_by_server(self.system), self._told())
            return not found

        try:
            wait_until("agreement", agreed, PATIENCE, 0.2)
        except BenchmarkError:
            return found
        graph = told_by_server(self.system)
        print(f"agreed on {len(graph.outputs)} sinks, the default {graph.default}, sound to {graph.playing}; "
              f"the server is at object {graph.serial}")
        return []

    def _statistics(self) -> list[str]:
        statistics = self.fermata.statistics()
        print("statistics: " + ", ".join(f"{name} {value}" for name, value in statistics.items()))
        return [f"{statistics[name]} {name}" for name in ("decodeErrors", "reconnects") if statistics[name] != 0]

    def _revive_manager(self) -> None:
        # WirePlumber 0.4 does not survive every burst. The daemon has to, and then finds a new one.
        status = self.system.manager.process.poll()
        if self.system.revive_manager():
            self.crashes[f"status {status}"] += 1

    def _told(self) -> Graph:
        return told_by_daemon(self.fermata.client.call("route.outputs"))

    def _wait(self, what: str, condition: Callable[[], bool], patience: float = PATIENCE) -> None:
        def holds() -> bool:
            self.fermata.child.require_running()
            self._revive_manager()
            return condition()

        wait_until(what, holds, patience, 0.02)
