"""What every topic of the first hour needs: the programs as their user meets them, the sound system, some music, and a place for what
was found.
"""
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import termios
import time
import wave
from fcntl import ioctl
from math import sin, tau
from pathlib import Path

import songs

HOME = Path.home()
RUNTIME = Path(os.environ["XDG_RUNTIME_DIR"])
MUSIC = HOME / "Music"
ALBUM = MUSIC / "Kind of Green"
LIVE = MUSIC / "Live Trio"
RECORDINGS = MUSIC / "Recordings"
CONFIGURATION = HOME / ".config/fermata/config.toml"
STATE = HOME / ".local/state/fermata"
LOG = RUNTIME / "fermata.log"
CLONE = Path("/clone")
# Generous: the machine may be busy. Nothing waits for so long unless it fails.
DEADLINE = 60
TITLES = ("Lime", "Moss", "Sage", "Fern", "Jade")
failures = []

# What is known not to be so yet, by its sentence. It fails nothing; what has become so is named at the end, to be taken out here.
GAPS = frozenset()
closed = []
gaps = []

SINK = """context.objects = [ { factory = adapter args = {
    factory.name = support.null-audio-sink node.name = silent-sink media.class = Audio/Sink
    audio.position = [ FL FR ] object.linger = true } } ]
"""


def check(sentence, holds, detail=""):
    """Prints the sentence, and whether it holds."""
    word = "ok  " if holds else "gap " if sentence in GAPS else "FAIL"
    print(f"{word} {sentence}{'' if holds or not detail else f': {detail}'}", flush=True)
    if word == "FAIL":
        failures.append(sentence)
    elif sentence in GAPS:
        (closed if holds else gaps).append(sentence)


def wait_until(sentence, condition, deadline=DEADLINE):
    end = time.monotonic() + deadline
    while time.monotonic() < end:
        if condition():
            return check(sentence, True)
        time.sleep(0.05)
    check(sentence, False, f"not within {deadline} s")


def run(*command, environment=None, **options):
    """Runs a program to its end. Its standard input is empty, unless told otherwise."""
    if "input" not in options:
        options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run(
        [str(word) for word in command], text=True, capture_output=True, timeout=DEADLINE,
        env={**os.environ, **(environment or {})}, check=False, **options)


def fermata(*words, **options):
    return run("fermata", *words, **options)


def systemctl(*words):
    return run("systemctl", "--user", *words)


def said(result):
    """All that a program has printed, and its exit status, for a person who reads what failed."""
    return f"{result.returncode}: {(result.stdout + result.stderr).strip()}"


def succeeds(sentence, *words, has=None, **options):
    """Whether this command of the client works, and prints what it has to."""
    result = fermata(*words, **options)
    holds = result.returncode == 0 and (has is None or re.search(has, result.stdout + result.stderr) is not None)
    check(sentence, holds, said(result))
    return result.stdout


def refuses(sentence, *words, status=None, has=None, **options):
    """Whether the client refuses this command, with such a sentence."""
    result = fermata(*words, **options)
    holds = result.returncode != 0 and (status is None or result.returncode == status)
    check(sentence, holds and (has is None or re.search(has, result.stdout + result.stderr) is not None), said(result))
    return result.stderr


def terminal(*command, columns=80, environment=None, typed=(), until=None, deadline=DEADLINE):
    """What the program prints on a terminal of so many columns. `typed` are pairs: what has to be printed before the second is typed.
    The program is ended once `until` says so of what was printed behind that, without what moves and colours it.
    """
    leader, follower = pty.openpty()
    ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    surroundings = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen(
        [str(word) for word in command], stdin=follower, stdout=follower, stderr=follower, start_new_session=True,
        # A shell wants the terminal to be its own.
        preexec_fn=lambda: ioctl(0, termios.TIOCSCTTY, 0),
        env={**surroundings, "TERM": "xterm-256color", **(environment or {})})
    os.close(follower)
    text, pending, place, end = "", list(typed), 0, time.monotonic() + deadline
    while time.monotonic() < end:
        shown = without_escapes(text[place:])
        if pending and pending[0][0] in shown:
            place = len(text)
            os.write(leader, pending.pop(0)[1].encode())
        elif until and not pending and until(shown):
            break
        if not select.select([leader], [], [], 0.1)[0]:
            continue
        try:
            piece = os.read(leader, 65_536)
        except OSError:
            break
        text += piece.decode(errors="replace")
    if process.poll() is None and until:
        process.terminate()
    os.close(leader)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
    return text


def without_escapes(text):
    return re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|\(B|\][^\x07]*\x07)", "", text)


def configure(text):
    CONFIGURATION.parent.mkdir(parents=True, exist_ok=True)
    CONFIGURATION.write_text(text)


def restart():
    """Starts the service anew. The manager counts the starts of a minute, and those are not what is checked here."""
    systemctl("reset-failed", "fermata.service", "fermata.socket")
    return systemctl("restart", "fermata.socket", "fermata.service")


def stop():
    systemctl("stop", "fermata.socket", "fermata.service")


def state():
    """The word with which the status begins."""
    return re.split(r"\W", fermata("status").stdout, maxsplit=1)[0]


def titles(listing):
    """The titles of the album in the order in which a text has them."""
    return tuple(re.findall("|".join(TITLES), listing))


def tone(path, seconds):
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(48_000)
        period = b"".join(struct.pack("<hh", *[round(3_000 * sin(tau * n / 480))] * 2) for n in range(480))
        file.writeframes(period * round(100 * seconds))


def prepare():
    """Starts the sound system and the socket, and makes music. The album's files are named so that a scan finds its songs in
    another order.
    """
    pipewire = HOME / ".config/pipewire/pipewire.conf.d"
    pipewire.mkdir(parents=True)
    (pipewire / "sink.conf").write_text(SINK)
    libraries = re.findall(r"=> (/(?!usr/|lib).*)/[^/]+ ", run("ldd", "/usr/bin/fermatad").stdout)
    for unit in ("fermata", "fermata@"):
        drop_in = HOME / f".config/systemd/user/{unit}.service.d"
        drop_in.mkdir(parents=True)
        # There is no journal in this session.
        (drop_in / "log.conf").write_text(f"[Service]\nStandardError=append:{LOG}\n")
        if libraries:
            # A debug build has its libraries in the toolchain.
            (drop_in / "toolchain.conf").write_text(f"[Service]\nExecPaths={' '.join(sorted(set(libraries)))}\n")
    systemctl("daemon-reload")
    systemctl("restart", "pipewire.service")
    systemctl("start", "wireplumber.service")
    sound = HOME / "tone.wav"
    tone(sound, 600)
    tone(HOME / "short.wav", 40)
    RECORDINGS.mkdir(parents=True)
    enabled = systemctl("enable", "--now", "fermata.socket")
    check("a plain user enables the socket", enabled.returncode == 0, said(enabled))
    plain = HOME / "plain.flac"
    made = fermata("convert", HOME / "short.wav", plain)
    check("the first client starts the daemon, which converts a file", made.returncode == 0 and plain.is_file(), said(made))
    flac = plain.read_bytes()
    ALBUM.mkdir()
    for number, (title, name) in enumerate(zip(TITLES, "eadcb"), start=1):
        tags = {"TITLE": title, "ARTIST": "Miles Green", "ALBUM": ALBUM.name, "TRACKNUMBER": number, "GENRE": "Jazz", "DATE": 1959}
        (ALBUM / f"{name}.flac").write_bytes(songs.tagged(flac, tags, picture=number == 1))
    LIVE.mkdir()
    (LIVE / "trio.flac").write_bytes(songs.tagged(flac, {"ALBUM": LIVE.name, "ARTIST": "Trio"}))
    (LIVE / "trio.cue").write_text(
        f'PERFORMER "Trio"\nTITLE "{LIVE.name}"\nFILE "trio.flac" WAVE\n'
        + "".join(
            f'  TRACK 0{number} AUDIO\n    TITLE "Part {number}"\n    INDEX 01 00:{(number - 1) * 10:02}:00\n' for number in (1, 2, 3)))
    (HOME / "bad.flac").write_bytes(b"no music\n" * 100)
    for name in ("good", "good2"):
        shutil.copy(ALBUM / "a.flac", HOME / f"{name}.flac")


def finish():
    """Stops the daemon, and returns whether something failed."""
    stop()
    if closed:
        print(f"no gaps any more, in this run: {'; '.join(closed)}")
    if failures:
        show_logs()
        print(f"{len(failures)} of the checks failed: {'; '.join(failures)}")
    else:
        print("all checks passed" + (f", but for {len(gaps)} known gaps" if gaps else ""))
    return bool(failures)


def show_logs():
    for log in (LOG, RUNTIME / "manager.log"):
        if log.exists():
            print(log.read_text(errors="replace")[-3_000:], file=sys.stderr)
