"""What has to hold."""

from fermata_benchmarks.errors import BenchmarkError


def require(holds: bool, sentence: str) -> None:
    """Raises with the sentence if something does not hold."""
    if not holds:
        raise BenchmarkError(sentence)
