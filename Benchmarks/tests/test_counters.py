"""Reading what the kernel counts."""

import os
import time
import unittest

from fermata_benchmarks.counters import Snapshot, load_between, memory, parse_memory, snapshot


class CounterTests(unittest.TestCase):
    def test_load_is_per_second_and_by_thread(self) -> None:
        before = Snapshot(10.0, 1.0, {1: 100, 2: 50}, {1: "main", 2: "worker"})
        after = Snapshot(20.0, 1.5, {1: 110, 2: 250, 3: 20}, {1: "main", 2: "worker", 3: "worker"})
        load = load_between(before, after)
        self.assertAlmostEqual(load.cpu_percent, 5.0)
        self.assertEqual(load.by_thread, {"main": 1.0, "worker": 22.0})
        self.assertAlmostEqual(load.wakeups, 23.0)

    def test_a_sleeping_process_is_seen_to_wake(self) -> None:
        before = snapshot(os.getpid())
        for _ in range(5):
            time.sleep(0.001)
        self.assertGreaterEqual(load_between(before, snapshot(os.getpid())).wakeups, 5)

    def test_memory_is_in_megabytes(self) -> None:
        text = "5581-7ffe ---p 00000000 00:00 0 [rollup]\nRss: 3000 kB\nPss:  2000 kB\nPss_Dirty: 1 kB\nPrivate_Dirty: 500 kB\n"
        used = parse_memory(text)
        self.assertAlmostEqual(used.pss, 2.048)
        self.assertAlmostEqual(used.private_dirty, 0.512)
        self.assertGreater(memory(os.getpid()).pss, 1)


if __name__ == "__main__":
    unittest.main()
