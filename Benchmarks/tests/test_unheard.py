"""What no run of numbers has."""

import unittest

from fermata_benchmarks.rooms.numbers import Run, unheard


def run(first: int, last: int) -> Run:
    return Run(place=0, length=last - first + 1, first=first, last=last, corrections=0)


class UnheardTests(unittest.TestCase):
    def test_numbers_in_a_row_miss_nothing(self) -> None:
        self.assertEqual(unheard([run(5, 9), run(10, 20)]), 0)

    def test_what_is_between_two_runs_is_missing(self) -> None:
        self.assertEqual(unheard([run(5, 9), run(12, 20), run(31, 40)]), 12)

    def test_what_is_heard_later_is_not_missing(self) -> None:
        self.assertEqual(unheard([run(5, 9), run(12, 20), run(8, 30)]), 0)

    def test_what_is_heard_again_does_not_hide_what_is_missing_behind_it(self) -> None:
        self.assertEqual(unheard([run(5, 30), run(8, 12), run(33, 40)]), 2)

    def test_nothing_misses_nothing(self) -> None:
        self.assertEqual(unheard([]), 0)


if __name__ == "__main__":
    unittest.main()
