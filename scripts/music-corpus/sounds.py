"""Short sounds, each encoded once by ffmpeg, and what is put in front of FLAC and MP3 without any other program."""

import functools
import subprocess
import tempfile
from pathlib import Path

# How each suffix is encoded.
ENCODERS = {
    "flac": [], "mp3": ["-b:a", "128k"], "ogg": ["-c:a", "libvorbis"], "opus": ["-c:a", "libopus"], "m4a": ["-c:a", "aac"],
    "wav": [], "aiff": [], "wv": ["-c:a", "wavpack"],
}


@functools.cache
def encoded(suffix, seconds=0.2, rate=44100, channels=2, frequency=440):
    """The bytes of a tone in a format."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / f"sound.{suffix}"
        source = f"sine=frequency={frequency}:duration={seconds}:sample_rate={rate}"
        command = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-ac", str(channels)]
        subprocess.run([*command, *ENCODERS[suffix], "-fflags", "+bitexact", "-map_metadata", "-1", str(path)], check=True)
        return path.read_bytes()


@functools.cache
def picture(suffix, colour):
    """The bytes of a small picture of one colour."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / f"picture.{suffix}"
        command = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", f"color={colour}:size=48x48", "-frames:v", "1"]
        subprocess.run([*command, str(path)], check=True)
        return path.read_bytes()


def flac(sound, tags, noise, *blocks):
    """A FLAC file with these comments in place of its own. `noise` makes the sound another one. `blocks` are further blocks: the number of
    their kind and their bytes."""
    assert sound[:4] == b"fLaC"
    place, whole = 4, []
    while True:
        last, kind = sound[place] & 0x80, sound[place] & 0x7F
        size = int.from_bytes(sound[place + 1 : place + 4], "big")
        if kind == 0:
            whole.append((kind, sound[place + 4 : place + 4 + size]))
        place += 4 + size
        if last:
            break
    comments = [f"{name}={value}".encode() for name, value in tags]
    body = (0).to_bytes(4, "little") + len(comments).to_bytes(4, "little")
    body += b"".join(len(comment).to_bytes(4, "little") + comment for comment in comments)
    whole += [(4, body), *blocks, (1, noise)]
    head = b"".join(
        bytes([kind | (0x80 if index == len(whole) - 1 else 0)]) + len(data).to_bytes(3, "big") + data
        for index, (kind, data) in enumerate(whole)
    )
    return b"fLaC" + head + sound[place:]


def mp3(sound, tags, version, encoding):
    """An MP3 file with an ID3 tag of version 3 or 4, in Latin-1 (0), UTF-16 (1) or UTF-8 (3)."""
    names = {"TITLE": "TIT2", "ARTIST": "TPE1", "ALBUM": "TALB", "ALBUMARTIST": "TPE2", "TRACKNUMBER": "TRCK", "GENRE": "TCON",
             "DATE": "TYER" if version == 3 else "TDRC", "DISCNUMBER": "TPOS", "COMPOSER": "TCOM"}
    frames = b""
    for name, value in tags:
        if name not in names:
            continue
        if names[name] == "TYER":
            value = value[:4]
        charset = {0: "latin-1", 1: "utf-16", 3: "utf-8"}[encoding]
        text = bytes([encoding]) + value.encode(charset, errors="replace")
        size = len(text).to_bytes(4, "big") if version == 3 else sevens(len(text))
        frames += names[name].encode() + size + b"\0\0" + text
    return b"ID3" + bytes([version, 0, 0]) + sevens(len(frames)) + frames + sound


def sevens(number):
    """A number in four bytes of seven bits."""
    return bytes(number >> shift & 0x7F for shift in (21, 14, 7, 0))
