"""What ten bands, a long impulse response and a limiter take, beside other programs that do the same, and what the daemon takes with them."""

import math
import random
import subprocess
import time
from pathlib import Path

from ..counters import load_between, snapshot
from ..media import MUSIC, music_file
from ..players import Fermata
from ..results import Measure, Results
from ..sound_system import FREE_QUANTUM, QUANTUM, SoundSystem
from ..waiting import wait_until
from .offline import is_there, run_filters, seconds_of, write_wave

RATE = 48_000
"""Of the samples."""

SECONDS = 120
"""How much sound goes through each program. An hour is reckoned from it."""

TAPS = 65_536

BANDS = tuple((31.25 * 2**octave, 3.0 if octave % 2 == 0 else -4.0, 1.1) for octave in range(10))
"""Hertz, decibels and quality."""

NOTHING = Measure("Samples in and out alone, processor time for an hour", "s")
TEN_BANDS = Measure("Ten bands, stereo, processor time for an hour", "s")
LONG = Measure(f"Impulse response of {TAPS:,} taps, stereo, 48 kHz, processor time for an hour", "s")
LIMITER = Measure("Limiter, processor time for an hour", "s")
CPU_DAEMON = Measure("The whole player with the file of 44.1 kHz, processor time", "% of a core")
WAKEUPS_DAEMON = Measure("The whole player, wake-ups", "1/s")
LIBRARIES = Measure("The whole player, libraries mapped", "")

LEAD_SECONDS = 12.0
"""From the last command to the window: after ten seconds Fermata asks for longer cycles."""

RAW = ("-f", "f32le", "-ar", str(RATE), "-ac", "2")


def measure(system: SoundSystem, fermata: Fermata, repetitions: int, window: float, results: Results) -> list[str]:
    """Sends the same samples through each program, in turn; answers what was not measured."""
    directory = system.directory / "filtering"
    directory.mkdir()
    source, text, taps = _make(directory)
    left_out = ["CamillaDSP: not in Debian", "jconvolver: needs a server of JACK"]
    for _ in range(repetitions):
        for measure_, subject, command in _commands(source, text, taps):
            if not is_there(command[0]):
                left_out.append(f"{subject}: not installed")
                continue
            used = seconds_of(command, source if subject == fermata.name else None, None)
            results.add(measure_, subject, used * 3_600 / SECONDS)
        for measure_, name, graph in _graphs(taps):
            results.add(measure_, "PipeWire filter-chain", _chain(system, source, name, graph, window) * 36)
        _daemon(system, fermata, text, window, results)
    return sorted(set(left_out))


def _make(directory: Path) -> tuple[Path, Path, Path]:
    source, text, taps = directory / "sound.f32", directory / "ten.txt", directory / "room.wav"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-filter_complex", MUSIC.format(rate=RATE), "-t", str(SECONDS), *RAW,
         str(source)], check=True)
    text.write_text("".join(
        f"Filter {number}: ON PK Fc {frequency} Hz Gain {gain} dB Q {quality}\n"
        for number, (frequency, gain, quality) in enumerate(BANDS, 1)))
    noise = random.Random(1)
    # A room whose sound fades by 60 dB.
    write_wave(
        taps, [[0.05 * noise.uniform(-1, 1) * math.exp(-6.9 * tap / TAPS) for tap in range(TAPS)] for _ in range(2)], RATE)
    return source, text, taps


def _commands(source: Path, text: Path, taps: Path) -> list[tuple[Measure, str, list[str]]]:
    ours = [str(run_filters()), "--rate", str(RATE)]
    ffmpeg = ["ffmpeg", "-nostdin", "-v", "error", "-filter_threads", "1", "-filter_complex_threads", "1", *RAW, "-i", str(source)]
    null = ["-f", "f32le", "-"]
    sox = ["sox", "-t", "f32", "-r", str(RATE), "-c", "2", str(source), "-t", "f32", "-"]
    # Its filters are told half the width in hertz or a Q; the one with several bands has them for each channel.
    several = "|".join(
        f"c{channel} f={frequency} w={frequency / quality} g={gain} t=0"
        for channel in range(2) for frequency, gain, quality in BANDS)
    single = ",".join(f"equalizer=f={frequency}:t=q:w={quality}:g={gain}" for frequency, gain, quality in BANDS)
    return [
        (NOTHING, "Fermata", ours),
        (NOTHING, "FFmpeg", [*ffmpeg, "-af", "anull", *null]),
        (NOTHING, "SoX", sox),
        (TEN_BANDS, "Fermata", [*ours, "--equalizer", str(text)]),
        (TEN_BANDS, "FFmpeg", [*ffmpeg, "-af", single, *null]),
        (TEN_BANDS, "FFmpeg anequalizer", [*ffmpeg, "-af", f"anequalizer={several}", *null]),
        (TEN_BANDS, "SoX", [*sox, *(word for frequency, gain, quality in BANDS for word in (
            "equalizer", str(frequency), f"{quality}q", str(gain)))]),
        (LONG, "Fermata", [*ours, "--impulse", str(taps)]),
        (LONG, "FFmpeg", [*ffmpeg, "-i", str(taps), "-filter_complex", "[0:a][1:a]afir=gtype=none", *null]),
        (LIMITER, "Fermata", [*ours, "--limiter"]),
        (LIMITER, "FFmpeg", [*ffmpeg, "-af", "alimiter=limit=0.89:level=false", *null]),
    ]


def _graphs(taps: Path) -> list[tuple[Measure, str, str]]:
    """The same as graphs of PipeWire's filter-chain."""
    def chain(side: str) -> tuple[str, str]:
        nodes = " ".join(
            f'{{ type = builtin name = {side}{number} label = bq_peaking control = {{ "Freq" = {frequency} "Q" = {quality} '
            f'"Gain" = {gain} }} }}' for number, (frequency, gain, quality) in enumerate(BANDS))
        links = " ".join(
            f'{{ output = "{side}{number}:Out" input = "{side}{number + 1}:In" }}' for number in range(len(BANDS) - 1))
        return nodes, links
    left, right = chain("l"), chain("r")
    bands = (
        f'nodes = [ {left[0]} {right[0]} ] links = [ {left[1]} {right[1]} ] inputs = [ "l0:In" "r0:In" ] '
        f'outputs = [ "l{len(BANDS) - 1}:Out" "r{len(BANDS) - 1}:Out" ]')
    nodes = " ".join(
        f'{{ type = builtin name = {side} label = convolver config = {{ filename = "{taps}" channel = {channel} }} }}'
        for channel, side in enumerate(("l", "r")))
    long = f'nodes = [ {nodes} ] inputs = [ "l:In" "r:In" ] outputs = [ "l:Out" "r:Out" ]'
    return [(NOTHING, "nothing", _copies()), (TEN_BANDS, "bands", bands), (LONG, "long", long)]


def _copies() -> str:
    nodes = " ".join(f"{{ type = builtin name = {side} label = copy }}" for side in ("l", "r"))
    return f'nodes = [ {nodes} ] inputs = [ "l:In" "r:In" ] outputs = [ "l:Out" "r:Out" ]'


def _chain(system: SoundSystem, source: Path, name: str, graph: str, window: float) -> float:
    """The per cent of a core that a filter-chain takes in real time, in a process of its own."""
    sink = f"chain-{name}"
    conf = system.directory / f"{sink}.conf"
    conf.write_text(f"""
context.properties = {{ log.level = 0 }}
context.spa-libs = {{ audio.convert.* = audioconvert/libspa-audioconvert support.* = support/libspa-support }}
context.modules = [
  {{ name = libpipewire-module-rt flags = [ ifexists nofail ] }}
  {{ name = libpipewire-module-protocol-native }}
  {{ name = libpipewire-module-client-node }}
  {{ name = libpipewire-module-adapter }}
  {{ name = libpipewire-module-filter-chain args = {{
      node.description = "{sink}" media.name = "{sink}" filter.graph = {{ {graph} }}
      audio.channels = 2 audio.rate = {RATE} audio.position = [ FL FR ]
      capture.props = {{ node.name = "{sink}" media.class = Audio/Sink }}
      playback.props = {{ node.name = "{sink}-out" node.passive = true }} }} }} ]
""")
    system.set_rate(RATE)
    chain = system.launch(["pipewire", "-c", str(conf)])
    wait_until("the filter-chain", lambda: f'"{sink}"' in system.run("pw-cli", "ls", "Node"))
    player = system.launch(
        ["pw-cat", "--playback", "--target", sink, "--rate", str(RATE), "--channels", "2", "--format", "f32", str(_wave(source))])
    time.sleep(3)
    player.require_running()
    before = snapshot(chain.pid)
    time.sleep(window)
    used = load_between(before, snapshot(chain.pid)).cpu_percent
    for child in (player, chain):
        system.children.stop(child)
    system.set_rate(44_100)
    return used


def _wave(source: Path) -> Path:
    path = source.with_suffix(".wav")
    if not path.exists():
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *RAW, "-i", str(source), str(path)], check=True)
    return path


def _daemon(system: SoundSystem, fermata: Fermata, text: Path, window: float, results: Results) -> None:
    """The player with nothing chosen, with an equaliser that is off, and with ten bands."""
    music = music_file(system.directory, "wav", 44_100)
    system.set_quantum(FREE_QUANTUM)
    for subject, equalizer in ((fermata.name, None), ("Fermata, off", "off"), ("Fermata, ten bands", text.read_text())):
        fermata.start()
        if equalizer is not None:
            fermata.client.call("output.setFilters", output="default", equalizer=equalizer, automaticLevel=True)
        fermata.play(music.path)
        fermata.leave()
        time.sleep(LEAD_SECONDS)
        before = snapshot(fermata.pid)
        time.sleep(window)
        load = load_between(before, snapshot(fermata.pid))
        results.add(CPU_DAEMON, subject, load.cpu_percent)
        results.add(WAKEUPS_DAEMON, subject, load.wakeups)
        maps = Path(f"/proc/{fermata.pid}/maps").read_text().split("\n")
        results.add(LIBRARIES, subject, len({line.split()[-1] for line in maps if ".so" in line}))
        fermata.quit()
    system.set_quantum(QUANTUM)
