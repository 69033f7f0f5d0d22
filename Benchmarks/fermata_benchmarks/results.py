"""What was measured: values by measure and by player."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass


def percentile99(values: Sequence[float]) -> float:
    """The value that 99 of 100 do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[-(-len(ordered) * 99 // 100) - 1]


@dataclass(frozen=True)
class Measure:
    """One thing that is measured, and what of the repetitions counts."""

    title: str
    unit: str
    statistic: Callable[[Sequence[float]], float] = statistics.median


class Results:
    """Values by measure and by who was measured, both in the order in which they first came."""

    def __init__(self) -> None:
        self._values: dict[Measure, dict[str, list[float]]] = {}

    def add(self, measure: Measure, subject: str, *values: float) -> None:
        """Adds values of repetitions."""
        self._values.setdefault(measure, {}).setdefault(subject, []).extend(values)

    @property
    def measures(self) -> list[Measure]:
        """All measures that have a value."""
        return list(self._values)

    @property
    def subjects(self) -> list[str]:
        """All who were measured."""
        return list(dict.fromkeys(subject for by_subject in self._values.values() for subject in by_subject))

    def values(self, measure: Measure, subject: str) -> list[float]:
        """The values of all repetitions; none where it was not measured."""
        return self._values.get(measure, {}).get(subject, [])

    def value(self, measure: Measure, subject: str) -> float | None:
        """The value that counts."""
        values = self.values(measure, subject)
        return measure.statistic(values) if values else None
