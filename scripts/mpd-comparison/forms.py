"""What of an answer about the library is compared: all of it, but for what is declared to differ."""

import re
import unicodedata

from inputs import normalised
from servers import IS_NEW, VERSION


# Playlists among the music that Fermata reads. MPD 0.24 forgets those that it has read, up to 0.24.4.
FORGETS_PLAYLISTS = (0, 24) <= VERSION < (0, 24, 5)
PLAYLIST_SUFFIXES = ("m3u", "m3u8", "pls", "xspf", "cue")

# Directories in which everything is left out.
EMPTY_DIRECTORIES = ("directory: Ignore/marked", *(["directory: Lists/deep"] if FORGETS_PLAYLISTS else []))

# Lines that MPD 0.23 does not have.
NEW_LINES = ("Added: ", "TitleSort: ", "Mood: ", "ShowMovement: ", "MUSICBRAINZ_RELEASEGROUPID: ")

# What stands in a block for tags that MPD 0.23 does not have.
NEWER_TAG = "a newer tag"


def library_form(lines):
    """The lines of each song, directory, playlist and position without what is declared to differ, and all other lines. Tags come in the
    order of the alphabet, because each MPD has them in the order in which its readers find them. The values of one tag stay in theirs."""
    blocks, rest = [], []
    for line in lines:
        if line.startswith("Range: "):
            continue
        if line.startswith(("file: ", "directory: ", "cpos: ", "playlist: ")):
            blocks.append([line])
        elif blocks and line != "OK" and not line.startswith("ACK "):
            # When a stored playlist was written, each server knows for itself. The ids of a queue: each server has given others before.
            if line.startswith(("Id: ", *untold_of(blocks[-1][0]))):
                continue
            if not IS_NEW and line.startswith(NEW_LINES):
                if not line.startswith("Added: ") and NEWER_TAG not in blocks[-1]:
                    blocks[-1].append(NEWER_TAG)
                continue
            # Since when it knows a song, each server knows for itself.
            blocks[-1].append("Added" if line.startswith("Added: ") else without_sample_type(line))
        else:
            rest.append(line)
    blocks = [[block[0], *sorted(block[1:], key=lambda line: line.split(": ", 1)[0])] for block in blocks if is_read(block[0])]
    return playlists_in_order(blocks), normalised(rest)


def suffix_of(path):
    """What stands behind the last point of the name; nothing without a point."""
    return path.rsplit("/", 1)[-1].rpartition(".")[2] if "." in path.rsplit("/", 1)[-1] else ""


def untold_of(head):
    """The lines of a block that are not compared, by their beginnings."""
    if head.startswith("file: Broken/"):
        # Of a file that is cut off, one reader believes what the beginning states, and another looks for the end.
        return "Time: ", "duration: ", "Format: "
    # A stored playlist was written at another time, and of a directory with a link that leads nowhere, a scan does not know all there is.
    return ("Last-Modified: ",) if is_stored(head) or head in ("directory: Links", "directory: Links/Real") else ()


def is_stored(line):
    """Whether the line names a stored playlist, which has neither a directory nor a suffix."""
    return line.startswith("playlist: ") and "/" not in line and not suffix_of(line)


def is_read(line):
    """Whether the line names anything but a playlist among the music that Fermata does not read, a file with a sheet inside, which is a
    playlist to MPD, and a directory without music, which MPD does not show."""
    if not line.startswith("playlist: "):
        return line not in EMPTY_DIRECTORIES
    return is_stored(line) or not FORGETS_PLAYLISTS and suffix_of(line) in PLAYLIST_SUFFIXES


def playlists_in_order(blocks):
    """The blocks, with playlists that follow each other in the order of their names: MPD has them in the order of the disk."""
    ordered, run = [], []
    for block in blocks:
        if block[0].startswith("playlist: "):
            run.append(block)
        else:
            ordered += [*sorted(run), block]
            run = []
    return ordered + sorted(run)


def without_sample_type(line):
    """A line `Format` with the rate and the channels only: here, the type is always that of floating point. Other lines stay."""
    parts = line.split(":")
    return f"Format:{parts[1]}:{parts[3]}" if line.startswith("Format: ") and len(parts) == 4 else line


def compared_form(command, lines, music, placed):
    """What of an answer is compared. `music` has the paths of all songs, and of the directories of files; `placed` those of the sheets that
    only MPD has."""
    word, _, argument = command.partition(" ")
    if word == "stats":
        # What was played; albums, of which MPD counts the names; the duration, for which MPD counts the whole file for each of its tracks.
        hidden = ("playtime: ", "albums: ", "db_playtime: ")
        lines = [line.split(": ")[0] if line.startswith(hidden) else line for line in lines]
    if word in ("count", "searchcount") and "group " in argument:
        # MPD counts the whole file for each of its tracks there.
        lines = [line for line in lines if not line.startswith("playtime: ")]
    if word == "sticker" and not IS_NEW:
        # An older MPD does not name what it does not know.
        lines = [re.sub(r'^(ACK .*(no such sticker|unknown sticker domain)):? ".*"$', r"\1", line) for line in lines]
    blocks, rest = library_form(lines)
    if command in ('listplaylistinfo "Lists/extended.m3u8"', 'listplaylistinfo "Lists/numbered.pls"'):
        # MPD shows what the playlist says of its entries, and Fermata what the library does.
        blocks = [block[:1] for block in blocks]
    if " sort " in command:
        # MPD loses the format of songs that it sorts.
        blocks = [[line for line in block if not line.startswith("Format:")] for block in blocks]
    if word == "listfiles":
        # MPD lists everything there is, in the order of the disk.
        folder = argument[1:-1].replace('\\"', '"').replace("\\\\", "\\")
        prefix = folder + "/" if folder else ""
        paths = [prefix + block[0].split(": ", 1)[1] for block in blocks]
        blocks = sorted(block for block, path in zip(blocks, paths)
                        if path in music or not FORGETS_PLAYLISTS and suffix_of(path) in PLAYLIST_SUFFIXES and path not in placed)
    return blocks, rest


# By how much the durations of files in these formats may differ, in seconds: MPD counts the frames that an Opus decoder drops at its
# beginning, and Fermata those that the edit list of an MP4 leaves out. Newer versions leave out the frames around an MP3, which are not
# known without decoding it where the file does not say how many they are.
TOLERANCES = {"opus": 0.01, "m4a": 0.05, **({"mp3": 0.06} if IS_NEW else {})}


def with_their_durations(theirs, mine):
    """My blocks, with their durations of those songs whose durations may differ as they do."""
    known = {block[0]: block for block in theirs}
    return [[their_duration(line, known.get(block[0], block), block[0]) for line in block] for block in mine]


def their_duration(line, block, head):
    """A line of a song; in place of its duration, theirs if it may differ so."""
    if not line.startswith("duration: "):
        return line
    theirs = next((other for other in block if other.startswith("duration: ")), line)
    return theirs if abs(float(theirs[10:]) - float(line[10:])) <= TOLERANCES.get(suffix_of(head), 0) else line


# How many files of scripts/make-music have names that are no UTF-8. They are not shown, but counted. Of files that are cut off, play times
# differ by some seconds together.
UNNAMED_SONGS, BROKEN_SECONDS = 4, 5


def with_their_numbers(theirs, mine):
    """My lines of `count` and `stats`, with their numbers where those may differ so much."""
    if len(theirs) != len(mine):
        return mine
    lines, songs = [], 0
    for line, other in zip(mine, theirs):
        name, _, value = line.partition(": ")
        is_near = False
        if name == "songs" and other.startswith("songs: "):
            songs = int(value)
            is_near = 0 <= songs - int(other[7:]) <= UNNAMED_SONGS
        elif name == "playtime" and other.startswith("playtime: "):
            is_near = abs(int(value) - int(other[10:])) <= BROKEN_SECONDS + songs * max(TOLERANCES.values())
        lines.append(other if is_near else line)
    return lines


def is_alike(command, theirs, mine):
    """Whether two answers about the library agree, but for what is declared to differ."""
    word = command.split(" ", 1)[0]
    if not IS_NEW:
        theirs, mine = without_news(command, theirs, mine)
    if word in ("plchanges", "plchangesposid"):
        # More positions may be named, never fewer.
        return theirs[1] == mine[1] and all(block in mine[0] for block in theirs[0])
    if word in ("count", "searchcount", "stats"):
        mine = mine[0], with_their_numbers(theirs[1], mine[1])
    if word == "readcomments":
        return theirs[1][-1:] == mine[1][-1:] and has_comments(theirs[1][:-1], mine[1][:-1])
    return theirs == mine


def without_news(command, theirs, mine):
    """Both answers without what an older MPD does not find: by a tag that it does not have, or by a letter whose mark is a character of
    its own."""
    kept = []
    for block in mine[0]:
        known = [line for line in block if line != NEWER_TAG]
        if known == block or known in theirs[0] or " any " not in command and "(any " not in command:
            kept.append(known)
    blocks = theirs[0], kept
    if command.startswith(("search ", "playlistsearch ")):
        blocks = tuple(list(filter(is_composed, each)) for each in blocks)
    return (blocks[0], theirs[1]), (blocks[1], mine[1])


def is_composed(block):
    """Whether no letter of a block has its mark behind it."""
    return all(unicodedata.is_normalized("NFC", line) for line in block)


def has_comments(theirs, mine):
    """Whether all comments of a FLAC file that MPD tells are told here. FFmpeg has names of its own for some, and joins the values of a name."""
    names = {"tracknumber": "track", "discnumber": "disc", "description": "comment", "label": "publisher"}

    def split(line):
        name, _, value = line.partition(": ")
        name = name.lower().replace("_", "")
        return names.get(name, name), value

    texts = dict(split(line) for line in mine)
    return all(value in texts.get(name, "") for name, value in map(split, theirs))
