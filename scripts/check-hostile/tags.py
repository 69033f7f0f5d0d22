"""Music files that say more than they are, and links that lead out of the music."""

import struct
import zlib
from collections.abc import Iterable
from pathlib import Path

from target import Attack, Target

LIBRARY = '[library]\ndirectories = ["{directory}/music"]\n'
FRAME = b"\xff\xfb\x90\x00" + bytes(413)
"""A frame of an MP3 with 128 kbit/s."""


def _safe(number: int) -> bytes:
    return bytes(number >> shift & 0x7F for shift in (21, 14, 7, 0))


def _frame(name: bytes, body: bytes, flags: int = 0) -> bytes:
    return name + _safe(len(body)) + bytes([0, flags]) + body


def _tag(*frames: bytes, version: int = 4) -> bytes:
    body = b"".join(frames)
    return b"ID3" + bytes([version, 0, 0]) + _safe(len(body)) + body


def _comments(comments: Iterable[bytes]) -> bytes:
    parts = [struct.pack("<I", len(comment)) + comment for comment in comments]
    return struct.pack("<II", 0, len(parts)) + b"".join(parts)


def _flac(block: bytes) -> bytes:
    information = bytes.fromhex("10001000000000000000" "0AC442F00000AC44") + bytes(16)
    head = b"fLaC" + b"\0" + len(information).to_bytes(3, "big") + information
    return head + b"\x04" + len(block).to_bytes(3, "big") + block + b"\x81\0\0\x04" + bytes(4) + b"\xff" * 512


def _ogg(comments: bytes) -> bytes:
    first = b"\x01vorbis" + struct.pack("<IBIiiiBB", 0, 2, 48_000, 0, 128_000, 0, 0xB8, 1)
    pages = []
    for packets in ([first], [b"\x03vorbis" + comments + b"\x01", b"\x05vorbis"]):
        segments = [packet[place:place + 255] for packet in packets for place in range(0, len(packet) + 1, 255)]
        for place in range(0, len(segments), 255):
            page = segments[place:place + 255]
            head = struct.pack("<qIII", 0, 1, len(pages), 0) + bytes([len(page)]) + bytes(map(len, page))
            pages.append(b"OggS\0" + bytes([0 if pages else 2]) + head + b"".join(page))
    return b"".join(pages)


def _write_songs(directory: Path) -> None:
    """Files of which a reader makes hundreds of megabytes or gigabytes."""
    packed = zlib.compress(bytes([0x41]) * 200_000_000)
    music = directory / "music"
    music.mkdir(parents=True, exist_ok=True)
    sound = FRAME * 200
    (music / "packed.mp3").write_bytes(_tag(_frame(b"TIT2", _safe(200_000_000) + packed, 0x09)) + sound)
    forty = [_frame(b"TXXX", _safe(200_000_000) + packed[:60_000], 0x09)] * 40
    (music / "forty.mp3").write_bytes(_tag(*forty) + sound)
    old = struct.pack(">I", 200_000_000) + packed
    plain = b"TIT2" + struct.pack(">I", len(old)) + b"\0\x80" + old
    (music / "old.mp3").write_bytes(_tag(plain, version=3) + sound)
    many = b"".join(_frame(b"TXXX", b"\3%d\0v" % number) for number in range(1_500_000))
    (music / "frames.mp3").write_bytes(_tag(many) + sound)
    (music / "keys.flac").write_bytes(_flac(_comments(b"%X=v" % number for number in range(700_000))))
    (music / "comments.ogg").write_bytes(_ogg(_comments(b"%X=v" % number for number in range(1_200_000))))
    items = b"".join(struct.pack("<II", 1, 0) + b"key%d\0v" % number for number in range(700_000))
    footer = b"APETAGEX" + struct.pack("<III", 2_000, len(items) + 32, 700_000) + bytes(12)
    (music / "items.mp3").write_bytes(sound + items + footer)
    with (music / "holes.mp3").open("wb") as file:
        file.write(sound)
        file.truncate(1 << 40)


def songs_that_swell(target: Target) -> None:
    """Songs of a few hundred kilobytes to 30 MB say that they hold gigabytes, or millions of values."""
    # Something has to be there for the scan at the start; the rest comes once the daemon plays.
    _write_songs(target.directory)
    target.client.call("library.update", files=True)
    target.await_scan()
    for name in ("packed.mp3", "frames.mp3", "keys.flac", "comments.ogg"):
        target.client.call("library.item", uri=str(target.directory / "music" / name))
    target.require(target.client.call("library.statistics")["songs"] >= 7, "the songs are in the library")


def songs_that_swell_at_the_start(target: Target) -> None:
    """The same songs are there when the daemon starts."""
    target.await_scan()


def _write_link(directory: Path) -> None:
    music = directory / "music"
    music.mkdir()
    (music / "song.mp3").write_bytes(_tag(_frame(b"TIT2", b"\3Song")) + FRAME * 200)
    (music / "proc").symlink_to("/proc")
    (music / "sys").symlink_to("/sys")


def links_to_the_whole_disk(target: Target) -> None:
    """A link in the music leads to /proc, in which each process has a link to the whole disk."""
    target.client.call("library.update", files=True)
    target.await_scan()
    target.require(target.client.call("library.statistics")["songs"] == 1, "only the music is in the library")


ATTACKS = [
    Attack(songs_that_swell, configuration=LIBRARY, prepare=lambda directory: (directory / "music").mkdir()),
    Attack(songs_that_swell_at_the_start, configuration=LIBRARY, prepare=_write_songs),
    Attack(links_to_the_whole_disk, configuration=LIBRARY, prepare=_write_link),
]
