"""What counts as growth of a long recording."""

import unittest

from fermata_benchmarks.counters import Memory
from fermata_benchmarks.measures.recording_memory import Sample, faults, markdown, settled


def samples(dirty: list[float], descriptors: list[int]) -> list[Sample]:
    """A sample each ten seconds."""
    return [Sample(number * 10.0, Memory(20.0, each), count) for number, (each, count) in enumerate(zip(dirty, descriptors))]


class RecordingMemoryTests(unittest.TestCase):
    def test_what_grows_before_a_fifth_of_the_time_is_no_fault(self) -> None:
        found = samples([5, 9, 9.1, 9.2, 9.3, 9.4], [20, 24, 24, 24, 24, 24])
        self.assertEqual(settled(found).seconds, 10)
        self.assertEqual(faults(found), [])

    def test_memory_and_descriptors_that_grow_later_are_faults(self) -> None:
        found = faults(samples([5, 9, 9.2, 9.4, 9.6, 9.8], [20, 24, 24, 24, 25, 25]))
        self.assertEqual(found, [
            "private memory grew by 0.80 MB, more than 0.5", "open descriptors grew from 24 to 25"])

    def test_the_report_has_the_last_sample(self) -> None:
        text = markdown({"machine": "x"}, samples([5.0] * 61, [20] * 61), 1_000_000)
        self.assertIn("| 600 | 20.00 | 5.00 | 20 |", text)
        self.assertIn("1.0 MB were written. Since second 120", text)


if __name__ == "__main__":
    unittest.main()
