"""What the daemon holds on to as the soak goes on."""

import os
from dataclasses import dataclass

from ..counters import Memory, memory

SETTLED_AT = 0.2
"""The part of the operations after which caches are warm and nothing may grow any more."""

GROWTH = 2.0
"""In MB: how much private memory may come on top of what was there then. The heap is never as full twice."""


@dataclass(frozen=True)
class Sample:
    """One moment, in which music plays and the daemon knows the newest sink."""

    operations: int
    memory: Memory
    descriptors: int

    @staticmethod
    def of(pid: int, operations: int) -> "Sample":
        """Looks at the process."""
        return Sample(operations, memory(pid), len(os.listdir(f"/proc/{pid}/fd")))

    def __str__(self) -> str:
        return (
            f"{self.operations:6} operations: PSS {self.memory.pss:.2f} MB, private dirty "
            f"{self.memory.private_dirty:.2f} MB, {self.descriptors} descriptors")


def leaks(samples: list[Sample]) -> list[str]:
    """Sentences on what has grown between the settled sample and the last one."""
    last = samples[-1]
    settled = next(each for each in samples if each.operations >= SETTLED_AT * last.operations)
    growth = last.memory.private_dirty - settled.memory.private_dirty
    print(
        f"since {settled.operations} operations: private dirty {growth:+.2f} MB (bound {GROWTH:+.2f}), "
        f"descriptors {last.descriptors - settled.descriptors:+} (bound +0)")
    found = []
    if growth > GROWTH:
        found.append(f"private memory grew by {growth:.2f} MB")
    if last.descriptors > settled.descriptors:
        found.append(f"open descriptors grew from {settled.descriptors} to {last.descriptors}")
    return found
