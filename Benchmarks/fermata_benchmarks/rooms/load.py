"""How often the server begins its time anew while all cores are busy: fed by Fermata, and by MPD through a FIFO as most do."""

import os
import subprocess
import time
from pathlib import Path

from ..errors import BenchmarkError
from ..json_lines import ControlClient
from ..waiting import wait_until
from .house import FORMAT, LONG_CHUNK, ROOMS, House
from .numbers import write_numbered
from .standstill import Standstill, StandstillWatch

TRACK_SECONDS = 300


def check(house: House, seconds: int) -> list[str]:
    """Plays for so many seconds with both of them at once, each with a server and rooms of its own, so that both meet the same load."""
    with house.beside("with-mpd") as other:
        for each in (house, other):
            # The server itself begins its time anew if it comes a chunk too late, and who feeds it could not help that.
            each.is_only_player_busy = True
            each.chunk = LONG_CHUNK
            write_numbered(each.directory / "track.wav", 1, TRACK_SECONDS)
        client = _play_with_fermata(house)
        socket = _play_with_mpd(other)
        by_fermata, by_mpd, standstill = _counted(house, other, seconds)
        if client.call("status")["state"] != "playing" or "[playing]" not in (_mpc(socket, "status") or ""):
            raise BenchmarkError("one of the two plays no more")
        client.close()
    print(
        f"  {seconds} s with {2 * (os.cpu_count() or 1)} busy loops: the server began its time anew {by_fermata} times with Fermata, "
        f"which was late {house.late_feeds} times, and {by_mpd} times with MPD's FIFO; {standstill}", flush=True)
    return [] if by_fermata <= by_mpd else [f"the server began anew {by_fermata} times with Fermata, {by_mpd} times with MPD"]


def _play_with_fermata(house: House) -> ControlClient:
    house.start_server()
    for room in ROOMS:
        house.start_room(room)
    client = house.start_daemon()
    client.call("play", uri=str(house.directory / "track.wav"))
    client.call("queue.set", repeat="all")
    return client


def _play_with_mpd(house: House) -> Path:
    fifo = house.directory / "fifo"
    house.start_server(f"pipe://{fifo}?name=MPD&sampleformat={FORMAT}&mode=create")
    for room in ROOMS:
        house.start_room(room)
    wait_until("the FIFO", fifo.exists)
    socket = house.directory / "mpd.sock"
    configuration = house.directory / "mpd.conf"
    configuration.write_text(
        f'music_directory "{house.directory}"\ndb_file "{house.directory}/mpd.db"\nbind_to_address "{socket}"\n'
        f'audio_output {{\n  type "fifo"\n  name "rooms"\n  path "{fifo}"\n  format "{FORMAT}"\n}}\n')
    house.launch("server", ["mpd", "--no-daemon", str(configuration)])
    wait_until("mpd to answer", lambda: _mpc(socket, "status") is not None)
    for arguments in (("update", "--wait"), ("add", "track.wav"), ("repeat", "on"), ("play",)):
        if _mpc(socket, *arguments) is None:
            raise BenchmarkError(f"mpc {' '.join(arguments)} failed")
    return socket


def _mpc(socket: Path, *arguments: str) -> str | None:
    done = subprocess.run(["mpc", "-h", str(socket), *arguments], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def _counted(house: House, other: House, seconds: int) -> tuple[int, int, Standstill]:
    # The beginning is not counted: the rooms find their time.
    time.sleep(5)
    before = house.resynchronisations, other.resynchronisations
    watch_of_machine = StandstillWatch(house)
    loops = [
        house.launch("bridge", ["sh", "-c", "while :; do :; done"]) for _ in range(2 * (os.cpu_count() or 1))
    ]
    time.sleep(seconds)
    for loop in loops:
        house.children.stop(loop)
    standstill = watch_of_machine.end()
    return house.resynchronisations - before[0], other.resynchronisations - before[1], standstill
