"""Songs in every format that ffmpeg writes quickly, tagged by mutagen as each format has it, and with pictures inside."""

import base64
import io
import random

import mutagen
from mutagen import apev2, flac, id3, mp4

from sounds import encoded, picture
from words import word

SUFFIXES = ["ogg", "opus", "m4a", "wav", "aiff", "wv"]
SONGS_EACH = 18

# The names of each kind of tag for what Vorbis comments call so.
FRAMES = {"title": "TIT2", "artist": "TPE1", "album": "TALB", "albumartist": "TPE2", "composer": "TCOM", "genre": "TCON", "date": "TDRC",
          "tracknumber": "TRCK", "discnumber": "TPOS", "artistsort": "TSOP"}
ATOMS = {"title": "\xa9nam", "artist": "\xa9ART", "album": "\xa9alb", "albumartist": "aART", "composer": "\xa9wrt", "genre": "\xa9gen",
         "date": "\xa9day", "artistsort": "soar"}
ITEMS = {"albumartist": "Album Artist", "date": "Year", "tracknumber": "Track", "discnumber": "Disc"}

# What pictures show, as ID3 numbers it.
OTHER, FRONT, BACK, ARTIST = 0, 3, 4, 8


def tagged(sound, suffix, tags, pictures=()):
    """The bytes of a file with these tags, which are lists of values, and with pictures: what each shows, its media type and its bytes."""
    file = io.BytesIO(sound)
    if suffix == "wv":
        write_items(file, tags, pictures)
        return file.getvalue()
    if suffix == "mp3":
        # Only ID3 itself may be put in front of a sound without tags.
        frames = id3.ID3()
        add_frames(frames, tags, pictures)
        frames.save(file, v2_version=4)
        return file.getvalue()
    opened = mutagen.File(file)
    if opened.tags is None:
        opened.add_tags()
    if suffix in ("wav", "aiff"):
        add_frames(opened.tags, tags, pictures)
    elif suffix == "m4a":
        add_atoms(opened, tags, pictures)
    else:
        for name, values in tags.items():
            opened[name] = values
        if suffix == "flac":
            for block in blocks(pictures):
                opened.add_picture(block)
        elif pictures:
            opened["metadata_block_picture"] = [base64.b64encode(block.write()).decode() for block in blocks(pictures)]
    file.seek(0)
    opened.save(file)
    return file.getvalue()


def add_frames(target, tags, pictures):
    for name, values in tags.items():
        target.add(getattr(id3, FRAMES[name])(encoding=3, text=values))
    for number, (kind, mime, data) in enumerate(pictures):
        target.add(id3.APIC(encoding=3, mime=mime, type=kind, desc=str(number), data=data))


def add_atoms(target, tags, pictures):
    for name, values in tags.items():
        if name in ATOMS:
            target[ATOMS[name]] = values
        else:
            target["trkn" if name == "tracknumber" else "disk"] = [(int(values[0].split("/")[0]), 0)]
    if pictures:
        formats = {"image/png": mp4.MP4Cover.FORMAT_PNG, "image/jpeg": mp4.MP4Cover.FORMAT_JPEG}
        target["covr"] = [mp4.MP4Cover(data, formats[mime]) for _, mime, data in pictures]


def write_items(file, tags, pictures):
    target = apev2.APEv2()
    for name, values in tags.items():
        target[ITEMS.get(name, name.title())] = values
    for kind, _, data in pictures:
        target[f"Cover Art ({'Front' if kind == FRONT else 'Back'})"] = apev2.APEValue(b"cover.jpg\0" + data, apev2.BINARY)
    target.save(file)


def blocks(pictures):
    """The pictures as blocks of FLAC."""
    made = []
    for kind, mime, data in pictures:
        block = flac.Picture()
        block.type, block.mime, block.data, block.width, block.height, block.depth = kind, mime, data, 48, 48, 24
        made.append(block)
    return made


def write_formats(root):
    """Some songs of each format."""
    dice = random.Random(20)
    for suffix in SUFFIXES:
        sound = encoded(suffix, 0.4)
        for album in range(3):
            folder = root / "Formats" / suffix / f"{word(dice)} {album}"
            folder.mkdir(parents=True)
            name, artist = f"{word(dice)} {word(dice)}", word(dice)
            for track in range(1, SONGS_EACH // 3 + 1):
                tags = {"title": [f"{word(dice)} {track}"], "artist": [artist], "album": [name], "tracknumber": [str(track)],
                        "genre": [dice.choice(["Jazz", "Klassik", "Rock"])], "date": [dice.choice(["1969", "2003-05-12"])]}
                if dice.random() < 0.5:
                    tags["albumartist"] = [word(dice)]
                if dice.random() < 0.4:
                    tags["composer"] = [word(dice)]
                if dice.random() < 0.3:
                    tags["discnumber"] = ["2"]
                if dice.random() < 0.3:
                    tags["artistsort"] = [word(dice)]
                # MPD takes one value only of MP4, which it has FFmpeg read, and from 0.24 on of WAV and AIFF.
                if suffix not in ("m4a", "wav", "aiff") and dice.random() < 0.3:
                    tags["artist"] = [artist, f"{word(dice)} {track}"]
                (folder / f"{track:02}.{suffix}").write_bytes(tagged(sound, suffix, tags))


def write_pictures(root):
    """Songs with pictures inside and beside them, a directory for each way."""
    dice = random.Random(21)
    jpeg, png = picture("jpg", "red"), picture("png", "blue")

    def image(base, size):
        """A picture of that many bytes: what stands behind its end is nothing to readers."""
        return base + dice.randbytes(max(0, size - len(base)))

    front, back = (FRONT, "image/jpeg", image(jpeg, 3_000)), (BACK, "image/jpeg", image(jpeg, 2_500))
    ways = {
        "front": ([front], []), "png": ([(FRONT, "image/png", image(png, 1_500))], []), "back first": ([back, front], []),
        "front first": ([front, back], []), "back only": ([back], []), "large": ([(FRONT, "image/jpeg", image(jpeg, 300_000))], []),
        "beside": ([], [("cover.jpg", image(jpeg, 20_000))]), "png beside": ([], [("cover.png", image(png, 9_000))]),
        "both": ([front], [("cover.jpg", image(jpeg, 5_000))]), "two beside": ([], [("cover.jpg", jpeg), ("cover.png", png)]),
        "folder beside": ([], [("folder.jpg", image(jpeg, 4_000))]), "none": ([], []), "empty beside": ([], [("cover.jpg", b"")]),
    }
    for suffix in ["flac", "mp3", *SUFFIXES]:
        sound = encoded(suffix, 0.4)
        for way, (inside, beside) in ways.items():
            if inside and suffix == "wv" and inside[0][1] == "image/png":
                continue
            folder = root / "Pictures" / f"{suffix} {way}"
            folder.mkdir(parents=True)
            tags = {"title": [f"{way} {suffix}"], "artist": ["Painter"], "album": ["Pictures"]}
            (folder / f"song.{suffix}").write_bytes(tagged(sound, suffix, tags, inside))
            for name, data in beside:
                (folder / name).write_bytes(data)
    folder = root / "Pictures" / "flac artist"
    folder.mkdir()
    tags = {"title": ["artist"], "artist": ["Painter"], "album": ["Pictures"]}
    pictures = [(OTHER, "image/jpeg", image(jpeg, 2_000)), (ARTIST, "image/png", image(png, 2_100))]
    (folder / "song.flac").write_bytes(tagged(encoded("flac", 0.4), "flac", tags, pictures))
