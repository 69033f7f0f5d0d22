"""A sink that records, and so knows when a sound arrived."""

import time
from array import array
from pathlib import Path

from .errors import BenchmarkError, SilenceError
from .sound_system import QUANTUM, RATE, SoundSystem
from .waiting import wait_until

CHANNELS = 2
FRAME_BYTES = CHANNELS * 4

AUDIBLE = 1e-4
"""The least sample that counts as sound, −80 dB of full scale."""

CLICK = 0.1
"""The least sample of a click; a codec that loses something makes it less steep."""

CLICK_LENGTH = 2_000
"""In frames, with all that a codec makes of it."""

FIT_SECONDS = 2.0
"""How far back cycles are looked at to place frames in time."""

LOOKS_AFTER = 8
"""How many more cycles are looked at once a sound was found."""

SLIP_SECONDS = 0.003
"""How much later than the others the cycles after a sound may be; more means that the graph has missed one."""


class Recorder:
    """`pw-record` as the default sink, always running: a warm sink.

    It appends each graph cycle to a file. When frame n of the file was handed to the sink follows from when the file grew: of
    the latest cycles the one that was seen soonest is taken as punctual, and all others are placed from it by their frame
    numbers. One look at the file is a millisecond apart from the next; over some 80 cycles the error is a fraction of it.
    The same holds for every player, so differences are more exact than the values. Where the graph missed a cycle the
    numbers no longer tell the time; then there is no answer.
    """

    NAME = "recorder"

    def __init__(self, system: SoundSystem) -> None:
        self.system = system
        self._path = system.directory / "recording.wav"
        self._child = system.launch([
            "pw-record", "--target", "0", "--rate", str(RATE), "--channels", str(CHANNELS), "--format", "f32",
            "--latency", "8192", "-P",
            f"{{ media.class=Audio/Sink node.name={self.NAME} node.description={self.NAME} "
            "node.always-process=true priority.session=9000 }", str(self._path),
        ])
        wait_until("the recorder to be the default sink", lambda: system.default_sink() == self.NAME)
        wait_until("the recorder to record", lambda: self._path.exists() and self._path.stat().st_size > 256)
        self._file = self._path.open("rb")
        self._file.seek(data_offset(self._file.read(256)))
        self._frame = 0
        """The number of the next frame that is read."""
        self._grown: list[tuple[float, int]] = []
        """When it was seen that the file held that many frames."""

    def close(self) -> None:
        """Ends the recording and removes it."""
        self.system.children.stop(self._child)
        self._file.close()
        self._path.unlink()

    def listen(self, seconds: float) -> None:
        """Follows the recording for a while, without looking at its sound; needed before anything is timed."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._read()

    def wait_for_silence(self) -> None:
        """Returns once a tenth of a second has been silent."""
        silent = 0
        deadline = time.monotonic() + 20
        while silent < RATE // 10:
            samples = self._read()
            silent = 0 if any(samples) else silent + len(samples) // CHANNELS
            if time.monotonic() > deadline:
                raise BenchmarkError("the recorder's sink did not fall silent")

    def first_sound(self, channel: int, patience: float = 10.0) -> float | None:
        """When, on CLOCK_MONOTONIC in seconds, the first audible frame in `channel` reached the sink, from now on.

        None where the graph missed a cycle about then.
        """
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            first = self._frame
            index = first_audible(self._read(), channel)
            if index is not None:
                self.listen(LOOKS_AFTER * QUANTUM / RATE)
                return arrival(self._grown, first + index)
        raise SilenceError(f"nothing was heard for {patience:g} s")

    def clicks(self, seconds: float) -> list[int] | None:
        """The numbers of the frames in which it clicks on the left within so many seconds from now.

        None where the graph missed a cycle meanwhile, and the numbers say nothing.
        """
        first, samples = self._frame, array("f")
        self._grown.clear()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            samples += self._read()
        if arrival(self._grown, self._frame) is None:
            return None
        return [first + click for click in click_places(samples[0::CHANNELS])]

    def click_times(self, seconds: float) -> list[float]:
        """When, on CLOCK_MONOTONIC in seconds, each click on the left reached the sink within so many seconds from now.

        Those about which the graph missed a cycle are left out.
        """
        times: list[float] = []
        deadline = time.monotonic() + seconds
        deaf_until = self._frame
        while time.monotonic() < deadline:
            first = self._frame
            plane = self._read()[0::CHANNELS]
            for place, sample in enumerate(plane):
                if abs(sample) <= CLICK or first + place < deaf_until:
                    continue
                deaf_until = first + place + CLICK_LENGTH
                when = arrival(self._grown, first + place)
                if when is not None:
                    times.append(when)
        return times

    def _read(self) -> array:
        """The frames that are new; waits a millisecond where there are none."""
        data = self._file.read()
        now = time.monotonic()
        whole = len(data) // FRAME_BYTES * FRAME_BYTES
        if whole < len(data):
            self._file.seek(whole - len(data), 1)
        if whole == 0:
            time.sleep(0.001)
            return array("f")
        self._frame += whole // FRAME_BYTES
        self._grown.append((now, self._frame))
        while self._grown[0][0] < now - FIT_SECONDS:
            self._grown.pop(0)
        return array("f", data[:whole])


def click_places(plane: array) -> list[int]:
    """The numbers of the loudest frame of each click in one channel."""
    places = []
    end = 0
    for place, sample in enumerate(plane):
        if place >= end and abs(sample) > CLICK:
            end = place + CLICK_LENGTH
            places.append(max(range(place, min(end, len(plane))), key=lambda index: abs(plane[index])))
    return places


def arrival(grown: list[tuple[float, int]], frame: int) -> float | None:
    """When `frame` was played by a sink that took one cycle at each of those times: its cycle's start and its place in it.

    None where the last cycles are later than the earlier ones say.
    """
    starts = [seen - frames / RATE for seen, frames in grown]
    if min(starts[-LOOKS_AFTER:]) - min(starts) > SLIP_SECONDS:
        return None
    return min(starts) + (frame + QUANTUM) / RATE


def first_audible(samples: array, channel: int) -> int | None:
    """The number of the first frame that sounds in `channel`."""
    if not any(samples):
        return None
    plane = samples[channel::CHANNELS]
    return next((index for index, sample in enumerate(plane) if abs(sample) > AUDIBLE), None)


def data_offset(head: bytes) -> int:
    """Where in a WAV file the samples begin."""
    at = head.find(b"data")
    if at < 0:
        raise BenchmarkError("the recording has no data chunk at its beginning")
    return at + 8
