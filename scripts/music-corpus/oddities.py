"""What stands in directories of music beside good files: links, names that are no text, files that are cut off, patterns of what is left out,
CUE sheets that say something wrong, and songs that last long enough to be played."""

import os
import random

from formats import SUFFIXES, tagged
from sounds import encoded, flac
from words import AWKWARD, word

LONG_SECONDS, LONG_COUNT = 90, 6
DEPTH = 40


def song(dice, number, title):
    """A FLAC file that is unlike all others."""
    tags = [("TITLE", title), ("ARTIST", word(dice)), ("ALBUM", "Oddities"), ("TRACKNUMBER", str(number))]
    return flac(encoded("flac"), tags, dice.randbytes(4_000))


def write_long(root):
    """Songs that do not end while something is asked about them."""
    folder = root / "Long"
    folder.mkdir(parents=True)
    dice = random.Random(30)
    for number in range(1, LONG_COUNT + 1):
        sound = encoded("flac", LONG_SECONDS, rate=8_000, channels=1, frequency=200 * number)
        tags = [("TITLE", f"Long {number}"), ("ARTIST", "Patient"), ("ALBUM", "Long"), ("TRACKNUMBER", str(number)), ("DATE", "1999")]
        (folder / f"{number:02}.flac").write_bytes(flac(sound, tags, dice.randbytes(100)))


def write_links(root):
    """Symbolic links to files and directories, into nothing, and in circles."""
    folder = root / "Links"
    (folder / "Real").mkdir(parents=True)
    dice = random.Random(31)
    for number in range(1, 4):
        (folder / "Real" / f"{number}.flac").write_bytes(song(dice, number, f"Linked {number}"))
    (folder / "to a file.flac").symlink_to("Real/1.flac")
    (folder / "Real" / "beside.flac").symlink_to("2.flac")
    (folder / "to a directory").symlink_to("Real")
    (folder / "nowhere.flac").symlink_to("not there.flac")
    (folder / "no directory").symlink_to("not there")
    (folder / "itself").symlink_to("itself")
    (folder / "Real" / "circle").symlink_to("..")
    (folder / "text.flac").symlink_to("../notes of links.txt")
    (root / "notes of links.txt").write_text("no music", encoding="utf-8")


def write_names(root):
    """Names that are no UTF-8, very long, or look like something else, and directories in directories."""
    folder = root / "Names"
    folder.mkdir(parents=True)
    dice = random.Random(32)
    names = ["n" * 250 + ".flac", "blank behind .flac", "percent %41%.flac", "a?b&c=d.flac",
             "UPPER.FLAC", "two.dots.flac", "'quotes'.flac", "back\\\\slashes.flac", "\u202eright to left.flac",
             "-.flac", "~.flac", "no suffix", "🎵.flac", "e\u0301.flac", "é.flac"]
    for number, name in enumerate(names, 1):
        (folder / name).write_bytes(song(dice, number, f"Name {number}"))
    for name in (b"caf\xe9.flac", b"\xff\xfe.flac", b"half \xc3.flac"):
        with open(os.fsencode(folder) + b"/" + name, "wb") as file:
            file.write(flac(encoded("flac"), [], dice.randbytes(4_000)))
    foreign = os.fsencode(folder) + b"/d\xe9p\xf4t"
    os.mkdir(foreign)
    with open(foreign + b"/plain.flac", "wb") as file:
        file.write(flac(encoded("flac"), [], dice.randbytes(4_000)))
    deep = folder
    for level in range(1, DEPTH + 1):
        deep = deep / f"level {level}"
        deep.mkdir()
        if level % 10 == 0:
            (deep / f"{level}.flac").write_bytes(song(dice, level, f"Deep {level}"))


def write_broken(root):
    """Files without sound, cut in the middle, and with the suffix of another format."""
    folder = root / "Broken"
    folder.mkdir(parents=True)
    dice = random.Random(33)
    whole = {}
    for suffix in ["flac", "mp3", *SUFFIXES]:
        tags = {"title": [f"Cut {suffix}"], "artist": [word(dice)], "album": ["Broken"]}
        whole[suffix] = tagged(encoded(suffix, 1.0), suffix, tags)
        (folder / f"empty.{suffix}").write_bytes(b"")
        (folder / f"zeros.{suffix}").write_bytes(bytes(5_000))
        (folder / f"letter.{suffix}").write_text("Dear friend, this is no music. " * 40, encoding="utf-8")
        if suffix not in ("opus", "wv"):
            (folder / f"head.{suffix}").write_bytes(whole[suffix][:100])
        (folder / f"cut.{suffix}").write_bytes(whole[suffix][: len(whole[suffix]) * 2 // 3])
    for inside, outside in [("flac", "mp3"), ("mp3", "flac"), ("ogg", "mp3"), ("opus", "ogg"), ("ogg", "opus"), ("wav", "flac"),
                            ("m4a", "mp3"), ("flac", "ogg"), ("mp3", "wav"), ("wv", "flac")]:
        (folder / f"{inside} in truth.{outside}").write_bytes(whole[inside])
    (folder / "song.flac.part").write_bytes(whole["flac"])


def write_ignored(root):
    """Directories that leave something out, by patterns and whole."""
    folder = root / "Ignore"
    dice = random.Random(34)
    for place in ("", "below", "below/further", "secret place", "marked", "marked/below", ".hidden"):
        (folder / place).mkdir(parents=True, exist_ok=True)
        for number, name in enumerate(["a1.flac", "b2.flac", "draft 1.flac", "kept.flac", "secret.flac", ".dot.flac", "other.flac"], 1):
            (folder / place / name).write_bytes(song(dice, number, f"{place or 'top'} {name}"))
    (folder / ".mpdignore").write_text("# what is not finished\ndraft*\n  secret*  \n[ab]?.flac\n\n", encoding="utf-8")
    (folder / "below" / ".mpdignore").write_text("kep?.flac\r\n", encoding="utf-8")
    (folder / "marked" / ".nomedia").write_bytes(b"")


def write_sheets(root):
    """CUE sheets as programs of many years have written them."""
    dice = random.Random(35)
    disc = encoded("flac", 9.0, rate=22_050, channels=1)

    def tracks(*starts):
        return "".join(f'  TRACK {number:02} AUDIO\r\n    TITLE "Part {number}"\r\n    INDEX 01 {start}\r\n' for number, start in
                       enumerate(starts, 11))

    times = ("00:00:00", "00:03:00", "00:06:10")
    sheets = {
        "bom": ("\ufeff" + 'REM COMMENT x\r\nTITLE "Mark"\r\nFILE "disc.flac" WAVE\r\n' + tracks(*times)).encode(),
        "two files": ('TITLE "Two"\nFILE "disc.flac" WAVE\n' + tracks(times[0], times[1])
                      + f'FILE "other.flac" WAVE\n  TRACK 13 AUDIO\n    TITLE "Part 13"\n    INDEX 01 {times[0]}\n').encode(),
        "missing": ('TITLE "Missing"\nFILE "not there.flac" WAVE\n' + tracks(*times)).encode(),
        "no tracks": b'TITLE "None"\nFILE "disc.flac" WAVE\n',
        "one track": ('TITLE "One"\nFILE "disc.flac" WAVE\n' + tracks(times[0])).encode(),
        "empty": b"",
    }
    for name, sheet in sheets.items():
        folder = root / "Sheets" / name
        folder.mkdir(parents=True)
        for file in ("disc.flac", "other.flac") if name == "two files" else ("disc.flac",):
            tags = [("TITLE", f"Whole {name}"), ("ARTIST", word(dice)), ("ALBUM", f"Sheet {name}")]
            (folder / file).write_bytes(flac(disc, tags, dice.randbytes(6_000)))
        (folder / "disc.cue").write_bytes(sheet)


def write_awkward(root):
    """Values that programs trip over, in every format: those of the other songs are in FLAC and MP3 only."""
    folder = root / "Awkward"
    folder.mkdir(parents=True)
    for suffix in SUFFIXES:
        sound = encoded(suffix, 0.4)
        for number, value in enumerate(AWKWARD[::2], 1):
            # Readers cut and join what has control characters in their own ways.
            text = value.replace("\t", " ")
            tags = {"title": [text], "artist": [text], "album": ["Awkward"], "tracknumber": [str(number)]}
            (folder / f"{number:02}.{suffix}").write_bytes(tagged(sound, suffix, tags))


def write_oddities(root):
    """All of it."""
    for write in (write_long, write_links, write_names, write_broken, write_ignored, write_sheets, write_awkward):
        write(root)
