"""Sound at one and a half times the speed at the same pitch, beside other programs: what it takes, and what is left of the sound."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import BenchmarkError
from ..media import MUSIC
from ..results import Measure, Results
from .offline import is_there, run_filters, seconds_of

RATE = 44_100
SPEED = 1.5
SECONDS = 120
"""Of what the processor time is reckoned from, for an hour of what is heard."""

CPU = Measure(f"{SPEED} times as fast, stereo, processor time for an hour that is heard", "s")
LENGTH = Measure("Length, frames too many or too few of ten seconds", "", max)
PITCH = Measure("Pitch of five tones, the largest error", "cents", max)
CLICKS_AT = Measure("Clicks in silence, the farthest from where they belong", "ms", max)
CLICKS_LOST = Measure("Clicks that are lost, of 26", "", max)
CLICKS_TWICE = Measure("Clicks that come twice", "", max)
CLICK_LEVEL = Measure("Clicks, the quietest of those that are left", "%", min)


def inconsistency(title: str) -> Measure:
    """The measure of Laroche and Dolson (see `_inconsistency`) for one kind of sound."""
    return Measure(f"What differs in the spectra: {title}", "dB")


TONES = (60, 110, 440, 997, 3_000)
CHORD = (55, 110.2, 220.7, 277.4, 329.9, 440.9, 659.1, 1_318.7)
CLICKS = [int((0.25 + 0.37 * number) * RATE) for number in range(26)]
SPEECH = (
    "The north wind and the sun were disputing which was the stronger, when a traveller came along wrapped in a warm cloak. "
    "They agreed that the one who first succeeded in making the traveller take his cloak off should be stronger than the other."
)


def measure(directory: Path, repetitions: int, results: Results) -> list[str]:
    """Has each program play the same sounds faster; answers what was not measured."""
    try:
        import numpy
    except ImportError:
        raise BenchmarkError("missing: numpy. On Debian: apt-get install python3-numpy") from None
    place = directory / "speeding"
    place.mkdir()
    left_out = []
    for subject, program, command in _players(place):
        if program is not None and not is_there(program):
            left_out.append(f"{subject}: not installed")
            continue
        _judge(_Engine(numpy, place, command), subject, repetitions, results)
    return left_out


def _players(place: Path) -> list[tuple[str, str | None, Callable[[Path, Path], list[str]]]]:
    """Each program, and how it is told to make the second file of the first one."""
    def ffmpeg(filter_: str) -> Callable[[Path, Path], list[str]]:
        return lambda source, result: [
            "ffmpeg", "-nostdin", "-v", "error", "-y", "-filter_threads", "1", "-i", str(source), "-af", filter_, "-c:a", "pcm_f32le",
            str(result)]

    def mpv(source: Path, result: Path) -> list[str]:
        return [
            "mpv", "--no-config", "--really-quiet", "--no-video", f"--speed={SPEED}", "--audio-pitch-correction=yes",
            "--af=scaletempo2", "--ao=pcm", f"--ao-pcm-file={result}", "--audio-format=float", str(source)]

    def sox(option: str) -> Callable[[Path, Path], list[str]]:
        return lambda source, result: ["sox", str(source), "-b", "32", "-e", "float", str(result), "tempo", option, str(SPEED)]

    def rubber(*options: str) -> Callable[[Path, Path], list[str]]:
        return lambda source, result: ["rubberband", "-q", *options, "--tempo", str(SPEED), str(source), str(result)]

    program = str(run_filters())
    return [
        ("Fermata", None, lambda source, result: [program, "--rate", str(RATE), "--speed", str(SPEED)]),
        ("mpv scaletempo2", "mpv", mpv),
        ("FFmpeg atempo", "ffmpeg", ffmpeg(f"atempo={SPEED}")),
        ("SoX tempo -m", "sox", sox("-m")),
        ("SoX tempo -s", "sox", sox("-s")),
        ("Rubber Band R2", "rubberband", rubber("-2")),
        ("Rubber Band R3", "rubberband", rubber("-3")),
    ]


class _Engine:
    """One program, and the arithmetic about what it makes."""

    def __init__(self, numpy: Any, place: Path, command: Callable[[Path, Path], list[str]]) -> None:
        self.numpy, self.place, self.command = numpy, place, command
        self.seconds = 0.0

    def faster(self, name: str, make: Callable[[], Any]) -> tuple[Any, Any]:
        """Both channels of a sound, and of what the program makes of it."""
        numpy, raw, wave = self.numpy, self.place / f"{name}.f32", self.place / f"{name}.wav"
        if not raw.exists():
            make().astype("<f4").tofile(raw)
            subprocess.run(
                ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "f32le", "-ar", str(RATE), "-ac", "2", "-i", str(raw), "-c:a",
                 "pcm_f32le", str(wave)], check=True)
        result, samples = self.place / "faster.wav", self.place / "faster.f32"
        command = self.command(wave, result)
        is_ours = "--rate" in command
        self.seconds = seconds_of(command, raw if is_ours else None, samples if is_ours else None)
        if not is_ours:
            subprocess.run(
                ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", str(result), "-f", "f32le", "-ac", "2", str(samples)], check=True)
        before = numpy.fromfile(raw, "<f4").reshape(-1, 2)
        return before, numpy.fromfile(samples, "<f4").reshape(-1, 2)

    def of(self, function: Callable[[Any], Any]) -> Callable[[], Any]:
        """Ten seconds of a sound that is the same on both sides."""
        def make() -> Any:
            sound = function(self.numpy.arange(10 * RATE) / RATE)
            return self.numpy.stack([sound, sound], 1)
        return make


def _judge(engine: _Engine, subject: str, repetitions: int, results: Results) -> None:
    numpy = engine.numpy
    for tone in TONES:
        _, after = engine.faster(f"tone{tone}", engine.of(lambda time: 0.5 * numpy.sin(2 * numpy.pi * tone * time)))
        results.add(PITCH, subject, abs(1_200 * numpy.log2(_pitch(numpy, after[:, 0]) / tone)))
        results.add(LENGTH, subject, abs(len(after) - round(10 * RATE / SPEED)))

    def clicks(time: Any) -> Any:
        sound = numpy.zeros(len(time))
        for place in CLICKS:
            sound[place:place + 20] = 0.8 * numpy.exp(-numpy.arange(20) / 4)
        return sound

    _, after = engine.faster("clicks", engine.of(clicks))
    _judge_clicks(numpy, after[:, 0], subject, results)
    sounds: list[tuple[str, str, Callable[[], Any]]] = [
        ("chord", "a chord of eight tones", engine.of(
            lambda time: sum(0.08 * numpy.sin(2 * numpy.pi * tone * time + tone) for tone in CHORD))),
        ("music", "moving tones in noise", lambda: _generated(numpy, MUSIC.format(rate=RATE), 10)),
        ("speech", "speech that a program speaks", lambda: _generated(
            numpy, f"flite=text='{SPEECH}',aresample={RATE},aformat=channel_layouts=stereo", 10)),
    ]
    for name, title, make in sounds:
        before, after = engine.faster(name, make)
        results.add(inconsistency(title), subject, _inconsistency(numpy, before.mean(1), after.mean(1)))
    for _ in range(repetitions):
        engine.faster("long", lambda: _generated(numpy, MUSIC.format(rate=RATE), SECONDS))
        results.add(CPU, subject, engine.seconds * 3_600 * SPEED / SECONDS)


def _generated(numpy: Any, filters: str, seconds: int) -> Any:
    made = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-filter_complex", filters, "-t", str(seconds), "-f", "f32le", "-ar", str(RATE), "-ac", "2", "-"],
        check=True, capture_output=True)
    return numpy.frombuffer(made.stdout, "<f4").reshape(-1, 2)


def _inconsistency(numpy: Any, before: Any, after: Any) -> float:
    """How far the spectra of the result are from those of the sound at the places that they stand for, in decibels: the sum of the squares of what the
    magnitudes differ by, over that of the magnitudes, with windows of Hann of 2,048 frames, an eighth of that apart.

    J. Laroche and M. Dolson, "Improved Phase Vocoder Time-Scale Modification of Audio", IEEE Transactions on Speech and Audio
    Processing 7(3), 1999, call it the measure of consistency. A program that is late as a whole by up to 30 ms is not blamed for that.
    """
    length, step = 2_048, 256
    window = numpy.hanning(length)

    def spectra(sound: Any, starts: Any) -> Any:
        frames = sound[starts[:, None] + numpy.arange(length)[None, :]] * window
        return numpy.abs(numpy.fft.rfft(frames, axis=1))

    reach = int(0.03 * RATE)
    last = min(len(after), int(len(before) / SPEED)) - 2 * length - reach
    places = numpy.arange(reach, last, step)
    # The middle of a window stands for the middle of the other one.
    wanted = spectra(before, ((places + length / 2) * SPEED - length / 2).round().astype(int))
    whole = (wanted**2).sum()
    least = min(
        ((spectra(after, places + shift) - wanted)**2).sum() / whole for shift in range(-reach, reach + 1, int(0.003 * RATE)))
    return float(10 * numpy.log10(least + 1e-12))


def _pitch(numpy: Any, sound: Any) -> float:
    middle = sound[RATE // 2:-RATE // 2]
    spectrum = numpy.abs(numpy.fft.rfft(middle * numpy.hanning(len(middle)), 8 * len(middle)))
    top = int(numpy.argmax(spectrum))
    low, peak, high = numpy.log(spectrum[top - 1:top + 2] + 1e-20)
    return float((top + 0.5 * (low - high) / (low - 2 * peak + high)) * RATE / (8 * len(middle)))


def _judge_clicks(numpy: Any, sound: Any, subject: str, results: Results) -> None:
    loud, found, place = numpy.abs(sound), [], 0
    while place < len(loud):
        if loud[place] > 0.25:
            end = place + int(0.0008 * RATE)
            peak = place + int(numpy.argmax(loud[place:end]))
            found.append((peak, float(loud[peak])))
            place = end
        else:
            place += 1
    lost, twice, off, levels = 0, 0, [0.0], [0.0]
    for click in CLICKS:
        near = [(peak, level) for peak, level in found if abs(peak - click / SPEED) < 0.06 * RATE]
        if not near:
            lost += 1
            continue
        twice += len(near) - 1
        peak, level = max(near, key=lambda candidate: candidate[1])
        off.append(abs(peak - click / SPEED) / RATE * 1_000)
        levels.append(level / 0.8 * 100)
    results.add(CLICKS_AT, subject, max(off))
    results.add(CLICKS_LOST, subject, lost)
    results.add(CLICKS_TWICE, subject, twice)
    results.add(CLICK_LEVEL, subject, min(levels[1:], default=0.0))
