"""Everything that the daemon does, once each from inside its unit: a filter or a mount that is in the way of something shows here.

`everything` gets the daemon and what tells the results, both from `life`.
"""
import http.server
import os
import shutil
import signal
import socket
import subprocess
import threading
from pathlib import Path

import songs

CONFIGURATION = """[library]
watch = true
scan_at_start = true

[recording]
pre_roll = 0.0
"""


def everything(daemon):
    """`daemon` is the module `life`: `call`, `check`, `wait_until`, `configure`, `systemctl`, `run`, and the places."""
    recordings = daemon.HOME / "Music/Recordings"
    cache = daemon.HOME / ".cache/fermata"
    for directory in (recordings, cache):
        directory.mkdir(parents=True, exist_ok=True)
    song = daemon.HOME / "Music/Song.flac"
    _write_song(daemon, song, "Song of Songs")
    daemon.configure(CONFIGURATION)
    # The manager counts the starts of a minute, and these are not what is checked here.
    daemon.systemctl("reset-failed", daemon.SERVICE)
    daemon.systemctl("restart", daemon.SERVICE)
    _check_library(daemon, song)
    _check_pictures(daemon, song)
    _check_playlists(daemon, song)
    _check_mpd(daemon, song)
    _check_announcement(daemon, song)
    _check_jobs(daemon, song, recordings)
    _check_streams(daemon, song)
    _check_recording(daemon, recordings)
    _check_repair(daemon, recordings)
    daemon.configure("")
    daemon.systemctl("reset-failed", daemon.SERVICE)
    daemon.systemctl("restart", daemon.SERVICE)


def _result(daemon, sentence, method, **parameters):
    answer = daemon.call(method, **parameters)
    daemon.check(sentence, "result" in answer, answer)
    return answer.get("result") or {}


def _check_library(daemon, song):
    def found(text):
        return daemon.call("library.search", text=text).get("result", {}).get("songs", [])

    daemon.wait_until("it scans the music directory and finds a song by its title", lambda: found("songs"))
    daemon.wait_until(
        "and watches it", lambda: daemon.call("library.statistics")["result"].get("watching", {}).get("directories", 0) > 0)
    second = song.with_name("Second.flac")
    _write_song(daemon, second, "Noticed")
    daemon.wait_until("a song that comes is noticed", lambda: found("noticed"))
    songs = found("noticed")
    if songs:
        _result(daemon, "it reads a song's file again", "library.item", song=songs[0]["song"], file=True)
    _result(daemon, "it compares every file", "library.update", contents=True)
    _result(daemon, "it describes a file", "media.probe", uri=str(song))
    _result(daemon, "it reads a song's chapters", "media.chapters", uri=str(song))


def _check_pictures(daemon, song):
    picture = _result(daemon, "it finds a picture", "media.picture", uri=str(song))
    path = (picture.get("uri") or "").removeprefix("file://")
    daemon.check("and keeps it as a file that others can read", path and Path(path).is_file(), picture)


def _check_playlists(daemon, song):
    _result(daemon, "it saves a playlist", "playlist.save", name="Kept", uris=[str(song)])
    _result(daemon, "adds to it", "playlist.add", name="Kept", uris=[str(song)])
    kept = _result(daemon, "reads it", "playlist.get", name="Kept")
    daemon.check("with what was saved and added", kept.get("length") == 2, kept)
    _result(daemon, "renames it", "playlist.rename", name="Kept", to="Moved")
    _result(daemon, "puts it into the queue", "queue.add", uris=["playlist:Moved"])
    _result(daemon, "and deletes it", "playlist.delete", name="Moved")


def _check_mpd(daemon, song):
    greeting, answer = _mpd(daemon, 'find title "Song of Songs"')
    daemon.check("a client of MPD is greeted", greeting.startswith("OK MPD"), greeting)
    daemon.check("and finds the song", f"file: {song.name}" in answer, answer)
    _, fingerprint = _mpd(daemon, f'getfingerprint "{song.name}"')
    daemon.check("it makes a song's fingerprint", any(line.startswith("chromaprint: ") for line in fingerprint), fingerprint)


def _mpd(daemon, command):
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(daemon.DEADLINE)
        client.connect(str(daemon.RUNTIME / "mpd/socket"))
        with client.makefile("rw") as lines:
            greeting = lines.readline()
            lines.write(command + "\n")
            lines.flush()
            answer = []
            while not answer or not answer[-1].startswith(("OK", "ACK")):
                answer.append(lines.readline().strip())
                if not answer[-1]:
                    break
    return greeting, answer


def _check_announcement(daemon, song):
    short = daemon.HOME / "short.wav"
    daemon.tone(short, 0.3)
    _result(daemon, "it announces", "announce", uri=str(short))
    daemon.wait_until("and the announcement is over", lambda: not daemon.call("announce.list")["result"])


def _check_jobs(daemon, song, recordings):
    def done(sentence, method, path, **parameters):
        job = _result(daemon, f"it begins to {sentence}", method, uri=str(song), path=path, **parameters).get("job")

        def state():
            jobs = daemon.call("job.list")["result"]
            return next((job_["state"] for job_ in jobs if job_["job"] == job), None)

        daemon.wait_until(f"{sentence}: it comes to an end", lambda: state() not in ("waiting", "running"))
        daemon.check(f"{sentence}: the file is there", state() == "done" and (recordings / path).stat().st_size > 100,
                     [job_ for job_ in daemon.call("job.list")["result"] if job_["job"] == job])

    done("extract a song's sound", "media.extract", "extracted/Song.flac", end=1.0)
    done("convert a song", "media.convert", "converted/Song.opus", end=1.0)
    done("make a song as loud as others", "media.convert", "converted/Song.wav", end=1.0, loudness=-20.0)


def _check_streams(daemon, song):
    daemon.call("stop")
    pushed = daemon.run(str(daemon.PROGRAMS / "fermata"), "play", "-", stdin=open(song, "rb"), check=False)
    daemon.check("it plays what a program sends", pushed.returncode == 0, pushed.stderr)

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), lambda *given: Handler(*given, directory=str(song.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    answer = daemon.call("play", uri=f"http://127.0.0.1:{server.server_port}/{song.name}")
    daemon.check("it plays a stream of the network", "result" in answer, answer)
    daemon.wait_until("and the stream's sound moves on", lambda: daemon.position() > 0.3)
    server.shutdown()


def _check_recording(daemon, recordings):
    daemon.call("play", uri=str(daemon.HOME / "tone.wav"))
    for source, path in (("player", "of/player.flac"), ("output", "of/output.wav")):
        recording = _result(daemon, f"it begins a recording of its {source}", "record.start", source=source, path=path)
        number = recording.get("recording")
        daemon.wait_until(
            f"the recording of its {source} has sound",
            lambda: any(entry["recording"] == number and entry["duration"] > 0.5 for entry in daemon.call("record.list")["result"]))
        ended = _result(daemon, f"it ends the recording of its {source}", "record.stop", recording=number)
        daemon.check("the file is there", ended.get("frames", 0) > 0 and (recordings / path).stat().st_size > 1_000, ended)
    target = daemon.HOME / "own.flac"
    client = subprocess.Popen(
        [str(daemon.PROGRAMS / "fermata"), "record", "--from-player", str(target)], stderr=subprocess.PIPE, text=True)
    daemon.wait_until("a client's recording gets sound", lambda: target.is_file() and target.stat().st_size > 20_000)
    client.send_signal(signal.SIGINT)
    said = client.communicate(timeout=daemon.DEADLINE)[1]
    daemon.check("and ends well", client.returncode in (0, 130, -signal.SIGINT), f"{client.returncode}: {said}")


def _check_repair(daemon, recordings):
    daemon.call("play", uri=str(daemon.HOME / "tone.wav"))
    path = recordings / "of/torn.ogg"
    _result(daemon, "it begins a recording that will be torn", "record.start", source="player", path="of/torn.ogg")
    daemon.wait_until("which comes to the disk", lambda: path.is_file() and path.stat().st_size > 30_000)
    before, process = path.stat().st_ino, daemon.main_process()
    os.kill(process, signal.SIGKILL)
    daemon.wait_until("after a kill it is started again", lambda: daemon.main_process() not in (0, process))
    # It is written once more, so it is another file then.
    daemon.wait_until("and makes the recording whole", lambda: path.stat().st_ino != before, deadline=20)
    left = [name for name in os.listdir(path.parent) if name.startswith(".")]
    daemon.check("without leaving anything beside it", not left, left)


def _write_song(daemon, path, title):
    path.parent.mkdir(parents=True, exist_ok=True)
    sound = daemon.HOME / "part.wav"
    daemon.tone(sound, 3)
    plain = daemon.HOME / "plain.flac"
    # Fermata itself writes FLAC; without a recording directory, through the client.
    plain.unlink(missing_ok=True)
    converted = daemon.run(str(daemon.PROGRAMS / "fermata"), "convert", str(sound), str(plain), check=False)
    if converted.returncode != 0:
        daemon.check("it converts a file for a client", False, converted.stderr)
        return
    tagged = songs.tagged(plain.read_bytes(), {"TITLE": title}, picture=True)
    temporary = path.with_suffix(".partial")
    temporary.write_bytes(tagged)
    shutil.move(temporary, path)
