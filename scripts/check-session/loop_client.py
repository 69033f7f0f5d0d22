"""A client of live sound: sends what it hears at an input back to an output, by a clock of its own.

Its standard input has the orders of the check, a word a line: `slower` turns its clock, `report` asks for a line of JSON on standard output,
`end` ends it. The arguments are the connections of `record.open` and `stream.open`. It is a process of its own, with the priority that
the programs of the sound server have, so that what else the check computes does not make it late.
"""

import json
import os
import select
import socket
import statistics
import sys
import time
from array import array

from fermata_benchmarks.measures.loop import HEAD
from fermata_benchmarks.sound_system import RATE

PARTS_PER_MILLION = 200
"""By how much the client's clock is faster at first, and slower later."""

DAWDLES = (20.0, 0.06)
"""How often the client is late, and by how much, in seconds, so that there are gaps to be told."""

JUMP = 0.005
"""In seconds: what the times of two pieces are apart that do not follow one on the other, and more than they differ by chance."""

FLOOR = 131
"""What it sends instead of silence, in 16 bits, so that silence at the output is a gap."""


class Client:
    """The state of the client between two pieces."""

    def __init__(self, heard: socket.socket, out: socket.socket) -> None:
        self._heard = heard
        self._out = out
        self._faster = True
        self._late: list[float] = []
        self._next: float | None = None
        self._jumps: list[float] = []
        self._drift = 0
        self._started = self._dawdled = time.monotonic()

    def run(self) -> None:
        """Carries sound until the check says that it is over."""
        data = b""
        while True:
            ready, _, _ = select.select([self._heard, sys.stdin], [], [])
            # Not by a buffered read, behind which `select` would not see a second order.
            if sys.stdin in ready and not all(self._obey(order) for order in os.read(sys.stdin.fileno(), 64).split() or [b"end"]):
                return
            if self._heard in ready:
                part = self._heard.recv(65_536)
                if not part:
                    raise SystemExit("the daemon has ended the recording")
                data = self._take(data + part)

    def _obey(self, order: bytes) -> bool:
        if order == b"slower":
            self._faster = False
        elif order == b"report":
            late = self._late or [0.0]
            print(json.dumps({"median": statistics.median(late), "worst": max(late), "jumps": self._jumps}), flush=True)
            self._late, self._jumps = [], []
        return order in (b"slower", b"report")

    def _take(self, data: bytes) -> bytes:
        if time.monotonic() - self._dawdled > DAWDLES[0]:
            self._dawdled = time.monotonic()
            time.sleep(DAWDLES[1])
        while len(data) >= HEAD.size and len(data) >= HEAD.size + HEAD.unpack_from(data)[2]:
            _, begun, count = HEAD.unpack_from(data)
            # What has waited since before this program ran would only make the delay longer.
            if begun / 1e9 >= self._started:
                self._late.append(time.monotonic() - begun / 1e9)
                self._pass(begun / 1e9, array("h", data[HEAD.size:HEAD.size + count]))
            data = data[HEAD.size + count:]
        return data

    def _pass(self, begun: float, sound: array) -> None:
        frames = len(sound) // 2
        if self._next is not None and abs(begun - self._next) > JUMP:
            self._jumps.append(begun - self._next)
        self._next = begun + frames / RATE
        if 0 in sound:
            sound = array("h", [sample or FLOOR for sample in sound])
        self._drift += frames
        if self._drift >= 1_000_000 // PARTS_PER_MILLION:
            self._drift -= 1_000_000 // PARTS_PER_MILLION
            sound = sound[:2] + sound if self._faster else sound[2:]
        self._out.sendall(sound.tobytes())


if __name__ == "__main__":
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(20))
    except PermissionError:
        print("loop_client.py: may not have real-time priority; it may be late", file=sys.stderr)
    Client(*(socket.socket(fileno=int(each)) for each in sys.argv[1:3])).run()
