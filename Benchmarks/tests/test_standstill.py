"""What is said about a machine that stands still."""

import unittest

from fermata_benchmarks.rooms.standstill import Standstill, summary


class StandstillTests(unittest.TestCase):
    def test_a_watch_that_was_never_late_has_found_nothing(self) -> None:
        self.assertEqual(summary(""), Standstill(0, 0.0))

    def test_only_what_lasts_as_long_as_a_piece_of_sound_is_counted(self) -> None:
        self.assertEqual(summary("0.004\n0.02\n0.031\n0.019\n"), Standstill(2, 0.031))
