"""What each client is made to do, and what has to come of it."""

import http.server
import subprocess
import threading
import urllib.parse
from collections.abc import Callable

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.waiting import wait_until

from python_client import check_python
from requirements import require
from stage import ALBUM, ARTIST, TITLES, Stage


def check_mpc(stage: Stage) -> str:
    """mpc, over the Unix socket and over TCP."""
    def mpc(*arguments: str) -> str:
        return stage.run("mpc", *arguments)

    stage.server.fill()
    status = mpc("status")
    require(f"{ARTIST} - {TITLES[0]}" in status and "[playing]" in status and "volume: 50%" in status, f"status: {status}")
    require(mpc("playlist").splitlines() == [f"{ARTIST} - {title}" for title in TITLES], "playlist: " + mpc("playlist"))
    require(f"[paused]  #1/{len(TITLES)}" in mpc("pause"), "pause is not shown")
    require(TITLES[2] in mpc("play", "3"), "play 3 does not show the song")
    require("volume: 55%" in mpc("volume", "+5"), "volume +5 is not shown")
    require("repeat: on" in mpc("repeat", "on") and "random: on" in mpc("random", "on"), "modes are not shown")
    require("single: once" in mpc("single", "once"), "single once is not shown")
    mpc("single", "off")
    mpc("random", "off")
    mpc("crossfade", "4")
    require(stage.server.value("xfade") == "4", "crossfade is not set")
    mpc("replaygain", "album")
    require("album" in mpc("replaygain"), "replaygain is not shown")
    mpc("seek", "50%")
    require((stage.server.value("elapsed") or "").startswith("60."), "seek 50% goes elsewhere")
    require(ALBUM in mpc("list", "album"), "list album lacks one")
    require(len(mpc("search", "artist", ARTIST.lower()).splitlines()) == len(TITLES), "search finds other songs")
    require(len(mpc("find", "album", ALBUM, "artist", ARTIST).splitlines()) == len(TITLES), "find finds other songs")
    require(len(mpc("ls", f"{ARTIST}/{ALBUM}").splitlines()) == len(TITLES), "ls lists other songs")
    mpc("prio", "10", "2")
    require("Songs:" in mpc("stats") and "speaker" in mpc("outputs").lower(), "stats or outputs lack something")
    mpc("move", "1", "4")
    require(mpc("playlist").splitlines()[-1] == f"{ARTIST} - {TITLES[0]}", "move moves elsewhere")
    mpc("shuffle")
    mpc("del", "1")
    require(stage.server.value("playlistlength") == str(len(TITLES) - 1), "del removes something else")
    mpc("sticker", f"{ARTIST}/{ALBUM}/01 {TITLES[0]}.flac", "set", "rating", "7")
    require("rating=7" in mpc("sticker", f"{ARTIST}/{ALBUM}/01 {TITLES[0]}.flac", "list"), "the sticker is not listed")
    waiting = subprocess.Popen(["mpc", "idle", "mixer"], env=stage.environment, stdout=subprocess.PIPE, text=True)

    def has_heard_of_a_change() -> bool:
        for level in ("30", "31"):
            stage.server.ask(f"setvol {level}")
        return waiting.poll() is not None

    wait_until("mpc idle to end", has_heard_of_a_change, poll=0.1)
    require(waiting.communicate()[0] == "mixer\n", "idle tells something else")
    require(mpc("clear") is not None and stage.server.value("playlistlength") == "0", "clear leaves something")
    over_tcp = stage.run("mpc", "--host", "127.0.0.1", "--port", str(stage.port), "add", f"{ARTIST}/{ALBUM}")
    require(over_tcp == "" and stage.server.value("playlistlength") == str(len(TITLES)), "nothing is added over TCP")
    return "status, queue, modes, library, stickers, idle; over the socket and over TCP"


def check_ncmpc(stage: Stage) -> str:
    """ncmpc: the queue, the library and the volume."""
    stage.server.fill()
    stage.type_command("ncmpc", "ncmpc")
    stage.wait_for_text("ncmpc", TITLES[0], TITLES[3])
    stage.press("ncmpc", ">")
    stage.server.wait_for("ncmpc to play the next song", "song", "1")
    stage.press("ncmpc", "P")
    stage.server.wait_for("ncmpc to pause", "state", "pause")
    stage.press("ncmpc", "3")
    stage.wait_for_text("ncmpc", ARTIST)
    stage.server.ask("clear")
    stage.press("ncmpc", "2")
    wait_until("ncmpc to show an empty queue", lambda: TITLES[3] not in stage.screen("ncmpc"), poll=0.05)
    stage.end("ncmpc")
    return "shows the queue and the library, skips, pauses, sees an emptied queue"


def check_ncmpcpp(stage: Stage) -> str:
    """ncmpcpp: the queue, the browser, the media library."""
    stage.server.fill()
    settings = stage.directory / "ncmpcpp"
    settings.write_text(
        f'mpd_host = "{stage.socket}"\nncmpcpp_directory = "{stage.directory}"\nenable_window_title = no\n')
    stage.type_command("ncmpcpp", f"ncmpcpp --config {settings} --bindings {stage.directory}/bindings")
    stage.wait_for_text("ncmpcpp", TITLES[0], TITLES[3])
    stage.press("ncmpcpp", ">")
    stage.server.wait_for("ncmpcpp to play the next song", "song", "1")
    stage.press("ncmpcpp", "+")
    wait_until("ncmpcpp to raise the volume", lambda: int(stage.server.value("volume") or 0) > 50, poll=0.05)
    stage.press("ncmpcpp", "End")
    stage.press("ncmpcpp", "Delete")
    stage.server.wait_for("ncmpcpp to remove a song", "playlistlength", str(len(TITLES) - 1))
    stage.press("ncmpcpp", "x")
    stage.server.wait_for("ncmpcpp to set the crossfade", "xfade", "5")
    stage.press("ncmpcpp", "2")
    stage.wait_for_text("ncmpcpp", "Browse", f"[{ARTIST}]")
    stage.press("ncmpcpp", "4")
    stage.wait_for_text("ncmpcpp", "Media library", "Albums", "100% [live] (demo)")
    stage.press("ncmpcpp", "p")
    stage.server.wait_for("ncmpcpp to pause", "state", "pause")
    stage.end("ncmpcpp")
    return "shows the queue, the files and the media library, skips, sets volume and crossfade, removes, pauses"


class Scrobbles(http.server.BaseHTTPRequestHandler):
    """A server of the protocol with which players tell what is heard."""

    told: list[dict[str, list[str]]] = []

    def do_GET(self) -> None:  # noqa: N802
        """Answers a greeting."""
        place = f"http://127.0.0.1:{self.server.server_address[1]}"
        self._answer(f"OK\nsession\n{place}/now\n{place}/submit\n")

    def do_POST(self) -> None:  # noqa: N802
        """Notes what is told."""
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.told.append(urllib.parse.parse_qs(body))
        self._answer("OK\n")

    def _answer(self, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *arguments: object) -> None:
        """Says nothing."""


def check_mpdscribble(stage: Stage) -> str:
    """mpdscribble, with a server of its own."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Scrobbles)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    settings = stage.directory / "mpdscribble.conf"
    settings.write_text(
        f"host = {stage.socket}\nlog = -\nverbose = 2\n[here]\nurl = http://127.0.0.1:{server.server_address[1]}/\n"
        f"username = someone\npassword = secret\njournal = {stage.directory}/mpdscribble.journal\n")
    stage.server.fill()
    stage.launch(["mpdscribble", "--no-daemon", "--conf", str(settings)])

    def is_told(title: str) -> Callable[[], bool]:
        return lambda: any(told.get("t") == [title] and told.get("a") == [ARTIST] for told in Scrobbles.told)

    wait_until("mpdscribble to tell the first song", is_told(TITLES[0]), 40, 0.1)
    stage.server.ask("next")
    wait_until("mpdscribble to tell the second song", is_told(TITLES[1]), 40, 0.1)
    server.shutdown()
    return "tells each song that is heard to a server"


def check_mpdris2(stage: Stage) -> str:
    """mpDris2: the player on the session bus, beside our own."""
    stage.server.fill()
    bus, path, player = "org.mpris.MediaPlayer2.mpd", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player"
    child = stage.launch(["mpDris2", "--host", str(stage.socket), "--music-dir", str(stage.music)])

    def get(name: str) -> str:
        return stage.system.run("busctl", "--user", "get-property", bus, path, player, name)

    wait_until("mpDris2 to show the song", lambda: TITLES[0] in get("Metadata"), 30, 0.1)
    wait_until("mpDris2 to show that something plays", lambda: get("PlaybackStatus") == 's "Playing"\n', 10, 0.1)
    stage.system.run("busctl", "--user", "call", bus, path, player, "Next")
    stage.server.wait_for("mpDris2 to play the next song", "song", "1")
    stage.server.wait_for("the next song to play", "state", "play")
    wait_until("mpDris2 to show the next song", lambda: TITLES[1] in get("Metadata"), 10, 0.1)
    stage.system.run("busctl", "--user", "set-property", bus, path, player, "Volume", "d", "0.25")
    stage.server.wait_for("mpDris2 to set the volume", "volume", "25")
    stage.system.run("busctl", "--user", "call", bus, path, player, "PlayPause")
    stage.server.wait_for("mpDris2 to pause", "state", "pause")
    stage.children.stop(child)
    return "shows the song and the state on the session bus, skips, sets the volume, pauses"


def check_sima(stage: Stage) -> str:
    """mpd-sima: adds songs to a queue that is about to end."""
    stage.server.fill()
    stage.server.ask("delete 1:")
    settings = stage.directory / "sima.cfg"
    settings.write_text(
        f"[MPD]\nhost = {stage.socket}\n[sima]\ninternal = Random\nhistory_duration = 1\nqueue_length = 2\n"
        "[random]\nflavour = pure\ntrack_to_add = 2\n")
    child = stage.launch(["mpd-sima", "--config", str(settings), "--var-dir", str(stage.directory), "--log-level", "debug"])
    try:
        wait_until("mpd-sima to add songs", lambda: int(stage.server.value("playlistlength") or 0) > 1, 40, 0.1)
    except BenchmarkError as error:
        raise BenchmarkError(f"{error}\n{child.log_tail()}") from None
    stage.children.stop(child)
    return "adds songs to a queue that is about to end"


def check_cantata(stage: Stage) -> str:
    """Cantata, with a window on a display that nobody sees."""
    stage.server.fill()
    settings = stage.directory / "config/cantata"
    settings.mkdir(parents=True)
    (settings / "cantata.conf").write_text(
        "[General]\nversion=2.5.0\nfirstRun=false\nstopOnExit=false\nshowPlaylist=true\nsplashScreen=false\n\n"
        f"[Connection]\nhost={stage.socket}\nport=0\nallOk=true\ndir={stage.music}/\n")
    display = stage.open_display()
    child = stage.launch(["cantata"], **display)

    bus, path, player = "org.mpris.MediaPlayer2.cantata", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player"

    def shows(title: str) -> Callable[[], bool]:
        return lambda: title in stage.system.run("busctl", "--user", "get-property", bus, path, player, "Metadata")

    def is_red(colour: tuple[int, ...]) -> bool:
        red, green, blue = colour
        return red > 200 and green < 40 and blue < 40

    try:
        wait_until("Cantata to know the song", shows(TITLES[0]), 40, 0.2)
        stage.server.ask("next")
        wait_until("Cantata to know the next song", shows(TITLES[1]), 20, 0.2)
        stage.system.run("busctl", "--user", "call", bus, path, player, "Next")
        stage.server.wait_for("Cantata to play the next song", "song", "2")
        wait_until("Cantata's window", lambda: "Cantata" in stage.window_names(display), 20, 0.2)
        # The button for a pause, at the top left.
        stage.click(55, 28, display)
        stage.server.wait_for("Cantata's button to pause", "state", "pause")
        # The cover beside the songs, which is red, in the head of the window and in the queue.
        for x, y in ((141, 29), (405, 82)):
            wait_until("Cantata to show the cover", lambda: is_red(stage.colour(x, y, display)), 20, 0.2)
        # The first song of the queue.
        stage.click(480, 92, display, times=2)
        stage.server.wait_for("Cantata's queue to play a song", "song", "0")
        wait_until("Cantata to know that song", shows(TITLES[0]), 20, 0.2)
        # The button that has the queue repeat, below the queue.
        stage.click(758, 670, display)
        stage.server.wait_for("Cantata's button to repeat", "repeat", "1")
        # The first artist of the library, and the button that adds what is chosen.
        stage.click(200, 78, display)
        stage.click(342, 670, display)
        wait_until("Cantata's library to add an artist", lambda: len(stage.server.values("file", "playlistinfo")) > len(TITLES), 20, 0.2)
        added = stage.server.values("Artist", f"playlistinfo {len(TITLES)}:")
        require(len(set(added)) == 1 and added[0] in stage.server.values("Artist", "list artist"), f"songs of {set(added)} are added")
    except BenchmarkError as error:
        raise BenchmarkError(f"{error}\n{child.log_tail()}") from None
    finally:
        stage.take_picture("cantata", display)
    stage.children.stop(child)
    return "shows the cover, the queue and the library, follows, skips, pauses and repeats by its buttons, plays and adds by its lists"


CHECKS: dict[str, Callable[[Stage], str]] = {
    "mpc": check_mpc, "ncmpc": check_ncmpc, "ncmpcpp": check_ncmpcpp, "mpdscribble": check_mpdscribble, "mpDris2": check_mpdris2,
    "mpd-sima": check_sima, "python3-mpd": check_python, "cantata": check_cantata,
}
