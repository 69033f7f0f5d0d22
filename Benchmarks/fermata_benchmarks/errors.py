"""The one error that ends a run."""


class BenchmarkError(Exception):
    """A run cannot go on; its text is a sentence for the person who started it."""
