"""What is judged about the feed of rooms, and what the run looks at before it believes a figure."""

import math
import socket
import unittest
from pathlib import Path

from fermata_benchmarks.budgets import feeding_verdicts
from fermata_benchmarks.counters import Snapshot
from fermata_benchmarks.measures import feeding
from fermata_benchmarks.media import MediaFile
from fermata_benchmarks.report import judged
from fermata_benchmarks.results import Results
from fermata_benchmarks.snapserver import LOCAL, free_ports, says_fed

FLAC = MediaFile("flac", feeding.RATE, Path("/music.flac"))


def seen(*names: str) -> Snapshot:
    """A process with threads of those names."""
    return Snapshot(1.0, 0.0, dict.fromkeys(range(len(names)), 0), dict(enumerate(names)))


def played(in_rooms: list[float], locally: list[float], feeds: int = 0) -> Results:
    """A run that has found that processor time, and so many threads of the feed without a room."""
    results = Results()
    results.add(feeding.cpu(FLAC), "Fermata", *in_rooms)
    results.add(feeding.cpu(FLAC), feeding.LOCAL, *locally)
    results.add(feeding.REST_FEED_THREADS, "Fermata", 0, feeds)
    return results


class FeedingTests(unittest.TestCase):
    def test_the_feed_may_take_a_fifth_more_than_playing_on_the_machine_in_the_median(self) -> None:
        for in_rooms, is_met in (([1_200.0, 9_000.0, 900.0], True), ([1_201.0, 9_000.0, 900.0], False)):
            verdict = feeding_verdicts(played(in_rooms, [1_000.0, 500.0, 3_000.0]), [FLAC])[0]
            self.assertEqual((verdict.limit, verdict.is_met), (1_200.0, is_met))

    def test_one_thread_of_the_feed_without_a_room_is_too_many_however_rare(self) -> None:
        for feeds, is_met in ((0, True), (1, False)):
            verdicts = feeding_verdicts(played([1.0], [1.0], feeds), [FLAC])
            self.assertEqual([each.is_met for each in verdicts if each.budget.measure is feeding.REST_FEED_THREADS], [is_met])

    def test_threads_of_the_feed_are_known_by_their_name(self) -> None:
        self.assertEqual(feeding.feed_threads(seen("fermatad", "fermata-control", "fermata-data (real-time)")), 0)
        self.assertEqual(feeding.feed_threads(seen("fermatad", "fermata-rooms", "fermata-rooms")), 2)

    def test_that_name_is_the_one_in_the_list_of_threads(self) -> None:
        page = Path(__file__).resolve().parents[2] / "docs/threads.md"
        self.assertIn(f"| feed of rooms | `{feeding.FEED_THREAD}` |", page.read_text())

    def test_each_way_goes_first_every_other_time(self) -> None:
        firsts = [feeding.in_turn(["one", "other"], turn)[0] for turn in range(4)]
        self.assertEqual(firsts, ["one", "other", "one", "other"])

    def test_a_daemon_is_behind_by_what_its_position_lacks(self) -> None:
        self.assertAlmostEqual(feeding.behind(72.0, {"state": "playing", "position": {"seconds": 70.5}}), 1.5)
        self.assertEqual(feeding.behind(72.0, {"state": "stopped", "position": None}), math.inf)

    def test_the_report_has_the_ratio_and_the_budget(self) -> None:
        results = played([1_010.0], [1_600.0])
        text = judged("Feeding", "run", {"date": "today"}, "Conditions.", feeding_verdicts(results, [FLAC]), results, Results())
        row = next(line for line in text.splitlines() if line.startswith("| Processor time, playing 48 kHz FLAC |"))
        self.assertIn("| 0.63 |", row)
        self.assertIn("≤ 1.2 × local playback = 1,920 µs/s | met |", row)


class SnapserverTests(unittest.TestCase):
    def test_the_last_state_of_the_server_counts(self) -> None:
        begun = "12 [Info] (PcmStream) State changed: Fermata, state: idle => playing"
        ended = "13 [Info] (PcmStream) State changed: Fermata, state: playing => idle"
        for log, is_fed in (("", False), (begun, True), (f"{begun}\nmore", True), (f"{begun}\n{ended}", False)):
            self.assertEqual(says_fed(log), is_fed)

    def test_free_ports_differ_and_nobody_listens_on_them(self) -> None:
        ports = free_ports(3)
        self.assertEqual(len(set(ports)), 3)
        for port in ports:
            with socket.socket() as client:
                self.assertNotEqual(client.connect_ex((LOCAL, port)), 0)


if __name__ == "__main__":
    unittest.main()
