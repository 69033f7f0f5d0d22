"""What is said about a machine that stands still."""

import unittest
from datetime import datetime

from fermata_benchmarks.rooms.standstill import summary


class StandstillTests(unittest.TestCase):
    def test_a_watch_that_was_never_late_has_found_nothing(self) -> None:
        found = summary("")
        self.assertEqual((found.count, found.longest), (0, 0.0))

    def test_only_what_lasts_as_long_as_a_piece_of_sound_is_counted(self) -> None:
        found = summary("1.5 0.004\n2 0.02\n3 0.031\n4 0.019\n")
        self.assertEqual((found.count, found.longest), (2, 0.031))

    def test_a_server_is_excused_only_by_a_long_standstill_at_the_time_when_it_was_late(self) -> None:
        went_on = datetime(2026, 11, 26, 21, 59, 51, 200_000).timestamp()
        found = summary(f"{went_on} 0.09\n")
        self.assertTrue(found.excuses("2026-11-26 21-59-51.222 [Info] (Server) onResync (Fermata): 21.1627 ms", 0.08))
        self.assertFalse(found.excuses("2026-11-26 21-59-51.180 [Info] (Server) onResync (Fermata): 21.1627 ms", 0.08))
        self.assertFalse(found.excuses("2026-11-26 21-59-51.222 [Info] (Server) onResync (Fermata): 21.1627 ms", 0.1))
        self.assertFalse(found.excuses("2026-11-26 21-59-53.222 [Info] (Server) onResync (Fermata): 21.1627 ms", 0.08))
        self.assertFalse(found.excuses("2026-11-26 21-59-51.222 [Info] (Server) onResync (Fermata): 24.5 ms", 0.08))
        self.assertFalse(found.excuses("2026-11-26 21-59-51.222 [Info] (Server) onResync (Fermata)", 0.08))
        self.assertFalse(found.excuses("onResync (Fermata): 21.1627 ms", 0.08))

    def test_all_processors_that_stand_still_at_the_same_time_are_one_standstill(self) -> None:
        self.assertEqual(summary("2 0.05\n2.01 0.03\n2.04 0.02\n3 0.05\n").count, 3)
