"""What is lost when the network is slow, lossy or away, how well the rooms stay in step, and what the daemon tells."""

import select
import socket
import struct
import time
from collections.abc import Callable
from statistics import mean, median, stdev

from .house import ADDRESSES, RATE, ROOMS, House
from .listening import Listening
from .poor_link import Quality
from .step import MOST_APART, WINDOW_SECONDS, beginnings, spread, watch

POOR = Quality(delay=0.02, jitter=0.01, loss=0.01)
MEASURED = Quality(delay=0.02, jitter=0.01, loss=0.1)
"""What the link has that is measured: enough losses to count them in a few seconds."""
PROBES, PROBE_SECONDS, PROBE_PORT = 1_000, 0.01, 4_000
LATE_SECONDS = 1.0
"""How long the last probe may be on its way."""
SPOILT_SECONDS = 60
SHORT_CUT, LONG_CUT = 2, 10
"""How many seconds a link is down: a connection outlives the short one, and the daemon gives it up in the long one."""
MOST_AGAIN = 4
"""How many seconds are heard twice at most, of what rooms may have missed."""
BETWEEN_WINDOWS = 4.0
MOST_OFF = 0.2
"""By how many seconds a position may be wrong: what an acknowledgement is late that was lost, and what the server itself is late."""
LOST = "mediaServicesLost"


def check(house: House, _: int) -> list[str]:
    """Measures a poor link first, then has links be poor and fail while the rooms play."""
    return _link_faults(house) + _Failures(house).all()


class _Failures:
    """What happens to the network, and what must hold nevertheless."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._listening = Listening(house)
        self._listening.wait_for_sound(ROOMS)
        self._events = house.events("player.stateChanged")
        self._offset = self._position_ahead()

    def all(self) -> list[str]:
        """Does all of it once."""
        for machines in (ROOMS, ("player",)):
            self._spoil(machines)
        for seconds in (SHORT_CUT, LONG_CUT):
            for machine in ("kitchen", "player", "server"):
                self._cut(machine, seconds)
        self._events.close()
        self._listening.client.close()
        return self._listening.faults

    def _spoil(self, machines: tuple[str, ...]) -> None:
        apart: list[float] = []

        def act() -> None:
            for machine in machines:
                self._house.spoil_link(machine, POOR)
            end = time.monotonic() + SPOILT_SECONDS
            while time.monotonic() < end:
                before = self._house.resynchronisations
                # Nothing is waited for: windows are samples of the whole time. And rooms need a moment to follow a time that begins anew.
                time.sleep(BETWEEN_WINDOWS)
                found = spread(beginnings(self._house, watch(self._house, WINDOW_SECONDS)))
                if found is not None and self._house.resynchronisations == before:
                    apart.append(found)
            for machine in machines:
                self._house.mend_link(machine)

        what = f"{', '.join(machines)} with {POOR}"
        told = self._step(what, 0, ROOMS, act, whole=True)
        if not apart:
            self._fault(what, "it was never seen how far the rooms are apart")
            return
        print(f"    apart: {1_000 * median(apart):.3f} ms, {1_000 * max(apart):.3f} ms at most, in {len(apart)} windows", flush=True)
        if max(apart) > MOST_APART:
            self._fault(what, f"the rooms were {1_000 * max(apart):.2f} ms apart")
        if told:
            self._fault(what, f"the daemon told {told}")

    def _cut(self, machine: str, seconds: int) -> None:
        def act() -> None:
            self._house.set_link(machine, False)
            # How long the failure lasts.
            time.sleep(seconds)
            self._house.set_link(machine, True)
            self._listening.wait_for_state("playing")

        is_room = machine in ROOMS
        what = f"{seconds} s without the network of the {machine}"
        # A room without a network misses what is played meanwhile, and the others none of it. If it is the network of the daemon or of
        # the server, nobody misses anything: what was heard last is heard again.
        untouched = tuple(room for room in ROOMS if room != machine) if is_room else ROOMS
        told = self._step(what, 0 if is_room else MOST_AGAIN * RATE, untouched, act, whole=is_room)
        wanted = [] if is_room else [("paused", LOST), ("playing", LOST)]
        if told != wanted:
            self._fault(what, f"the daemon told {told}, not {wanted}")
        self._listening.look_at_step(what)

    def _step(
        self, what: str, most_lost: int, untouched: tuple[str, ...], act: Callable[[], None], whole: bool
    ) -> list[tuple[str, str]]:
        """Does one thing, and answers which states the daemon told. If `whole`, the rooms that it leaves untouched are silent only when
        the server begins its time anew."""
        before = self._house.resynchronisations
        self._events.so_far()
        breaks = self._listening.step(what, ROOMS, None, None, act, untouched)
        anew = self._house.resynchronisations - before
        for room in untouched:
            for one in breaks[room]:
                if abs(one.lost) > most_lost:
                    self._fault(what, f"the {room} lost {one.lost} frames")
            if whole and len(breaks[room]) > anew:
                self._fault(what, f"the {room} has {len(breaks[room])} breaks")
        told = [(event["state"], event["reason"]) for _, event in self._events.so_far()]
        off = self._position_ahead() - self._offset
        print(
            f"    the server began its time anew {anew} times; the daemon told "
            f"{', '.join(f'{state} ({reason})' for state, reason in told) or 'nothing'}; its position is {1_000 * off:+.0f} ms off",
            flush=True)
        if abs(off) > MOST_OFF:
            self._fault(what, f"the position is {off:+.2f} s off")
        return told

    def _position_ahead(self) -> float:
        """By how many seconds the daemon's position is ahead of what rooms write, and always the same as rooms write ahead."""
        begun: dict[str, float] | None = None
        while begun is None:
            begun = beginnings(self._house, watch(self._house, WINDOW_SECONDS))
        places = []
        for _ in range(20):
            before = time.monotonic()
            position = self._listening.client.call("status")["position"]["seconds"]
            places.append(position - (before + time.monotonic()) / 2)
            # Nothing is waited for: answers in a row may all be late at once.
            time.sleep(0.02)
        return median(places) + median(begun.values())

    def _fault(self, what: str, sentence: str) -> None:
        self._listening.faults.append(f"{what}: {sentence}")


def _link_faults(house: House) -> list[str]:
    """Measures whether a poor link does what is asked of it, in each direction."""
    # The addresses are found while the link is well.
    _probe(house, "server", "player", 1)
    house.spoil_link("player", MEASURED)
    faults = []
    for sender, receiver in (("player", "server"), ("server", "player")):
        delays = _probe(house, sender, receiver, PROBES)
        lost = PROBES - len(delays)
        # Of numbers that are even between two ends, half the distance is √3 times the deviation.
        delay, jitter = mean(delays), 3 ** 0.5 * stdev(delays)
        found = f"{1_000 * delay:.1f} ± {1_000 * jitter:.1f} ms, {100 * lost / PROBES:.1f} % lost"
        name = f"a link with {MEASURED}, from the {sender} to the {receiver}"
        print(f"  {name}, by {'netem' if house.has_netem else 'a process'}: {found}", flush=True)
        # Losses within five times their deviation; a busy machine adds to the delay.
        most = 5 * (PROBES * MEASURED.loss * (1 - MEASURED.loss)) ** 0.5
        if (abs(lost - PROBES * MEASURED.loss) > most or not -0.001 < delay - MEASURED.delay < 0.005
                or abs(jitter - MEASURED.jitter) > 0.003 or min(delays) < MEASURED.delay - MEASURED.jitter):
            faults.append(f"{name}: {found}")
    house.mend_link("player")
    return faults


def _probe(house: House, sender: str, receiver: str, count: int) -> list[float]:
    """Sends so many datagrams, and answers how many seconds each took that has arrived."""
    with house.on(receiver):
        there = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with house.on(sender):
        here = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with there, here:
        there.bind((ADDRESSES[receiver], PROBE_PORT))
        delays, sent, begin = [], 0, time.monotonic()
        while (now := time.monotonic()) < begin + count * PROBE_SECONDS + LATE_SECONDS:
            if sent < count and now >= begin + sent * PROBE_SECONDS:
                here.sendto(struct.pack("d", time.monotonic()), (ADDRESSES[receiver], PROBE_PORT))
                sent += 1
            if select.select([there], [], [], 0.001)[0]:
                delays.append(time.monotonic() - struct.unpack("d", there.recv(8))[0])
    return delays
