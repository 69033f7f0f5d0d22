"""Frames that tell their number: each sample is the number modulo 2²⁴, as so many 2⁻²⁴, and negative in every second channel."""

import numpy

MODULUS = 1 << 24


def numbers(first: int, count: int) -> numpy.ndarray:
    """The numbers of `count` frames from `first` on."""
    return (first + numpy.arange(count, dtype=numpy.int64)) % MODULUS


def expected(first: int, count: int, channels: int) -> numpy.ndarray:
    """The samples of `count` frames from the number `first` on: frames × channels."""
    plane = (numbers(first, count) / MODULUS).astype(numpy.float32)
    signs = numpy.where(numpy.arange(channels) % 2 == 0, 1, -1).astype(numpy.float32)
    return plane[:, None] * signs


def first_number(samples: numpy.ndarray, before: int = 0) -> int:
    """The number of the frame `before` frames before these, by the first one that is not silent."""
    place = int(numpy.argmax(samples.any(axis=1)))
    return round(float(samples[place, 0]) * MODULUS) - place - before
