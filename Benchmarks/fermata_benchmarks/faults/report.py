"""The page that a run writes."""

import os

from .. import machine
from .run import Row

PAGE = """# Load and faults

What happens to a stream that is playing while clients, the machine and other programs cause faults. This command writes the
page:

    Benchmarks/run --parts faults --markdown docs/reliability.md

The daemon plays a file in which the samples of each frame encode the frame's number. The recorder is the sink and drives the
graph, and the benchmark follows the numbers through the recording. Each fault gets a new daemon, which plays for a second
before and after the fault.

- *heard*: frames of the file in the recording;
- *lost*: frames that are missing between the first and the last;
- *put in*: frames of silence between two frames of the file;
- *wrong*: all other frames that do not continue the sequence.

Memory, threads and descriptors are those of the daemon, before and after the fault. The benchmark sends `status` on a separate
connection four times a second or more, also while other clients wait. The slowest answer includes delays from other work of the
machine.

{conditions}

{table}
While the daemon or the sound server is stopped, nothing plays. No music is lost, because the graph waits. If the daemon is
stopped for more than two seconds, the cycle in which it was stopped is lost: the recorder gives that cycle up, as a sound card
would after a few milliseconds.

If the disk under the playing file hangs, the daemon plays what it has read ahead (`playback.read_ahead_bytes`). With none of it,
it plays the sound that was decoded ahead, and then silence (*put in*) until a client asks for another item. Where the items were meant to change, the numbers jump; this does not count as *lost*.

Only the daemon and its libraries see the steps of the wall clock (`faketime`); the machine and PipeWire keep their own. No code
of Fermata that plays, waits or measures time reads the wall clock: all times come from `CLOCK_MONOTONIC`.

## The bounds of the units

The units were tested in a real user's service manager (systemd 252). For the running service it reported
`MemoryMax=1073741824`, `TasksMax=512`, `LimitNOFILE=4096` and `LimitNOFILESoft=1024`.

`LimitNOFILE` applies everywhere. The daemon raises the soft limit itself: it had 1,792 of 4,096. `MemoryMax` and `TasksMax`
need the cgroup controllers `memory` and `pids`. A user's manager has them under cgroup version 2, with which Debian boots.
Under version 1 systemd does not delegate them: it knows both limits and applies neither (`MemoryCurrent=[not set]`). There the
limits were tested with cgroups of the same size, made by hand around the service:

- The service was six tasks below the limit when 80 clients sent `media.probe` for a host that never answers. To 78 of them the
  daemon answered that no thread can be made, because the limit of threads is reached. It kept running, and had its ten
  threads again afterwards.
- A queue of 17,280 addresses of 16,000 characters reached 1 GiB. (This was before the addresses of a queue had a limit of their
  own, 32 MB.) The kernel killed the daemon, and the manager started it again (`NRestarts=1`). The queue came back as it was
  last saved, with 15,120 items.
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
