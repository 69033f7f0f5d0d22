"""Placing a sound in time from a growing recording."""

import unittest
from array import array

from fermata_benchmarks.recorder import LOOKS_AFTER, arrival, click_places, data_offset, first_audible
from fermata_benchmarks.sound_system import QUANTUM, RATE

CYCLE = QUANTUM / RATE


class ClickTests(unittest.TestCase):
    def test_a_click_is_where_it_is_loudest(self) -> None:
        plane = array("f", [0.03] * 5_000)
        plane[1_000], plane[1_001], plane[1_002] = 0.2, 0.7, -0.3
        plane[4_000] = -0.5
        self.assertEqual(click_places(plane), [1_001, 4_000])

    def test_what_is_quiet_is_no_click(self) -> None:
        self.assertEqual(click_places(array("f", [0.05] * 100)), [])


class ArrivalTests(unittest.TestCase):
    def test_a_frame_arrives_with_its_cycle(self) -> None:
        # The sink takes cycle n at 100 + n cycles; we look late, but for the third time.
        late = [0.9e-3, 0.4e-3, 0.0, 0.7e-3]
        grown = [(100 + n * CYCLE + late[n], (n + 1) * QUANTUM) for n in range(4)]
        for cycle in range(4):
            self.assertAlmostEqual(arrival(grown, cycle * QUANTUM) or 0, 100 + cycle * CYCLE, places=9)

    def test_a_frame_within_a_cycle_is_that_much_later(self) -> None:
        grown = [(100.0, QUANTUM)]
        self.assertAlmostEqual(arrival(grown, 441) or 0, 100.01)

    def test_a_missed_cycle_leaves_no_answer(self) -> None:
        grown = [(100 + (n + (1 if n >= 20 else 0)) * CYCLE, (n + 1) * QUANTUM) for n in range(20 + LOOKS_AFTER)]
        self.assertIsNone(arrival(grown, 20 * QUANTUM))


class SoundTests(unittest.TestCase):
    def test_the_first_audible_frame_of_a_channel(self) -> None:
        samples = array("f", [0, 0, 0.5, 0, 0, -0.5, 0.5, 0.5])
        self.assertEqual(first_audible(samples, 0), 1)
        self.assertEqual(first_audible(samples, 1), 2)

    def test_silence_and_noise_below_the_mark_are_no_sound(self) -> None:
        self.assertIsNone(first_audible(array("f", [0] * 8), 0))
        self.assertIsNone(first_audible(array("f", [1e-5] * 8), 0))

    def test_samples_begin_behind_the_data_header(self) -> None:
        self.assertEqual(data_offset(b"RIFF....WAVEfmt ....data\0\0\0\0samples"), 28)


if __name__ == "__main__":
    unittest.main()
