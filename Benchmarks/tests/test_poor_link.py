"""What a poor link does to frames: as much as was asked for, and the same each time."""

import statistics
import unittest

from fermata_benchmarks.rooms.poor_link import LIMIT, Lane, Quality


def delays(quality: Quality, count: int, seed: str = "1") -> dict[int, float]:
    """By the number of a frame that arrives: how long it took. A frame begins every second."""
    lane, found = Lane(quality, seed), {}
    for number in range(count):
        lane.put(number.to_bytes(4, "big"), float(number))
        due = lane.due_time
        if due is not None:
            frame = lane.take(due)
            assert frame is not None
            found[int.from_bytes(frame, "big")] = due - number
    return found


class PoorLinkTests(unittest.TestCase):
    def test_as_many_frames_are_lost_as_were_asked_for(self) -> None:
        for loss in (0.0, 0.01, 0.3, 1.0):
            lost = 20_000 - len(delays(Quality(loss=loss), 20_000))
            # Five times the standard deviation.
            self.assertAlmostEqual(lost, 20_000 * loss, delta=5 * (20_000 * loss * (1 - loss)) ** 0.5)

    def test_delays_are_even_between_the_least_and_the_most(self) -> None:
        found = list(delays(Quality(delay=0.02, jitter=0.01), 20_000).values())
        self.assertAlmostEqual(min(found), 0.01, delta=0.000_1)
        self.assertAlmostEqual(max(found), 0.03, delta=0.000_1)
        self.assertAlmostEqual(statistics.mean(found), 0.02, delta=0.000_3)
        self.assertAlmostEqual(statistics.stdev(found), 0.02 / 12 ** 0.5, delta=0.000_3)

    def test_the_same_seed_has_the_same_fate_for_each_frame(self) -> None:
        quality = Quality(delay=0.02, jitter=0.01, loss=0.1)
        self.assertEqual(delays(quality, 500), delays(quality, 500))
        self.assertNotEqual(delays(quality, 500), delays(quality, 500, seed="2"))

    def test_nothing_arrives_before_its_time(self) -> None:
        lane = Lane(Quality(delay=0.02), "1")
        lane.put(b"frame", 5.0)
        self.assertIsNone(lane.take(5.019))
        self.assertEqual(lane.take(5.021), b"frame")
        self.assertIsNone(lane.due_time)

    def test_frames_overtake_each_other_only_with_jitter(self) -> None:
        for jitter, overtakes in ((0.0, False), (0.01, True)):
            lane = Lane(Quality(delay=0.02, jitter=jitter), "1")
            for number in range(100):
                lane.put(bytes([number]), 0.0)
            arrived = [lane.take(1.0) for _ in range(100)]
            self.assertEqual(arrived != sorted(arrived, key=lambda frame: frame or b""), overtakes)

    def test_what_is_too_much_is_refused_and_counted(self) -> None:
        lane = Lane(Quality(delay=1.0), "1")
        for _ in range(LIMIT + 5):
            lane.put(b"frame", 0.0)
        self.assertEqual((lane.counts.taken, lane.counts.lost, lane.counts.refused), (LIMIT + 5, 0, 5))

    def test_a_link_that_cannot_be_is_refused(self) -> None:
        for wrong in ({"loss": 1.5}, {"loss": -0.1}, {"jitter": 0.1}, {"delay": -1.0}):
            self.assertRaises(ValueError, Quality, **wrong)

    def test_it_is_told_to_netem_in_its_words(self) -> None:
        quality = Quality(delay=0.02, jitter=0.005, loss=0.01)
        self.assertEqual(quality.for_netem, ["delay", "20ms", "5ms", "loss", "1%"])


if __name__ == "__main__":
    unittest.main()
