"""How often the server begins its time anew while all cores are busy: fed by Fermata, and through a FIFO, as most do, by MPD and by
PipeWire's pipe-tunnel."""

import os
import struct
import subprocess
import time
from pathlib import Path

from ..errors import BenchmarkError
from ..json_lines import ControlClient
from ..processes import Child
from ..sound_system import SoundSystem
from ..waiting import wait_until
from .house import FORMAT, LONG_CHUNK, RATE, ROOMS, House
from .numbers import write_numbered
from .standstill import Standstill, StandstillWatch

TRACK_SECONDS = 300
SPARE_SECONDS = 120
"""By how much a track that is not repeated is longer than what is counted."""
TUNNEL = """
context.spa-libs = {{ audio.convert.* = audioconvert/libspa-audioconvert support.* = support/libspa-support }}
context.modules = [
    {{ name = libpipewire-module-rt flags = [ ifexists nofail ] }}
    {{ name = libpipewire-module-protocol-native }}
    {{ name = libpipewire-module-client-node }}
    {{ name = libpipewire-module-adapter }}
    {{ name = libpipewire-module-metadata }}
    {{ name = libpipewire-module-pipe-tunnel args = {{
        tunnel.mode = sink pipe.filename = "{fifo}" audio.format = S16LE audio.rate = {rate} audio.channels = 2
        stream.props = {{ node.name = rooms media.class = Audio/Sink }} }} }}
]
"""


def check(house: House, seconds: int) -> list[str]:
    """Plays for so many seconds with all of them at once, each with a server and rooms of its own, so that all meet the same load."""
    with house.beside("with-mpd") as of_mpd, house.beside("with-pipewire") as of_pipewire:
        houses = house, of_mpd, of_pipewire
        for each in houses:
            # The server itself begins its time anew if it comes a chunk too late, and who feeds it could not help that.
            each.is_only_player_busy = True
            each.chunk = LONG_CHUNK
            write_numbered(each.directory / "track.wav", 1, TRACK_SECONDS)
        client = _play_with_fermata(house)
        socket = _play_with_mpd(of_mpd)
        player = _play_with_pipewire(of_pipewire, seconds + SPARE_SECONDS)
        for each in houses:
            wait_until("sound to come in", lambda: each.is_fed)
        # The beginning is not counted: the rooms find their time.
        time.sleep(5)
        late = house.late_feeds
        lines, standstill = _counted(houses, seconds)
        late = house.late_feeds - late
        plays = client.call("status")["state"] == "playing" and "[playing]" in (_mpc(socket, "status") or "")
        if not plays or not all(each.is_fed for each in houses):
            raise BenchmarkError("one of them plays no more")
        player.require_running()
        client.close()
    own, by_mpd, by_pipewire = lines
    for line in sum(lines, []):
        print(f"    {line}{' (the machine stood still)' if standstill.excuses(line, LONG_CHUNK / 1_000) else ''}", flush=True)
    print(
        f"  {seconds} s with {2 * (os.cpu_count() or 1)} busy loops: the server began its time anew {len(own)} times with Fermata, "
        f"which was late {late} times, {len(by_mpd)} times with MPD's FIFO, and {len(by_pipewire)} times with PipeWire's pipe-tunnel; "
        f"{standstill}", flush=True)
    # The server does so whoever feeds it, if its thread is late by a piece: no priority helps on a machine that stands still for that long.
    faults = [
        f"the server began anew, and the machine had not stood still: {line}"
        for line in own if not standstill.excuses(line, LONG_CHUNK / 1_000)]
    if late:
        faults.append(f"Fermata was late {late} times")
    return faults


def _play_with_fermata(house: House) -> ControlClient:
    house.start_server()
    for room in ROOMS:
        house.start_room(room)
    client = house.start_daemon()
    client.call("play", uri=str(house.directory / "track.wav"))
    client.call("queue.set", repeat="all")
    return client


def _start_with_fifo(house: House, name: str) -> Path:
    """Starts a server that reads from a FIFO, and the rooms; answers the FIFO."""
    fifo = house.directory / "fifo"
    house.start_server(f"pipe://{fifo}?name={name}&sampleformat={FORMAT}&mode=create")
    for room in ROOMS:
        house.start_room(room)
    wait_until("the FIFO", fifo.exists)
    return fifo


def _play_with_mpd(house: House) -> Path:
    fifo = _start_with_fifo(house, "MPD")
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


def _play_with_pipewire(house: House, seconds: int) -> Child:
    fifo = _start_with_fifo(house, "PipeWire")
    directory = house.directory / "sound"
    directory.mkdir()
    system = SoundSystem(directory, house.children)
    system.set_rate(RATE)
    configuration = directory / "tunnel.conf"
    configuration.write_text(TUNNEL.format(fifo=fifo, rate=RATE))
    tunnel = system.launch(["pipewire", "-c", str(configuration)])

    def is_there() -> bool:
        tunnel.require_running()
        return '"rooms"' in system.run("pw-dump")

    wait_until("the sink of pipe-tunnel", is_there)
    # pw-play does not repeat. Silence takes as long as music, and no room on the disk.
    track, size = house.directory / "silence.wav", seconds * RATE * 4
    track.write_bytes(struct.pack(
        "<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + size, b"WAVE", b"fmt ", 16, 1, 2, RATE, RATE * 4, 4, 16, b"data", size))
    os.truncate(track, 44 + size)
    return system.launch(["pw-play", "--target", "rooms", str(track)])


def _mpc(socket: Path, *arguments: str) -> str | None:
    done = subprocess.run(["mpc", "-h", str(socket), *arguments], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def _counted(houses: tuple[House, ...], seconds: int) -> tuple[list[list[str]], Standstill]:
    """The lines in which each server has begun its time anew under load."""
    house = houses[0]
    before = [each.resynchronisations for each in houses]
    watch_of_machine = StandstillWatch(house)
    loops = [
        house.launch("bridge", ["sh", "-c", "while :; do :; done"]) for _ in range(2 * (os.cpu_count() or 1))
    ]
    time.sleep(seconds)
    for loop in loops:
        house.children.stop(loop)
    standstill = watch_of_machine.end()
    return [each.resynchronisation_lines[count:] for each, count in zip(houses, before)], standstill
