"""What goes wrong in a run."""


class BenchmarkError(Exception):
    """A run cannot go on; its text is a sentence for the person who started it."""


class SilenceError(BenchmarkError):
    """A player was not heard in time."""


class EndedError(BenchmarkError):
    """A player ended by itself while it was told something."""
