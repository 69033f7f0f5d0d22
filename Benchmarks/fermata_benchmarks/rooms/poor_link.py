"""A link that loses frames and delays them, made of two TAP devices and this process, for kernels without netem.

It does what `tc qdisc … netem delay DELAY JITTER loss LOSS` does to both directions of a link: each frame is lost or delayed by itself,
evenly between DELAY - JITTER and DELAY + JITTER, so that frames overtake each other. A direction holds 1,000 frames at most. What becomes
of the n-th frame of a direction depends on the seed alone. It needs nothing but Python, and runs in the network in which the devices are
to be."""

import argparse
import fcntl
import heapq
import json
import os
import random
import select
import signal
import struct
import sys
import time
from dataclasses import asdict, dataclass

LIMIT = 1_000
"""How many frames wait in one direction at most; the limit of netem."""
LARGEST_FRAME = 1 << 16
_NAME_BYTES = 16
_TUNSETIFF = 0x400454CA
_IFF_TAP, _IFF_NO_PI = 0x0002, 0x1000


@dataclass(frozen=True)
class Quality:
    """What becomes of the frames of a link, in each direction."""

    delay: float = 0.0
    """In seconds."""
    jitter: float = 0.0
    """By how much the delay is more or less, in seconds."""
    loss: float = 0.0
    """The share of frames that are lost, 0 to 1."""

    def __post_init__(self) -> None:
        if not (0 <= self.jitter <= self.delay and 0 <= self.loss <= 1):
            raise ValueError("the jitter is at most the delay, and the loss between 0 and 100 %")

    def __str__(self) -> str:
        return f"{1_000 * self.delay:g} ± {1_000 * self.jitter:g} ms, {100 * self.loss:g} % lost"

    @property
    def for_netem(self) -> list[str]:
        """The same for `tc`."""
        return ["delay", f"{1_000 * self.delay:g}ms", f"{1_000 * self.jitter:g}ms", "loss", f"{100 * self.loss:g}%"]


@dataclass
class Counts:
    """What became of the frames of one direction."""

    taken: int = 0
    lost: int = 0
    """By chance, as was asked for."""
    refused: int = 0
    """Because too many waited, or because the device was down."""


class Lane:
    """One direction of a link, as a value: time comes in as a parameter, in seconds."""

    def __init__(self, quality: Quality, seed: str) -> None:
        self.counts = Counts()
        self._quality = quality
        self._random = random.Random(seed)
        self._waiting: list[tuple[float, int, bytes]] = []

    def put(self, frame: bytes, now: float) -> None:
        """Takes a frame, which arrives later or never."""
        # Both numbers are drawn for each frame, so that the fate of the next one does not depend on this one's.
        is_lost = self._random.random() < self._quality.loss
        delay = self._quality.delay + self._quality.jitter * self._random.uniform(-1, 1)
        self.counts.taken += 1
        if is_lost:
            self.counts.lost += 1
        elif len(self._waiting) >= LIMIT:
            self.counts.refused += 1
        else:
            # The number keeps frames that are due at once in their order.
            heapq.heappush(self._waiting, (now + delay, self.counts.taken, frame))

    @property
    def due_time(self) -> float | None:
        """When the next frame arrives; `None` if none waits."""
        return self._waiting[0][0] if self._waiting else None

    def take(self, now: float) -> bytes | None:
        """The next frame that has arrived by `now`."""
        return heapq.heappop(self._waiting)[2] if self._waiting and self._waiting[0][0] <= now else None


def _device(name: str) -> int:
    try:
        descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(descriptor, _TUNSETIFF, struct.pack(f"{_NAME_BYTES}sH", name.encode(), _IFF_TAP | _IFF_NO_PI))
    except OSError as error:
        sys.exit(f"The device {name} cannot be made: {error.strerror}.")
    return descriptor


def _forward(devices: list[int], lanes: list[Lane]) -> None:
    """Passes frames on until a signal ends it. The lane at the place of a device begins there and ends at the other device."""
    while True:
        now = time.monotonic()
        for lane, end in zip(lanes, reversed(devices)):
            while (frame := lane.take(now)) is not None:
                try:
                    os.write(end, frame)
                except OSError:
                    lane.counts.refused += 1
        due = [when for lane in lanes if (when := lane.due_time) is not None]
        for device in select.select(devices, [], [], max(0.0, min(due) - time.monotonic()) if due else None)[0]:
            try:
                lanes[devices.index(device)].put(os.read(device, LARGEST_FRAME), time.monotonic())
            except BlockingIOError:
                pass


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="A link between two new TAP devices; SIGTERM ends it, and then it prints its counts.")
    parser.add_argument("devices", nargs=2, metavar="DEVICE", help="the names of its ends, of 15 bytes at most")
    parser.add_argument("--delay", type=float, default=0, metavar="SECONDS", help="how long a frame takes (0)")
    parser.add_argument("--jitter", type=float, default=0, metavar="SECONDS", help="by how much it takes more or less (0)")
    parser.add_argument("--loss", type=float, default=0, metavar="SHARE", help="how many frames are lost, from 0 to 1 (0)")
    parser.add_argument("--seed", default="1", help="the beginning of the random numbers (1)")
    return parser.parse_args()


def main() -> None:
    """Makes the link, says that it is ready, and passes frames on."""
    options = _options()
    try:
        quality = Quality(options.delay, options.jitter, options.loss)
    except ValueError as error:
        sys.exit(f"There is no such link: {error}.")
    for name in options.devices:
        if not 0 < len(name.encode()) < _NAME_BYTES:
            sys.exit(f"{name!r} is no name of a device: it has 1 to {_NAME_BYTES - 1} bytes.")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    devices = [_device(name) for name in options.devices]
    try:
        # A network does not wait for a processor, so this goes before the programs that it connects.
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except OSError:
        pass
    lanes = [Lane(quality, f"{options.seed} from {name}") for name in options.devices]
    try:
        print("ready", flush=True)
        _forward(devices, lanes)
    finally:
        print(json.dumps({name: asdict(lane.counts) for name, lane in zip(options.devices, lanes)}), flush=True)


if __name__ == "__main__":
    main()
