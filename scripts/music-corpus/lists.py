"""Playlists among the music, and a disc whose tracks are in a block of its FLAC file."""

import random

from sounds import encoded, flac
from words import word

# Frames of which a second has 75: where each track of the disc begins, and where it ends.
STARTS, END = {11: 0, 12: 210, 13: 405}, 600
SAMPLES_PER_FRAME = 588


def cue_sheet_block():
    """The block of FLAC that says where the tracks of a compact disc begin (RFC 9639, section 8.7)."""
    tracks = b""
    for number, start in {**STARTS, 170: END}.items():
        indexes = [] if number == 170 else [1]
        tracks += (start * SAMPLES_PER_FRAME).to_bytes(8, "big") + bytes([number]) + bytes(12 + 14) + bytes([len(indexes)])
        for index in indexes:
            tracks += bytes(8) + bytes([index]) + bytes(3)
    return bytes(128) + (88_200).to_bytes(8, "big") + b"\x80" + bytes(258) + bytes([len(STARTS) + 1]) + tracks


def write_lists(root):
    """Playlists of every kind that is read here, and two kinds that only MPD knows."""
    dice = random.Random(22)
    folder = root / "Lists"
    (folder / "deep").mkdir(parents=True)
    for number, name in enumerate(("one", "two"), 1):
        tags = [("TITLE", f"List {name}"), ("ARTIST", word(dice)), ("ALBUM", "Lists"), ("TRACKNUMBER", str(number))]
        (folder / f"{name}.flac").write_bytes(flac(encoded("flac"), tags, dice.randbytes(5_000)))
    texts = {
        "Lists/plain.m3u": "one.flac\ntwo.flac\n",
        "Lists/extended.m3u8": "#EXTM3U\n#EXTINF:1,Somebody - Something\none.flac\n#EXTINF:-1,Stream\nhttp://127.0.0.1:1/x\n",
        "Lists/numbered.pls": "[playlist]\nFile1=one.flac\nTitle1=One\nLength1=1\nFile2=two.flac\nNumberOfEntries=2\nVersion=2\n",
        "Lists/shared.xspf": '<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track>'
                             "<location>two.flac</location></track></trackList></playlist>",
        "Lists/empty.m3u": "", "Lists/ümläut ☂.m3u": "one.flac\n", "Lists/deep/up.m3u": "../one.flac\n",
        "Lists/other.asx": "no text", "Lists/other.rss": "no text", "top.m3u": "Lists/one.flac\nLists/two.flac\n",
    }
    for name, text in texts.items():
        (root / name).write_text(text, encoding="utf-8")
    # The file has no title, which MPD would show for tracks that have none.
    (root / "Block").mkdir()
    tags = [("ALBUM", "Block"), ("ARTIST", word(dice))]
    disc = flac(encoded("flac", END / 75), tags, dice.randbytes(6_000), (5, cue_sheet_block()))
    (root / "Block" / "disc.flac").write_bytes(disc)
