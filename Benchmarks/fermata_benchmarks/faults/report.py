"""The page that a run writes."""

import os

from .. import machine
from .run import Row

PAGE = """# Load and faults

What becomes of a stream that plays while clients, the machine and other programs do their worst. Made by

    Benchmarks/run --parts faults --markdown docs/reliability.md

A file whose every frame names its number plays into a recorder that is the sink and drives the graph, and the recording is
followed number by number. Each fault has a daemon of its own, which plays for a second before and after it. *Lost* are frames
missing between the first and the last, *put in* frames of silence between two, *wrong* all others that do not follow. Memory,
threads and descriptors are the daemon's before and after the fault; `status` is asked on a connection of its own four times a
second or more, also while others wait, and its slowest answer contains what the machine had to do beside.

{conditions}

{table}
A daemon or a sound server that stands still is silent for as long; nothing of the music is lost with it, as the graph waits. A
daemon that is stopped for more than two seconds loses the cycle it was stopped in: the recorder gives it up, as a sound card
would after a few milliseconds.

A disk that hangs while it is played from is silent once what was read ahead is heard (*put in*), until somebody asks for something
else; the numbers jump where the items were to change. The wall clock is stepped as the daemon and its libraries see it
(`faketime`), not for the machine: PipeWire keeps its own. Nothing of Fermata that plays, waits or is timed reads it; all times are
those of `CLOCK_MONOTONIC`.

## The bounds of the units

Seen with the units in a real user's manager (systemd 252), which told `MemoryMax=1073741824`, `TasksMax=512`, `LimitNOFILE=4096`
and `LimitNOFILESoft=1024` of the running service. `LimitNOFILE` holds everywhere: the daemon had 1,792, to which it raises the
soft limit itself, of 4,096. `MemoryMax` and `TasksMax` take the cgroup controllers `memory` and `pids`, which a user's manager has
where they are controllers of version 2, as Debian boots; where they are of version 1 systemd hands them to nobody, knows both
bounds and applies neither (`MemoryCurrent=[not set]`). There they were seen at work in groups of the same size made by hand around
the service:

- Six tasks short of the bound, 80 clients' wishes to look into media of a host that says nothing: 78 are answered that no thread can
  be made, as the limit of threads is reached. The daemon goes on, and has its ten threads again afterwards.
- A queue of 17,280 addresses of 16,000 characters, before the bytes of its addresses had a bound of their own (32 MB), reached
  1 GiB: the kernel ends the daemon, the manager starts it again (`NRestarts=1`), and the queue is there as it was saved last, 15,120
  items.
"""

HEAD = """| fault | heard | lost | put in | wrong | private memory, MB | threads | descriptors | slowest `status`, ms | |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
"""


def markdown(rows: list[Row]) -> str:
    """The page with what was found."""
    facts = machine.facts()
    conditions = ", ".join(f"{key}: {value}" for key, value in facts.items())
    return PAGE.format(conditions=conditions, table=HEAD + "".join(_line(row) for row in rows))


def _line(row: Row) -> str:
    sound = row.heard
    cells = [f"{number:,}" for number in (sound.frames, sound.lost, sound.inserted, sound.wrong)] if sound else ["–"] * 4
    if row.before and row.after:
        cells += [
            f"{row.before.private_dirty:.1f} → {row.after.private_dirty:.1f}", f"{row.before.threads} → {row.after.threads}",
            f"{row.before.descriptors} → {row.after.descriptors}", f"{row.slowest * 1_000:.1f}",
        ]
    else:
        cells += ["–"] * 4
    return f"| {' | '.join([row.name, *cells, row.note])} |\n"
