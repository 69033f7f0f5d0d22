"""Following the numbers of frames through a recording."""

import tempfile
import unittest
from array import array
from pathlib import Path

from fermata_benchmarks.faults.numbered import SCALE, Heard, heard, numbered_file
from fermata_benchmarks.sound_system import RATE


def recording(numbers: list[int]) -> array:
    """Interleaved samples: frame n is n + 1 and its negative; -1 is silence."""
    return array("f", [sample for n in numbers for sample in ((n + 1) / SCALE, -(n + 1) / SCALE)])


class HeardTests(unittest.TestCase):
    def test_a_whole_recording_between_silences(self) -> None:
        self.assertEqual(heard(recording([-1, -1, *range(100), -1])), Heard(100, 0, 0, 0))

    def test_what_is_missing_is_counted(self) -> None:
        self.assertEqual(heard(recording([*range(10), *range(15, 20)])), Heard(15, 5, 0, 0))

    def test_a_jump_that_was_to_be_loses_nothing(self) -> None:
        numbers = [*range(10), *range(15, 20), *range(30, 40)]
        self.assertEqual(heard(recording(numbers), {31}), Heard(25, 5, 0, 0))

    def test_a_file_can_begin_with_another_number(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            path = numbered_file(Path(directory), 1, first=1_000, name="other.wav")
            self.assertEqual(path.name, "other.wav")
            self.assertEqual(path.read_bytes()[44:50], (1_000).to_bytes(3, "little") + (-1_000).to_bytes(3, "little", signed=True))

    def test_silence_in_between_is_put_in(self) -> None:
        self.assertEqual(heard(recording([*range(10), -1, -1, *range(10, 20)])), Heard(20, 0, 2, 0))

    def test_a_frame_heard_twice_is_wrong(self) -> None:
        self.assertEqual(heard(recording([*range(10), *range(8, 20)])), Heard(20, 0, 0, 2))

    def test_a_softer_frame_is_wrong(self) -> None:
        samples = recording(list(range(10)))
        samples[8] /= 3
        self.assertEqual(heard(samples).wrong, 1)

    def test_nothing_is_heard_of_silence(self) -> None:
        self.assertEqual(heard(recording([-1] * 10)).frames, 0)

    def test_the_file_names_its_frames(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            data = numbered_file(Path(directory), 1).read_bytes()
        self.assertEqual(len(data), 44 + 6 * RATE)
        self.assertEqual(data[44:56], b"\x01\0\0\xff\xff\xff\x02\0\0\xfe\xff\xff")


if __name__ == "__main__":
    unittest.main()
