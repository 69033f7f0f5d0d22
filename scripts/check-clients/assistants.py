"""Home Assistant, as it is, and what Music Assistant sends, by the library that it uses."""

import functools
import http.server
import json
import os
import subprocess
import threading
from pathlib import Path

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.tools import ROOT
from fermata_benchmarks.waiting import wait_until

from requirements import require
from stage import ALBUM, ARTIST, TITLES, Stage
from wire import Wire


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    def log_message(self, format: str, *arguments: object) -> None:
        """Says nothing."""


def serve(directory: Path) -> str:
    """Serves a directory, and answers the address of it."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHandler, directory=str(directory)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def python_with_home_assistant(directory: Path) -> Path:
    """The Python of HOME_ASSISTANT, else one into which the package is installed now; it takes minutes."""
    if given := os.environ.get("HOME_ASSISTANT"):
        return Path(given)
    subprocess.run(["/usr/bin/python3", "-m", "venv", str(directory)], check=True)
    installation = subprocess.run([str(directory / "bin/pip"), "install", "-q", "homeassistant", "python-mpd2==3.1.1"],
                                  capture_output=True, text=True, timeout=900)
    require(installation.returncode == 0, f"pip cannot install Home Assistant: {installation.stderr[-1500:]}")
    return directory / "bin/python"


def check_home_assistant(stage: Stage) -> str:
    """Home Assistant's integration of MPD, by its services."""
    # Its installation may take longer than a song.
    python = python_with_home_assistant(stage.directory / "venv")
    stage.server.fill()
    stage.server.ask('save "Evening"')
    wire = Wire(stage.port)
    home = stage.directory / "home-assistant"
    home.mkdir()
    address = serve(stage.music) + "/" + f"{ARTIST}/{ALBUM}/02 {TITLES[1]}.flac".replace(" ", "%20")
    result = subprocess.run(
        [str(python), str(ROOT / "scripts/check-clients/home_assistant.py"), str(home), str(wire.port), address, "Evening"],
        env=stage.environment, capture_output=True, text=True, timeout=300)
    lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    shown: dict[str, list[tuple[str, dict]]] = {}
    for line in lines:
        shown.setdefault(line["step"], []).append((line["state"], line["attributes"]))

    def need(step: str, number: int, state: str, **attributes: object) -> None:
        require(len(shown.get(step, [])) > number, f"Home Assistant does not get to {step}: {result.stderr[-1500:]}")
        found, all_ = shown[step][number]
        wrong = {name: all_.get(name) for name, value in attributes.items() if all_.get(name) != value}
        require(found == state and not wrong, f"behind {step} it shows {found}, {wrong}; {wire.told()}")

    need("start", 0, "playing", media_title=TITLES[0], media_artist=ARTIST, media_album_name=ALBUM, volume_level=0.5,
         source_list=["Evening"])
    require("entity_picture" in shown["start"][0][1], "it shows no picture")
    need("media_pause", 0, "paused")
    need("media_play", 0, "playing")
    need("volume_set", 0, "playing", volume_level=0.3)
    need("volume_mute", 0, "playing", volume_level=0, is_volume_muted=True)
    need("volume_mute", 1, "playing", volume_level=0.3, is_volume_muted=False)
    need("media_next_track", 0, "playing", media_title=TITLES[1])
    need("media_previous_track", 0, "playing", media_title=TITLES[0])
    need("media_seek", 0, "playing", media_title=TITLES[0])
    require(30 <= float(shown["media_seek"][0][1]["media_position"]) < 35, "it seeks elsewhere")
    need("shuffle_set", 0, "playing", shuffle=True)
    need("shuffle_set", 1, "playing", shuffle=False)
    for number, mode in enumerate(("all", "one", "off")):
        need("repeat_set", number, "playing", repeat=mode)
    need("select_source", 0, "playing", source="Evening")
    need("media_stop", 0, "off")
    need("clear_playlist", 0, "off")
    if "play_media" not in shown:
        require(any("public hosts only" in refusal or "private" in refusal for refusal in wire.refusals),
                f"the address is refused otherwise: {wire.told()}; {result.stderr[-800:]}")
    wire.require_known()
    version = subprocess.run([str(python), "-c", "from homeassistant.const import __version__; print(__version__)"],
                             capture_output=True, text=True, timeout=60).stdout.strip()
    return f"{version} shows song, picture, volume, lists and modes, and sets them ({wire.told()})"


def check_music_assistant(stage: Stage) -> str:
    """What Music Assistant's player of MPD sends, in its order and over two connections, by Debian's python3-mpd."""
    import mpd  # Debian's python3-mpd

    wire = Wire(stage.port)
    address = serve(stage.music) + "/" + f"{ARTIST}/{ALBUM}/03 {TITLES[2]}.flac".replace(" ", "%20")
    client, idling = mpd.MPDClient(), mpd.MPDClient()
    for connection in (client, idling):
        connection.timeout = connection.idletimeout = 30
        connection.connect("127.0.0.1", wire.port)
    try:
        require(client.status()["state"] == "stop", "it does not begin stopped")
        client.clear()
        client.add(address)
        client.play(0)
        wait_until("the address to play", lambda: float(client.status().get("elapsed", 0)) > 0, 20, 0.1)
        require(set(idling.idle()) >= {"player", "playlist"}, "the change is not told")
        client.pause(1)
        require(client.status()["state"] == "pause", "it does not pause")
        client.pause(0)
        client.setvol(33)
        require(client.status()["volume"] == "33", "the volume is another")
        require("mixer" in idling.idle(), "the volume is not told")
        client.stop()
        require("elapsed" not in client.status(), "it does not stop")
    except mpd.MPDError as error:
        raise BenchmarkError(f"{error}. It sent: {wire.told()}") from None
    finally:
        client.disconnect()
        idling.disconnect()
    wire.require_known()
    return f"plays the address of a server at home, pauses, sets the volume, hears of changes ({wire.told()})"
