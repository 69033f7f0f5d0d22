"""Shows to a client of the socket what an audio session does: live sound, recordings, questions, times, lists that tell what changed."""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fermata_benchmarks.checks import run
from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.measures.loop import MICROPHONE
from fermata_benchmarks.processes import Children
from fermata_benchmarks.sound_system import RATE
from fermata_benchmarks.tools import built_daemon
from fermata_benchmarks.waiting import wait_until

import loop
from stage import Ear, Stage, every, memory, samples, threads

TOOLS = ["dbus-daemon", "ffmpeg", "pipewire", "pw-cat", "pw-cli", "pw-link", "pw-metadata", "setpriv", "wireplumber"]
PIECE = 0.01
"""Of what is pushed, in seconds."""


def live_sound(stage: Stage) -> None:
    """Pushed sound is heard when its latency says so, is flushed, and costs nothing afterwards."""
    connection, item = stage.push(latency=0.02)
    stage.call("session.setPreferredIOBufferDuration", seconds=0.01)
    ear = Ear(stage)
    sent: list[float] = []

    def send(number: int) -> None:
        connection.sendall(samples(round(PIECE * RATE), click=number % 25 == 0))
        if number % 25 == 0:
            sent.append(time.monotonic())

    every(PIECE, 500, send)
    stage.call("stream.flush", item=item)
    time.sleep(0.5)
    delays = [heard - max(when for when in sent if when <= heard) for heard in ear.clicks if any(when <= heard for when in sent)]
    ear.close()
    connection.close()
    stage.hears("pushed sound is heard within 40 ms and a cycle of 11.6 ms", bool(delays) and statistics.median(delays) < 0.052,
                f"median {statistics.median(delays) * 1000:.1f} ms, worst {max(delays) * 1000:.1f} ms" if delays else "nothing heard")
    before = memory(stage.fermata.pid), threads(stage.fermata.pid)
    for _ in range(100):
        short, _ = stage.push(latency=0.02)
        short.sendall(samples(2_000))
        short.close()
    stage.call("queue.clear")
    wait_until("the threads to end", lambda: threads(stage.fermata.pid) <= before[1], patience=60)
    grown = memory(stage.fermata.pid) - before[0]
    stage.hears("a hundred streams that come and go leave nothing", grown < 4_000_000,
                f"{grown / 1e6:+.1f} MB, {threads(stage.fermata.pid) - before[1]:+d} threads")


def live_recording(stage: Stage) -> None:
    """A recording comes in pieces as short as a cycle, each with the time at which it was sound."""
    ear = Ear(stage, source="input", input=MICROPHONE)
    time.sleep(2)
    listed = stage.call("record.list")[0]
    pieces = list(ear.pieces)
    ear.close()
    stage.hears("the reply and the list say when the first frame was sound",
                ear.reply.get("firstFrameAt") == listed.get("firstFrameAt") == pieces[0][1] / 1e9, ear.reply.get("firstFrameAt"))
    lengths = [count for _, _, count in pieces]
    stage.hears("pieces are as short as a cycle of 512 frames", statistics.median(lengths) <= 512,
                f"{len(pieces)} pieces, median {statistics.median(lengths):.0f} frames")
    stage.hears("and follow each other frame by frame", all(
        frame + count == after for (frame, _, count), (after, _, _) in zip(pieces, pieces[1:])))


def levels(stage: Stage) -> None:
    """What plays tells its levels and its spectrum, at most 60 times a second."""
    stage.call("play", uri=str(stage.tone("levels.flac")))
    events = stage.events("player.levels", "player.spectrum")
    time.sleep(2)
    seen = events.so_far()
    events.close()
    measured = [details for name, details in seen if name == "player.levels"]
    bands = [details for name, details in seen if name == "player.spectrum"]
    stage.hears("levels of what plays", 20 <= len(measured) <= 130, f"{len(measured)} in 2 s, peak {measured[-1]['peak'] if measured else None}")
    stage.hears("its spectrum in 32 bands", bool(bands) and any(len(value) == 32 or any(len(each) == 32 for each in value if isinstance(each, list))
                for value in bands[-1].values() if isinstance(value, list)), f"{len(bands)} in 2 s")
    stage.call("stop")


def times(stage: Stage) -> None:
    """Sound and recordings begin at a time, to the frame; the volume moves in time; what is too late says so."""
    path = str(stage.tone("times.wav"))
    ear = Ear(stage)
    when = time.monotonic() + 2
    stage.call("play", uri=path, at={"monotonic": when})
    time.sleep(3)
    ear.close()
    off = None if ear.first is None else ear.first - when
    stage.hears("what is to play at a time is heard then, within a cycle of the sink", off is not None and abs(off) < 0.024,
                f"{(off or 9) * 1000:+.2f} ms")
    stage.call("stop")
    events = stage.events("recording.ended")
    when = time.monotonic() + 1
    for name in ("a.wav", "b.wav"):
        stage.call("record.start", input=MICROPHONE, path=name, at={"monotonic": when}, duration=0.5)
    ended = [events.until(lambda name, _: True)[-1][1] for _ in range(2)]
    events.close()
    sound = [(stage.directory / "made" / name).read_bytes()[-80_000:] for name in ("a.wav", "b.wav")]
    stage.hears("two recordings of one time have the same frames", sound[0] == sound[1] and {each["frames"] for each in ended} == {RATE // 2},
                f"{[each['frames'] for each in ended]} frames")
    stage.hears("a time that has passed is refused", "ago" in stage.refusal("record.start", at={"monotonic": 1}))
    stage.call("player.setVolume", level=0.2, over=1)
    time.sleep(0.5)
    middle = stage.call("volume")["level"]
    wait_until("the volume", lambda: stage.call("volume")["level"] == 0.2)
    stage.hears("the volume moves in time", 0.2 < middle < 1, f"{middle:.2f} on the way from 1 to 0.2")
    stage.call("volume", level=1)


def calls(stage: Stage) -> None:
    """A recording says what interrupts it, and a meeting has both sides."""
    stage.call("record.start", source="output", path="paused.wav")
    stage.call("record.start", source="output", path="on.wav", interruptible=False)
    wait_until("both", lambda: [each["state"] for each in stage.call("record.list")] == ["recording", "recording"])
    token = stage.call("session.beginInterruption", reason="call")
    states = [each["state"] for each in stage.call("record.list")]
    stage.hears("a call pauses a recording, and not one that is not interruptible", states == ["interrupted", "recording"], states)
    stage.call("session.endInterruption", **{key: value for key, value in token.items() if key == "interruption"})
    for each in stage.call("record.list"):
        stage.call("record.stop", recording=each["recording"])
    stage.call("play", uri=str(stage.tone("meeting.wav")))
    started = stage.call("record.start", source="meeting", path="meeting.wav")
    time.sleep(2)
    listed = stage.call("record.list")[0]
    stage.call("record.stop", recording=started["recording"])
    stage.call("stop")
    stage.hears("a meeting records the input and what the output plays", started["channels"] == 2 and len(listed["from"]) == 2, listed["from"])


def depths(stage: Stage) -> None:
    """Bits are kept, or told; CAF and AIFF are written."""
    deep = stage.tone("deep.flac", "-ac", "2", "-sample_fmt", "s32", "-bits_per_raw_sample", "24")
    for name, options in (("same.flac", []), ("less.flac", ["--bits", "16"]), ("deep.caf", []), ("deep.aiff", [])):
        said = stage.command("convert", *options, str(deep), str(stage.directory / name))
        probed = json.loads(subprocess.run(
            ["ffprobe", "-v", "error", "-show_streams", "-of", "json", str(stage.directory / name)], capture_output=True, text=True,
            check=True, timeout=30).stdout)["streams"][0]
        bits = int(probed.get("bits_per_raw_sample") or probed.get("bits_per_sample") or 0)
        wanted = 16 if options else 24
        stage.hears(f"{name} has {wanted} bits" + (", and the client says so" if options else ""),
                    said.returncode == 0 and bits == wanted and (not options or "16" in said.stdout + said.stderr), bits)


def mutes(stage: Stage) -> None:
    """A recording is muted and keeps its time; channels are picked."""
    events = stage.events("recording.marked")
    started = stage.call("record.start", input=MICROPHONE, path="muted.wav", channels=[2])
    time.sleep(0.5)
    stage.call("record.setMuted", recording=started["recording"], muted=True)
    mark = events.until(lambda name, _: name == "recording.marked")[-1][1]
    ended = stage.call("record.stop", recording=started["recording"])
    events.close()
    stage.hears("a mute is told at its frame, and keeps the time", mark["cause"] == "muted" and ended["frames"] >= mark["frame"], mark["frame"])
    stage.hears("one channel was picked", started["channels"] == 1)


def questions(stage: Stage) -> None:
    """A person is asked, and answers."""
    stage.restart('[session]\nrecord = "ask"\n')
    events = stage.events("session.")
    asking = stage.launch("record", "--from-output", "--purpose", "a memo", str(stage.directory / "asked.wav"))
    asked = events.until(lambda name, _: name == "session.recordPermissionAsked")[-1][1]
    stage.hears("the event says who asks, and what for", asked.get("purpose") == "a memo" and asked.get("pid") is not None,
                {key: asked.get(key) for key in ("program", "purpose", "request")})
    said = stage.command("permission").stdout
    stage.hears("`fermata permission` lists it", "a memo" in said)
    own = stage.fermata.connect()
    own.send({"jsonrpc": "2.0", "id": 1, "method": "session.requestRecordPermission", "params": {}})
    wait_until("its question", lambda: len(stage.call("session.recordPermissionRequests")["requests"]) == 2)
    stage.hears("a program that has asked cannot allow itself", "cannot answer" in stage.refusal("session.answerRecordPermission", allow=True))
    own.close()
    denied = stage.command("permission", "deny", str(asked["request"]))
    wait_until("the client to end", lambda: not asking.is_running)
    stage.hears("an answer ends the wait", denied.returncode == 0 and asking.process.returncode == 1, asking.log_tail().strip().splitlines()[-1])
    events.close()
    stage.restart()


def conversions(stage: Stage) -> None:
    """What comes through a pipe is converted."""
    source = stage.tone("piped.wav").read_bytes()
    for name in ("piped.m4a", "piped.flac"):
        made = stage.command("convert", "-", str(stage.directory / name), input=source, stdin=None, text=False)
        path = stage.directory / name
        stage.hears(f"standard input becomes {name}", made.returncode == 0 and path.stat().st_size > 10_000, f"{path.stat().st_size} bytes")


def lists(stage: Stage) -> None:
    """Lists of outputs and inputs tell what changed; inputs are ports."""
    events = stage.events("route.")
    makers = []
    for kind, name in (("Audio/Sink", "late"), ("Audio/Source/Virtual", "late-input")):
        makers.append(stage.system.make_node(kind, name))
        event = "route.outputsChanged" if kind == "Audio/Sink" else "route.inputsChanged"
        seen = events.until(lambda found, details, event=event, name=name: found == event and name in json.dumps(details))[-1][1]
        stage.hears(f"{event} tells what was added", name in json.dumps(seen.get("added", seen)))
    for maker in makers:
        stage.children.stop(maker)
    events.close()
    outputs = stage.call("route.outputs")
    stage.hears("outputs tell their channels by name, and whether they count as private",
                all("channelNames" in each and "private" in each for each in outputs), sorted(outputs[0]))


def buffers(stage: Stage) -> None:
    """The wish for a buffer is met by the nearest power of two, and told before anything plays."""
    stage.system.set_quantum(0)
    stage.call("session.setPreferredIOBufferDuration", seconds=0.0232)
    stage.call("session.setActive", active=True)
    wait_until("the buffer", lambda: stage.call("session.get")["ioBufferDuration"] > 0, patience=20)
    session = stage.call("session.get")
    frames = session["ioBufferDuration"] * session["sampleRate"]
    stage.hears("0.0232 s at 44.1 kHz are 1,024 frames, told before anything plays", round(frames) == 1_024, f"{frames:.0f}")
    stage.call("session.setActive", active=False)
    stage.call("session.setPreferredIOBufferDuration", seconds=0)
    stage.system.set_quantum(512)


def no_interruptions(stage: Stage) -> None:
    """A client keeps interruptions away for as long as it is connected."""
    stage.call("play", uri=str(stage.tone("calls.wav", seconds=30)))
    wait_until("sound", lambda: stage.call("status")["state"] == "playing")
    keeper = stage.fermata.connect()
    keeper.call("session.setPrefersNoInterruptions", **{"from": ["calls"]})
    call = ["pw-cat", "--playback", "--media-role", "Communication", "--format", "s16", "--rate", str(RATE), "--channels", "2", "-"]
    caller, send = stage.system.feed(call)
    begun = time.monotonic()
    while time.monotonic() < begun + 2:
        send(samples(RATE // 10))
    stage.hears("a call does not interrupt while a client wants none", stage.call("status")["state"] == "playing")
    keeper.close()

    def is_paused() -> bool:
        send(samples(RATE // 20))
        return stage.call("status")["state"] != "playing"

    wait_until("the pause", is_paused)
    stage.hears("and does once that client is gone", True, stage.call("status").get("reason"))
    stage.children.stop(caller)
    stage.call("stop")


def instances(stage: Stage) -> None:
    """Two daemons of one user know each other."""
    path = str(stage.tone("two.wav", seconds=30))
    other = stage.system.launch([
        str(stage.fermata.executable), "--instance", "kitchen", "--socket", str(stage.directory / "kitchen.sock"), "--state-dir",
        str(stage.directory / "kitchen-state")])
    wait_until("the other daemon", lambda: (stage.directory / "kitchen.sock").exists())
    stage.call("play", uri=path)
    wait_until("sound", lambda: stage.call("status")["state"] == "playing")
    played = stage.command("play", path, at=stage.directory / "kitchen.sock")
    wait_until("the first one to pause", lambda: stage.call("status")["state"] == "paused", patience=20)
    stage.hears("the one that plays later pauses the other", played.returncode == 0, stage.call("status").get("reason"))
    stage.children.stop(other)
    stage.call("stop")


def tracks(stage: Stage) -> None:
    """A film is played in a language, and in another one from the same place on."""
    film = stage.directory / "film.mka"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "sine=440:d=20", "-f", "lavfi", "-i", "sine=880:d=20", "-map", "0", "-map", "1",
         "-c:a", "flac", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger", str(film)],
        check=True, stdin=subprocess.DEVNULL, timeout=60)
    probed = stage.call("media.probe", uri=str(film))
    stage.hears("media.probe tells the language of each track", "deu" in json.dumps(probed) or "ger" in json.dumps(probed))
    stage.call("play", uri=str(film), audio="de")
    wait_until("sound", lambda: stage.call("status")["position"]["seconds"] > 0.5)
    stage.call("player.selectAudio", language="en")
    place = stage.call("status")["position"]["seconds"]
    stage.hears("another track goes on at the same place", place >= 0.4, f"{place:.2f} s")
    stage.call("stop")


def channels(stage: Stage) -> None:
    """The session takes a preferred number of channels; what a card does is tested with cards that are none."""
    stage.call("session.setPreferredOutputNumberOfChannels", channels=6)
    session = stage.call("session.get")
    stage.hears("the session tells preferred, present and most channels", session["preferredOutputNumberOfChannels"] == 6,
                {key: session.get(key) for key in ("outputChannels", "maximumOutputNumberOfChannels")})
    stage.call("session.setPreferredOutputNumberOfChannels", channels=0)


TOPICS = [
    live_sound, live_recording, levels, times, calls, depths, mutes, questions, conversions, lists, buffers, no_interruptions, instances,
    tracks, channels]


def main() -> int:
    """Runs the check, and answers the exit status."""
    parser = argparse.ArgumentParser(prog="scripts/check-session/run", description=__doc__)
    parser.add_argument("--daemon", type=Path, help="the fermatad to check; what was built last unless told otherwise")
    parser.add_argument("--loop", type=float, metavar="MINUTES", help="instead of the topics, let the loop run for so long (2 at least), with ten restarts")
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=f"a part of the check: {', '.join(each.__name__ for each in TOPICS)}")
    options = parser.parse_args()
    if options.loop is not None and options.loop < loop.SHORTEST_RUN:
        parser.error(f"the loop runs for {loop.SHORTEST_RUN:g} minutes at least, so that each part has some clicks")
    unknown = set(options.topics) - {each.__name__ for each in TOPICS}
    if unknown:
        parser.error(f"there is no topic {', '.join(sorted(unknown))}")
    return run("check-session", TOOLS, lambda: _check(options))


def _check(options: argparse.Namespace) -> list[str]:
    program = (options.daemon or built_daemon()).resolve()
    print(program, flush=True)
    with tempfile.TemporaryDirectory(prefix="fermata-session-", ignore_cleanup_errors=True) as directory, Children() as children:
        stage = Stage(Path(directory), children, program)
        if options.loop:
            loop.check(stage, options.loop, restarts=10)
            return stage.faults
        for topic in TOPICS:
            if options.topics and topic.__name__ not in options.topics:
                continue
            print(f"{topic.__name__}: {(topic.__doc__ or '').strip()}", flush=True)
            try:
                topic(stage)
            except (BenchmarkError, KeyError, IndexError, subprocess.SubprocessError) as error:
                stage.hears(f"{topic.__name__} comes to its end", False, repr(error))
                stage.restart()
        stage.microphone.close()
        return stage.faults


sys.exit(main())
