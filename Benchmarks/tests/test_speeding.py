"""What is said of sound at another speed, about sound of which it is known."""

import unittest

from fermata_benchmarks.measures import speeding
from fermata_benchmarks.results import Results

try:
    import numpy
except ImportError:
    numpy = None


@unittest.skipIf(numpy is None, "numpy is not installed")
class SpeedingTests(unittest.TestCase):
    def setUp(self) -> None:
        self.time = numpy.arange(4 * speeding.RATE) / speeding.RATE
        self.shorter = self.time[: int(len(self.time) / speeding.SPEED)]

    def test_a_tone_that_is_shorter_is_consistent_and_noise_is_not(self) -> None:
        tone = lambda time: numpy.sin(2 * numpy.pi * 441 * time)
        self.assertLess(speeding._inconsistency(numpy, tone(self.time), tone(self.shorter)), -40)
        noise = numpy.random.default_rng(1).standard_normal
        self.assertGreater(speeding._inconsistency(numpy, noise(len(self.time)), noise(len(self.shorter))), -6)

    def test_a_delay_of_the_whole_is_taken_out_and_another_place_is_not(self) -> None:
        # A tone that swells, each time at another pitch: where in the media, and when it is heard.
        def swell(media: object, time: object) -> object:
            return numpy.sin(2 * numpy.pi * (300 + 200 * numpy.floor(2 * media)) * time) * numpy.sin(2 * numpy.pi * media) ** 2
        sound, faster = swell(self.time, self.time), swell(self.shorter * speeding.SPEED, self.shorter)
        exact = speeding._inconsistency(numpy, sound, faster)
        late = speeding._inconsistency(numpy, sound, numpy.concatenate([numpy.zeros(int(0.021 * speeding.RATE)), faster]))
        elsewhere = speeding._inconsistency(numpy, sound, numpy.concatenate([numpy.zeros(int(0.2 * speeding.RATE)), faster]))
        self.assertLess(abs(exact - late), 0.5)
        self.assertGreater(elsewhere, exact + 3)

    def test_a_pitch_is_found_to_the_cent(self) -> None:
        self.assertAlmostEqual(speeding._pitch(numpy, numpy.sin(2 * numpy.pi * 440.1 * self.time)), 440.1, delta=0.01)

    def test_clicks_are_counted(self) -> None:
        sound = numpy.zeros(int(10 * speeding.RATE / speeding.SPEED))
        places = [round(click / speeding.SPEED) for click in speeding.CLICKS]
        for place in places:
            sound[place] = 0.8
        sound[places[3]] = 0
        sound[places[4]] = 0
        sound[places[4] + 441] = 0.4
        sound[places[5] + 1_000] = 0.7
        results = Results()
        speeding._judge_clicks(numpy, sound, "x", results)
        self.assertEqual(results.value(speeding.CLICKS_LOST, "x"), 1)
        self.assertEqual(results.value(speeding.CLICKS_TWICE, "x"), 1)
        self.assertAlmostEqual(results.value(speeding.CLICKS_AT, "x") or 0, 10, delta=0.1)
        self.assertAlmostEqual(results.value(speeding.CLICK_LEVEL, "x") or 0, 50, delta=0.1)


if __name__ == "__main__":
    unittest.main()
