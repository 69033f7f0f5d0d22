"""The report and the chart."""

import unittest
from xml.etree import ElementTree

from fermata_benchmarks.budgets import Budget, Verdict
from fermata_benchmarks.plot import groups, svg
from fermata_benchmarks.report import budget_table, full_table, markdown, number
from fermata_benchmarks.results import Measure, Results

CPU = Measure("CPU, playing <loud>", "% of a core")


def sample() -> tuple[Results, list[Verdict]]:
    results = Results()
    results.add(CPU, "Fermata", 0.5, 0.4, 0.6)
    results.add(CPU, "MPD", 0.4)
    results.add(Measure("alone", "ms"), "Fermata", 1)
    return results, [Verdict(Budget(CPU, 0.8, "MPD"), 0.5, 0.4)]


class ReportTests(unittest.TestCase):
    def test_numbers_have_as_many_digits_as_they_deserve(self) -> None:
        self.assertEqual([number(value) for value in (0, 0.123, 12.34, 12345.6)], ["0", "0.12", "12.3", "12,346"])

    def test_a_missed_budget_stands_out_with_its_ratio(self) -> None:
        row = budget_table(sample()[1]).splitlines()[-1]
        self.assertIn("**missed**", row)
        self.assertIn("1.25", row)
        self.assertIn("≤ 0.8 × MPD = 0.32 % of a core", row)

    def test_every_measure_shows_its_range_and_what_is_lacking(self) -> None:
        lines = full_table(sample()[0]).splitlines()
        self.assertIn("0.50 (0.40–0.60)", lines[2])
        self.assertIn("–", lines[3])

    def test_all_rows_have_the_columns_of_their_head(self) -> None:
        results, verdicts = sample()
        text = markdown({"date": "today"}, "Conditions.", verdicts, results, Results())
        for block in text.split("\n\n"):
            if block.startswith("|"):
                self.assertEqual(len({line.count("|") for line in block.splitlines()}), 1)


class PlotTests(unittest.TestCase):
    def test_the_chart_is_well_formed_and_has_a_bar_for_each_player(self) -> None:
        root = ElementTree.fromstring(svg(groups(*sample())))
        rectangles = root.findall("{http://www.w3.org/2000/svg}rect")
        self.assertEqual(len(rectangles), 2)
        widths = [float(rectangle.attrib["width"]) for rectangle in rectangles]
        self.assertAlmostEqual(widths[1] / widths[0], 0.8, places=2)

    def test_what_has_neither_budget_nor_peer_is_left_out(self) -> None:
        self.assertEqual([group.measure for group in groups(*sample())], [CPU])


if __name__ == "__main__":
    unittest.main()
