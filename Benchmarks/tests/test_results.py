"""Which of the repetitions counts, and whether a budget was kept."""

import unittest
from pathlib import Path

from fermata_benchmarks.budgets import Budget, Verdict, verdicts
from fermata_benchmarks.measures import steady
from fermata_benchmarks.media import MediaFile
from fermata_benchmarks.results import Measure, Results, percentile99


class ResultsTests(unittest.TestCase):
    def test_the_median_counts_unless_the_measure_says_otherwise(self) -> None:
        results = Results()
        usual, worst = Measure("usual", "ms"), Measure("worst", "ms", max)
        for measure in (usual, worst):
            results.add(measure, "Fermata", 5, 1, 3)
        self.assertEqual(results.value(usual, "Fermata"), 3)
        self.assertEqual(results.value(worst, "Fermata"), 5)

    def test_what_was_not_measured_has_no_value(self) -> None:
        self.assertIsNone(Results().value(Measure("anything", "ms"), "Fermata"))

    def test_measures_and_subjects_keep_their_order(self) -> None:
        results = Results()
        results.add(Measure("b", ""), "MPD", 1)
        results.add(Measure("a", ""), "Fermata", 1)
        self.assertEqual([measure.title for measure in results.measures], ["b", "a"])
        self.assertEqual(results.subjects, ["MPD", "Fermata"])

    def test_the_99th_percentile_is_a_value_that_occurred(self) -> None:
        self.assertEqual(percentile99(range(1, 1001)), 990)
        self.assertEqual(percentile99([7]), 7)


class BudgetTests(unittest.TestCase):
    def test_a_budget_beside_a_peer_is_a_factor_of_its_value(self) -> None:
        verdict = Verdict(Budget(Measure("CPU", "%"), 0.8, "MPD"), 0.3, 0.4)
        self.assertAlmostEqual(verdict.limit, 0.32)
        self.assertAlmostEqual(verdict.ratio or 0, 0.75)
        self.assertTrue(verdict.is_met)

    def test_a_limit_of_zero_is_missed_by_anything_else(self) -> None:
        budget = Budget(Measure("wake-ups", "1/s"), 0)
        self.assertTrue(Verdict(budget, 0, None).is_met)
        self.assertFalse(Verdict(budget, 0.05, None).is_met)

    def test_only_what_was_measured_is_judged(self) -> None:
        file = MediaFile("flac", 44_100, Path("/music.flac"))
        results = Results()
        results.add(steady.cpu_playing(file), "Fermata", 0.3)
        self.assertEqual(verdicts(results, [file]), [])
        results.add(steady.cpu_playing(file), "MPD", 0.4)
        self.assertEqual([verdict.is_met for verdict in verdicts(results, [file])], [True])


if __name__ == "__main__":
    unittest.main()
