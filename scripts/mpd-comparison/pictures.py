"""Compares pictures byte by byte, in pieces of several sizes."""

import random

from inputs import normalised
from servers import Connection, quoted

LIMITS = [64, 1_000, 8_192, 100_000]


def fetch(connection, command, song):
    """The picture that a command gives: its type, if that is told, and its bytes; or the last line of the answer where there is none."""
    data, kind, size = b"", None, None
    while size is None or len(data) < size:
        connection.binary = b""
        lines = connection.ask(f"{command} {quoted(song)} {len(data)}")
        if lines[-1] != "OK" or lines == ["OK"] or not connection.binary:
            return None, lines[-1] if not data else f"broken off behind {len(data)} of {size}: {lines}"
        values = dict(line.split(": ", 1) for line in lines[:-1])
        size, kind = int(values["size"]), values.get("type")
        data += connection.binary
    return kind, data


def expected_of(mpd, song):
    """What Fermata is to give for a song: the picture inside, or the one beside it. MPD has a command for each."""
    inside = fetch(mpd, "readpicture", song)
    if isinstance(inside[1], bytes):
        return inside
    return None, fetch(mpd, "albumart", song)[1]


# Where MPD gives another picture, or none: whose picture Fermata has to give in its place, by what the directories are called. The pictures
# of one way are the same in all formats. docs/mpd.md has the reasons.
MODELS = {
    # MPD gives the first one inside, Fermata the front. MP4 does not say which it is.
    "back first": "front", "front first": "front", "m4a back first": "m4a back only",
    # MPD gives an empty file.
    "empty beside": "none",
    # MPD does not look into APE tags for pictures.
    **{f"wv {way}": f"flac {way}" for way in ("front", "back only", "large", "both")}, "wv back first": "flac front", "wv front first": "flac front",
}

# Where MPD takes another file beside the song, or none, the name of the one that Fermata takes.
FILES_BESIDE = {"two beside": "cover.jpg", "folder beside": "folder.jpg"}


def compare_pictures(theirs, ours, renamed, music):
    """Compares the pictures of songs in the directory of pictures; returns how many findings there are."""
    mpd, here, dice, findings = Connection(theirs, renamed), Connection(ours), random.Random(40), 0
    songs = {line[6:].split("/")[1]: line[6:] for line in mpd.ask('listall "Pictures"') if line.startswith("file: ")}
    pictures = {folder: expected_of(mpd, song) for folder, song in songs.items()}

    def differ(what, *answers):
        nonlocal findings
        findings += 1
        shown = [[f"{len(part)} bytes" if isinstance(part, bytes) else part for part in answer] for answer in answers]
        print(f"different: {what}", *shown, sep="\n  ")

    for folder, song in songs.items():
        way = folder.partition(" ")[2]
        model = MODELS.get(folder) or folder.replace(way, MODELS.get(way, way))
        kind, data = pictures[model]
        if name := FILES_BESIDE.get(way):
            data = (music / song).with_name(name).read_bytes()
        for connection in (mpd, here):
            connection.ask(f"binarylimit {dice.choice(LIMITS)}")
        inside, beside = fetch(here, "readpicture", song), fetch(here, "albumart", song)
        if isinstance(data, bytes):
            if inside[1] != data or kind and inside[0] != kind:
                differ(f"readpicture {song}", (kind, data), inside)
            if beside != (None, data):
                differ(f"albumart {song}", (None, data), beside)
        elif inside != (None, "OK") or beside != (None, data):
            differ(f"the picture of {song}", (kind, data), inside, beside)
    findings += compare_pieces(mpd, here)
    print(f"of {len(songs)} songs, pictures are alike" if not findings else f"{findings} findings about pictures")
    return findings


def compare_pieces(mpd, here):
    """Compares single pieces at all kinds of places: their lines, and their bytes."""
    findings = 0
    inside, beside = quoted("Pictures/flac front/song.flac"), quoted("Pictures/flac beside/song.flac")
    for command, song, size in (("readpicture", inside, 3_000), ("albumart", beside, 20_000)):
        for limit in (64, 777, 8_192, 1_000_000):
            for offset in (0, 1, 63, size // 2, size - 1, size, size + 1, size * 1_000, "-1", "x", '""', "1.5", "99999999999999999999"):
                answers = []
                for connection in (mpd, here):
                    connection.ask(f"binarylimit {limit}")
                    answers.append(connection.ask(f"{command} {song} {offset}"))
                if normalised(answers[0]) != normalised(answers[1]):
                    findings += 1
                    print(f"different: {command} {song} {offset} with binarylimit {limit}\n  MPD:  {answers[0]}\n  here: {answers[1]}")
    return findings
