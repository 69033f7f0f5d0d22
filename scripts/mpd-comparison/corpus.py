"""The directory of music that MPD gets: the same files, but for those that one of the two declares not to take."""

import io
import os
import shutil
from pathlib import Path

from servers import IS_NEW

# Files whose suffix is that of another format, which MPD reads from 0.24 on only under this name.
TRUE_NAMES = {"Broken/m4a in truth.mp3": "Broken/m4a in truth.m4a", "Broken/ogg in truth.opus": "Broken/ogg in truth.ogg"} if IS_NEW else {}

# The suffixes of sound that scripts/make-music gives.
SOUND_SUFFIXES = ("flac", "mp3", "ogg", "opus", "m4a", "wav", "aiff", "wv")


def copy_for_mpd(music, place):
    """Copies a directory of music without what Fermata leaves out, and with each CUE sheet that a file has among its tags beside that file.
    Returns the paths that only MPD has and those of the same songs in the original, relative to the directory. The times of the last change are those of the files,
    and of the directories."""
    shutil.copytree(music, place, symlinks=True)
    times = {}
    for path in left_out(place):
        times.setdefault(path.parent, path.parent.stat())
        if path.is_symlink() or not path.is_dir():
            path.unlink()
        else:
            shutil.rmtree(path)
    placed = []
    for path in sorted(place.rglob("*.flac")):
        if path.is_file() and not path.is_symlink() and (sheet := sheet_inside(path.read_bytes())):
            times.setdefault(path.parent, path.parent.stat())
            path.with_suffix(".cue").write_bytes(sheet)
            times[path.with_suffix(".cue")] = path.stat()
            placed.append(tuple(str(file.relative_to(place)) for file in (path.with_suffix(".cue"), path)))
    for name, true_name in TRUE_NAMES.items():
        if (place / name).exists():
            times.setdefault((place / name).parent, (place / name).parent.stat())
            (place / name).rename(place / true_name)
            placed.append((true_name, name))
    for changed, status in times.items():
        if changed.exists():
            os.utime(changed, ns=(status.st_atime_ns, status.st_mtime_ns))
    return placed


def left_out(place):
    """The files and directories that Fermata leaves out and MPD does not: docs/mpd.md and docs/library.md have the reasons."""
    paths = []
    for folder, folders, files in os.walk(place):
        for name in [*folders, *files]:
            path = Path(folder) / name
            if is_left_out(path):
                paths.append(path)
        folders[:] = [name for name in folders if Path(folder) / name not in paths]
    return paths


def is_left_out(path):
    """Whether Fermata leaves out this file or directory."""
    if path.name.startswith(".") and path.name != ".mpdignore":
        return True
    try:
        path.name.encode()
    except UnicodeEncodeError:
        return True
    if (path.parent / ".nomedia").exists():
        return True
    if path.is_dir():
        # A directory is there once, under its own name.
        return path.is_symlink()
    # MPD takes some files without sound for songs.
    return path.is_file() and path.suffix[1:] in SOUND_SUFFIXES and (path.stat().st_size == 0 or path.suffix == ".flac" and is_soundless(path))


def is_soundless(path):
    """Whether a file holds zeros or the letter of scripts/make-music."""
    return path.read_bytes().strip(b"\0")[:5] in (b"", b"Dear ", b"no mu")


def sheet_inside(flac):
    """The CUE sheet among the comments of a FLAC file, or one that says what its block of tracks says; nothing if it has neither."""
    place, is_last, sheet = 4, not flac.startswith(b"fLaC"), None
    while not is_last and place + 4 <= len(flac):
        is_last, kind = flac[place] & 0x80, flac[place] & 0x7F
        size = int.from_bytes(flac[place + 1 : place + 4], "big")
        place += 4
        if kind == 4:
            comments = io.BytesIO(flac[place : place + size])
            comments.read(number(comments))
            for _ in range(number(comments)):
                name, _, value = comments.read(number(comments)).partition(b"=")
                if name.upper() == b"CUESHEET":
                    return value
        if kind == 5:
            sheet = sheet_of(flac[place : place + size])
        place += size
    return sheet


def sheet_of(block):
    """A CUE sheet with the tracks of a block of FLAC whose indexes are those of the tracks themselves."""
    lines, place = ['FILE "disc.flac" WAVE'], 396
    for _ in range(block[395]):
        start, track, indexes = int.from_bytes(block[place : place + 8], "big") // 588, block[place + 8], block[place + 35]
        place += 36 + 12 * indexes
        if indexes:
            time = f"{start // 4500:02}:{start // 75 % 60:02}:{start % 75:02}"
            lines += [f"  TRACK {track:02} AUDIO", f"    INDEX 01 {time}"]
    return "\n".join(lines).encode() + b"\n"


def number(file):
    """The number in the next four bytes, the lowest first."""
    return int.from_bytes(file.read(4), "little")
