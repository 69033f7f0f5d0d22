"""Numbered frames, recorded at many rates while the graph's cycles change: the pieces have to be those frames, each once."""

import random
import time
from collections.abc import Sequence
from pathlib import Path

import numpy

from ..json_lines import Events
from ..sound_system import FREE_QUANTUM, QUANTUM
from .decoding import decoded
from .numbers import MODULUS, expected, first_number, numbers
from .studio import POSITIONS, Studio

RATES = (8_000, 44_100, 48_000, 96_000, 192_000)
QUANTA = (32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192)
PIECE_SECONDS = 7
LONGEST_BEGINNING = 2 * 8_192
"""How many frames may be silent at first: PipeWire gives silence in the first cycle of some recordings."""


def check(studio: Studio, seconds: int, dice: random.Random) -> list[str]:
    """Records for so many seconds in all, each number of channels at each rate."""
    faults: list[str] = []
    combinations = [(channels, rate) for rate in RATES for channels in POSITIONS]
    share = max(8.0, seconds / len(combinations))
    client = studio.start()
    total = 0
    for channels, rate in combinations:
        what = f"{channels} channels at {rate} Hz"
        studio.play_numbers(client, channels, rate)
        frames, told, found = _record(studio, client, channels, rate, share, dice)
        total += frames
        print(f"  {what}: {frames} frames, {told} told as missing, {len(found)} faults", flush=True)
        faults += [f"{what}, {fault}" for fault in found]
    client.close()
    studio.stop()
    studio.end_source()
    studio.system.set_quantum(QUANTUM)
    print(f"{total} numbered frames were compared in WAV and in FLAC.")
    return faults


def _record(studio: Studio, client, channels: int, rate: int, seconds: float, dice: random.Random) -> tuple[int, int, list[str]]:
    events = Events(studio.connect())
    recordings = {}
    for suffix, bits in (("wav", "float"), ("flac", "24")):
        started = client.call(
            "record.start", path=f"numbers {channels} {rate}.{suffix}", bits=bits, splitEvery=PIECE_SECONDS, channels=channels,
            sampleRate=rate)
        recordings[started["recording"]] = suffix
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        studio.system.set_quantum(dice.choice(QUANTA))
        time.sleep(dice.uniform(1, 3))
    studio.system.set_quantum(FREE_QUANTUM)
    ends = {suffix: client.call("record.stop", recording=number) for number, suffix in recordings.items()}
    waiting = set(recordings)

    def has_ended(name: str, values: dict) -> bool:
        if name == "recording.ended":
            waiting.discard(values["recording"])
        return not waiting

    told = events.until(has_ended)
    events.close()
    faults: list[str] = []
    frames = missing = 0
    for number, suffix in recordings.items():
        mine = [(name, values) for name, values in told if values.get("recording") == number]
        paths = [Path(values["path"]) for name, values in mine if name == "recording.split"] + [Path(ends[suffix]["path"])]
        marks = [(values["frame"], values["filled"]) for name, values in mine if name == "recording.marked"]
        pieces = [
            decoded(path, channels, sample="f32le" if suffix == "wav" else "s32le") for path in paths]
        faults += [f"{suffix}: ffmpeg says {piece.complaint}" for piece in pieces if piece.complaint]
        for place, piece in enumerate(pieces[:-1]):
            if len(piece.samples) != PIECE_SECONDS * rate:
                faults.append(f"{suffix}: piece {place + 1} has {len(piece.samples)} frames")
        samples = numpy.concatenate([piece.samples for piece in pieces])
        if len(samples) != ends[suffix]["frames"]:
            faults.append(f"{suffix}: {len(samples)} frames are there, {ends[suffix]['frames']} were told")
        judge = _wrong_floats if suffix == "wav" else _wrong_halves
        if fault := judged(samples, judge, marks, channels):
            faults.append(f"{suffix}: {fault}")
        frames = len(samples)
        missing = max(missing, sum(filled for _, filled in marks))
        for path in paths:
            path.unlink()
    return frames, missing, faults


def judged(samples: numpy.ndarray, judge, marks: Sequence[tuple[int, int]], channels: int) -> str | None:
    """What is wrong with numbered frames; `None` if each is in its place, or silent where a mark says so."""
    is_silent = ~samples.any(axis=1)
    if is_silent.all():
        return "everything is silent"
    begin = int(numpy.argmin(is_silent))
    is_gap = numpy.zeros(len(samples), bool)
    for frame, filled in marks:
        is_gap[frame:frame + filled] = True
    if begin > LONGEST_BEGINNING + int(is_gap[:begin].sum()):
        return f"the first {begin} frames are silent"
    is_gap[:begin] = True
    wrong = judge(samples, begin, channels)
    # Number 0 looks like silence.
    untold = (wrong & ~is_gap) | (is_gap & ~is_silent)
    if not untold.any():
        return None
    place = int(numpy.argmax(untold))
    return (f"{int(untold.sum())} of {len(samples)} frames are wrong, the first at {place}: "
            f"{samples[place - 1:place + 2, 0].tolist()}, marks {marks[:8]}")


def _wrong_floats(samples: numpy.ndarray, begin: int, channels: int) -> numpy.ndarray:
    return (samples != expected(first_number(samples), len(samples), channels)).any(axis=1)


def _wrong_halves(samples: numpy.ndarray, begin: int, channels: int) -> numpy.ndarray:
    """With 24 bits every second number is rounded, to either side; a number that is off by one would be wrong in every second frame."""
    signs = numpy.where(numpy.arange(channels) % 2 == 0, 1, -1)
    # 24 bits stand in the upper part of 32; one of them is two numbers.
    values = (samples.astype(numpy.int64) >> 8) * signs * 2
    # The number of an even frame is exact. Which of two frames is even shows in their difference: both roundings are tried.
    first = int(values[begin, 0]) - begin
    found = None
    for start in (first - 1, first, first + 1):
        wanted = numbers(start, len(samples))
        wrong = (numpy.abs(values - wanted[:, None]) > 1).any(axis=1)
        # Full scale itself does not exist.
        wrong &= wanted < MODULUS - 1
        found = wrong if found is None or wrong.sum() < found.sum() else found
    assert found is not None
    return found
