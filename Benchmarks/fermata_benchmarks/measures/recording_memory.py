"""What a long recording holds on to: memory and descriptors, a sample a minute."""

import os
import shutil
import time
from dataclasses import dataclass

from ..counters import Memory, memory
from ..media import MediaFile
from ..players import Fermata
from ..sound_system import SoundSystem
from .recording import playing

SAMPLES = 60
"""How many samples a window has."""

SETTLED_AT = 0.2
"""The part of the window after which buffers have their size and nothing may grow any more."""

GROWTH = 0.5
"""In MB: how much private memory may come on top of what was there then."""


@dataclass(frozen=True)
class Sample:
    """One moment of the recording."""

    seconds: float
    """Since its beginning."""
    memory: Memory
    descriptors: int


def measure(system: SoundSystem, fermata: Fermata, music: MediaFile, window: float) -> tuple[list[Sample], int]:
    """Records FLAC for the window, and answers the samples and the bytes of the file."""
    place = system.directory / "recordings"
    with playing(system, music):
        fermata.start(f'[recording]\ndirectory = "{place}"\n')
        started = fermata.client.call("record.start", source="output", path="long.flac")
        begin = time.monotonic()
        samples = [_sample(fermata.pid, begin)]
        for number in range(1, SAMPLES + 1):
            time.sleep(max(0.0, begin + window * number / SAMPLES - time.monotonic()))
            samples.append(_sample(fermata.pid, begin))
        ended = fermata.client.call("record.stop", recording=started["recording"])
        size = os.path.getsize(ended["path"])
        fermata.quit()
    shutil.rmtree(place)
    return samples, size


def faults(samples: list[Sample]) -> list[str]:
    """Sentences on what has grown between the settled sample and the last one."""
    first, last = settled(samples), samples[-1]
    found = []
    growth = last.memory.private_dirty - first.memory.private_dirty
    if growth > GROWTH:
        found.append(f"private memory grew by {growth:.2f} MB, more than {GROWTH:g}")
    if last.descriptors > first.descriptors:
        found.append(f"open descriptors grew from {first.descriptors} to {last.descriptors}")
    return found


def settled(samples: list[Sample]) -> Sample:
    """The first sample from which on nothing may grow."""
    return next(each for each in samples if each.seconds >= SETTLED_AT * samples[-1].seconds)


def markdown(facts: dict[str, str], samples: list[Sample], size: int) -> str:
    """The report."""
    first, last = settled(samples), samples[-1]
    shown = samples[:: max(1, len(samples) // 12)]
    lines = ["| second | PSS, MB | private dirty, MB | descriptors |", "| ---: | ---: | ---: | ---: |"]
    lines += [
        f"| {each.seconds:.0f} | {each.memory.pss:.2f} | {each.memory.private_dirty:.2f} | {each.descriptors} |"
        for each in ([*shown, last] if shown[-1] is not last else shown)]
    growth = last.memory.private_dirty - first.memory.private_dirty
    found = faults(samples)
    return "\n\n".join([
        "# Memory of a recording",
        "Written by `Benchmarks/run --parts recording-memory`: an output, recorded in FLAC.",
        "\n".join(f"- {name}: {value}" for name, value in facts.items()),
        "\n".join(lines),
        f"{size / 1e6:.1f} MB were written. Since second {first.seconds:.0f}, private memory has changed by {growth:+.2f} MB "
        f"(bound {GROWTH:+.2f}), and descriptors by {last.descriptors - first.descriptors:+} (bound +0): "
        + ("; ".join(found) if found else "well") + ".",
    ]) + "\n"


def _sample(pid: int, begin: float) -> Sample:
    return Sample(time.monotonic() - begin, memory(pid), len(os.listdir(f"/proc/{pid}/fd")))
