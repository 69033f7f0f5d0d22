"""Questions that cost much: filters with many conditions, lists with many groups, and pipelines of commands that take long."""

from pathlib import Path

from fermata_benchmarks.library import corpus

from target import Attack, Target

DOOR = """
[mpd]
socket = "{directory}/mpd.sock"
"""
LIBRARY = (
    DOOR
    + """
[library]
directories = ["{directory}/music"]
"""
)
ADDRESSES = 500
"""How many addresses the queue has."""
LENGTH = 15_800
"""Their length in bytes."""
SONGS = 6_000
"""How many songs the library has."""


def _socket(target: Target) -> str:
    return str(target.directory / "mpd.sock")


def _conditions(count: int, subject: str = "file") -> str:
    # A line has up to 16 KiB.
    parts = " AND ".join(f"({subject} !contains '{'a' * 40}{number}')" for number in range(count))
    return f'"({parts})"'


def many_conditions(target: Target) -> None:
    """A client looks through long addresses with as many conditions as it may have, and with more."""
    client = target.mpd(_socket(target))
    for number in range(ADDRESSES):
        client.send(f"add http://127.0.0.1:1/{number}/{'a' * LENGTH}\n")
    for _ in range(ADDRESSES):
        client.answer()
    target.require(client.call(f"playlistsearch {_conditions(220)}")[-1].startswith("ACK"), "220 conditions are refused")
    for command in ("playlistsearch", "playlistfind"):
        client.call(f"{command} {_conditions(60)}")
    client.call(f"delete 1:{ADDRESSES + 1}")
    client.close()


def many_conditions_of_the_library(target: Target) -> None:
    """Thirty clients ask the library with as many conditions as they may have, and half of them leave."""
    target.await_scan()
    clients = [target.mpd(_socket(target)) for _ in range(30)]
    for client in clients:
        client.send(f"find {_conditions(60, 'any')}\n")
    for client in clients[::2]:
        client.close()
    target.require(target.mpd(_socket(target)).call("stats")[-1] == "OK", "others are answered")
    for client in clients[1::2]:
        client.answer()
        client.close()


def many_groups(target: Target) -> None:
    """A client asks for a list within as many groups as there are tags."""
    target.await_scan()
    client = target.mpd(_socket(target))
    tags = [line.split(": ", 1)[1] for line in client.call("tagtypes") if line.startswith("tagtype: ")]
    groups = [f"group {tag}" for tag in tags if tag != "Title"]
    target.require(client.call(f"list Title {' '.join(groups)}")[-1].startswith("ACK"), "so many groups are refused")
    client.call(f"list Title {' '.join(groups[:8])}")
    client.close()


def _fill(target: Target, count: int) -> None:
    for start in range(0, count, 5_000):
        target.client.call("queue.add", uris=[f"/nowhere/{number:06}.flac" for number in range(start, start + 5_000)], missing=True)


def pipelines(target: Target) -> None:
    """Sixty clients send forty questions about a queue of 40,000 songs each, and leave after their first answer."""
    _fill(target, 40_000)
    clients = [target.mpd(_socket(target)) for _ in range(60)]
    for client in clients:
        client.send('playlistfind "(file == \'x\')"\n' * 40)
    target.require(target.mpd(_socket(target)).call("status")[-1] == "OK", "a client that comes later is answered")
    clients[0].answer()
    for client in clients:
        client.close()


def swaps(target: Target) -> None:
    """Forty clients swap the ends of a queue of 40,000 songs, ten times each."""
    _fill(target, 40_000)
    clients = [target.mpd(_socket(target)) for _ in range(40)]
    for client in clients:
        client.send("swap 1 40000\n" * 10)
    target.require(target.mpd(_socket(target)).call("status")[-1] == "OK", "a client that comes later is answered")
    for client in clients:
        for _ in range(10):
            client.answer()
        client.close()


def write_music(directory: Path) -> None:
    """Makes a directory of music with songs that have tags."""
    music = directory / "music"
    music.mkdir()
    corpus.write_files(music, SONGS)


ATTACKS = [
    Attack(many_conditions, configuration=DOOR),
    Attack(many_conditions_of_the_library, configuration=LIBRARY, prepare=write_music),
    Attack(many_groups, configuration=LIBRARY, prepare=write_music),
    Attack(pipelines, configuration=DOOR),
    Attack(swaps, configuration=DOOR),
]
