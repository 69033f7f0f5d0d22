"""How often the server begins its time anew while all cores are busy: fed by Fermata, and by MPD through a FIFO as most do."""

import os
import subprocess
import time

from ..errors import BenchmarkError
from ..waiting import wait_until
from .house import FORMAT, ROOMS, House
from .numbers import write_numbered

TRACK_SECONDS = 300


def check(house: House, seconds: int) -> list[str]:
    """Plays for so many seconds with each of them."""
    track = house.directory / "track.wav"
    write_numbered(track, 1, TRACK_SECONDS)
    by_fermata = _with_fermata(house, str(track), seconds)
    by_mpd = _with_mpd(house, seconds)
    late = house.daemon_log.count("The sound for the rooms was late.")
    print(
        f"  {seconds} s with {2 * (os.cpu_count() or 1)} busy loops: the server began its time anew {by_fermata} times with Fermata, "
        f"which was late {late} times, and {by_mpd} times with MPD's FIFO", flush=True)
    return [] if by_fermata <= by_mpd else [f"the server began anew {by_fermata} times with Fermata, {by_mpd} times with MPD"]


def _with_fermata(house: House, track: str, seconds: int) -> int:
    house.start_server()
    for room in ROOMS:
        house.start_room(room)
    client = house.start_daemon()
    client.call("play", uri=track)
    client.call("queue.set", repeat="all")
    counted = _counted(house, seconds)
    client.call("stop")
    client.close()
    house.kill_daemon()
    _end(house)
    return counted


def _with_mpd(house: House, seconds: int) -> int:
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
    mpd = house.launch("server", ["mpd", "--no-daemon", str(configuration)])
    wait_until("mpd to answer", lambda: _mpc(socket, "status") is not None)
    for arguments in (("update", "--wait"), ("add", "track.wav"), ("repeat", "on"), ("play",)):
        if _mpc(socket, *arguments) is None:
            raise BenchmarkError(f"mpc {' '.join(arguments)} failed")
    counted = _counted(house, seconds)
    house.children.stop(mpd)
    _end(house)
    return counted


def _mpc(socket, *arguments: str) -> str | None:
    done = subprocess.run(["mpc", "-h", str(socket), *arguments], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def _counted(house: House, seconds: int) -> int:
    # The beginning is not counted: the rooms find their time.
    time.sleep(5)
    before = house.resynchronisations
    loops = [
        house.launch("bridge", ["sh", "-c", "while :; do :; done"]) for _ in range(2 * (os.cpu_count() or 1))
    ]
    time.sleep(seconds)
    for loop in loops:
        house.children.stop(loop)
    return house.resynchronisations - before


def _end(house: House) -> None:
    for room in ROOMS:
        house.kill_room(room)
    house.kill_server()
