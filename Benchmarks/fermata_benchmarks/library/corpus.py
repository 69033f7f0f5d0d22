"""Music for a library: files with tags, and rows as a scan of such files would have written them."""

import itertools
import random
import re
import sqlite3
import subprocess
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ALBUM = 12
"""Songs of an album."""
SYLLABLES = "ka lo mi ran tes vu dor pel Ön ží ña da ri no be".split()
NOISE = 64
"""After so many bytes of sound some differ from file to file, so that no two have the same sound."""


MPD_TAGS = {
    "TITLE": "Title", "ARTIST": "Artist", "ALBUM": "Album", "ALBUMARTIST": "AlbumArtist", "TRACKNUMBER": "Track",
    "GENRE": "Genre", "DATE": "Date",
}
"""The tags as MPD calls them."""


@dataclass(frozen=True)
class Song:
    """A song and its place."""

    directory: str
    name: str
    tags: list[tuple[str, str]]


def songs(count: int) -> Iterator[Song]:
    """The same songs for the same count: albums of twelve, five of each artist."""
    chance = random.Random(7)
    words = ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 3))).capitalize() for _ in range(4_000)]

    def name(length: int) -> str:
        return " ".join(chance.choices(words, k=length))

    artist = album = genre = year = ""
    for number in range(count):
        if number % (5 * ALBUM) == 0:
            artist = name(2)
        if number % ALBUM == 0:
            album, genre, year = name(3), chance.choice(["Rock", "Jazz", "Pop", "Klassik"]), str(chance.randint(1960, 2024))
        title, track = name(3), number % ALBUM + 1
        yield Song(
            # Two artists may have one name.
            f"{number // (5 * ALBUM)} {artist}/{number // ALBUM} {album}", f"{track:02} {title}.flac",
            [("TITLE", title), ("ARTIST", artist), ("ALBUM", album), ("ALBUMARTIST", artist), ("TRACKNUMBER", str(track)),
             ("GENRE", genre), ("DATE", year)])


def write_files(directory: Path, count: int) -> None:
    """Writes FLAC files of some 25 kB with seven tags each."""
    sound = directory / "sound.flac"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "anoisesrc=d=0.2:r=44100:a=0.3:seed=1", "-ac", "1",
         "-fflags", "+bitexact", "-map_metadata", "-1", str(sound)], check=True)
    bytes_, place, head = sound.read_bytes(), 4, b""
    sound.unlink()
    while True:
        last, size = bytes_[place] & 0x80, int.from_bytes(bytes_[place + 1:place + 4], "big")
        if bytes_[place] & 0x7F == 0:
            head = bytes_[place + 4:place + 4 + size]
        place += 4 + size
        if last:
            break
    for number, song in enumerate(songs(count)):
        frames = bytearray(bytes_[place:])
        for start in range(NOISE, len(frames) - 8, 4 * NOISE):
            frames[start:start + 8] = number.to_bytes(8, "big")
        comments = [f"{name}={value}".encode() for name, value in song.tags]
        block = (0).to_bytes(4, "little") + len(comments).to_bytes(4, "little")
        block += b"".join(len(comment).to_bytes(4, "little") + comment for comment in comments)
        folder = directory / song.directory
        folder.mkdir(parents=True, exist_ok=True)
        (folder / song.name).write_bytes(
            b"fLaC\0" + len(head).to_bytes(3, "big") + head + b"\x84" + len(block).to_bytes(3, "big") + block + frames)


def write_rows(database: Path, root: Path, count: int) -> None:
    """Fills a library.db whose tables fermatad has made, and which no process has open."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN")
    letters = {"TITLE": "A", "ARTIST": "B", "ALBUM": "D", "ALBUMARTIST": "E", "TRACKNUMBER": "L", "DATE": "N", "GENRE": "P"}
    own = ("TITLE", "TRACKNUMBER")
    ids: dict[tuple[str, str], int] = {}
    vocabulary: set[str] = set()

    def identifier(table: str, key: str, columns: str, *values: object) -> int:
        if (table, key) not in ids:
            marks = ", ".join("?" * len(values))
            cursor = connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)
            ids[table, key] = cursor.lastrowid or 0
        return ids[table, key]

    top = connection.execute("SELECT id FROM directories WHERE path = ?", (str(root).encode(),)).fetchone()[0]
    for number, song in enumerate(songs(count)):
        tags = dict(song.tags)
        folder = f"{root}/{song.directory}"
        artist = folder.rsplit("/", 1)[0]
        above = identifier("directories", artist, "parent, path, device, inode, modified", top, artist.encode(), 1, number, 0)
        directory = identifier("directories", folder, "parent, path, device, inode, modified", above, folder.encode(), 1, number, 0)
        shared = "".join(f"{letters[name]}{value}\n" for name, value in song.tags if name not in own)
        new = ("shared_tags", shared) not in ids
        row = identifier("shared_tags", shared, "tags", shared)
        if new:
            for role, name in ((1, tags["ARTIST"]), (2, tags["ALBUMARTIST"]), (6, tags["GENRE"])):
                named = identifier("names", name, "name, sort", name, name.lower())
                connection.execute("INSERT INTO shared_names VALUES (?, ?, 0, ?)", (row, role, named))
        album = identifier(
            "albums", folder, "identity, title, artist, artist_is_stated, is_compilation, sort, date", folder, tags["ALBUM"],
            tags["ARTIST"], 1, 0, tags["ALBUM"].lower(), tags["DATE"])
        song_id = number + 1_000_000
        connection.execute(
            "INSERT INTO songs (id, directory, name, size, modified, device, inode, stamp, added, milliseconds, sample_rate,"
            " channels, has_picture, album, track_number, year, tags, shared) VALUES (?, ?, ?, 25000, 0, 1, ?, ?, ?, 200000, 44100,"
            " 2, 0, ?, ?, ?, ?, ?)",
            (song_id, directory, song.name.encode(), number, number, float(number), album, int(tags["TRACKNUMBER"]),
             int(tags["DATE"]), "".join(f"{letters[name]}{tags[name]}\n" for name in own), row))
        texts = [
            folded(text) for text in (
                tags["TITLE"], tags["ARTIST"], tags["ALBUM"], tags["ARTIST"], tags["GENRE"], song.name,
                f"{tags['TRACKNUMBER']}\n{tags['DATE']}")]
        connection.execute("INSERT INTO search_texts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (song_id, *texts))
        vocabulary.update(word for text in texts for word in re.findall("[a-z0-9]{3,}", text))
    connection.executemany("INSERT INTO vocabulary (word) VALUES (?)", ((word,) for word in sorted(vocabulary)))
    for table in ("search_parts", "search_words", "vocabulary_parts"):
        connection.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")
    connection.execute("COMMIT")
    connection.close()


def folded(text: str) -> str:
    """The text as a search looks at it: small letters without marks."""
    return "".join(letter for letter in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(letter))


def write_mpd_database(path: Path, count: int) -> None:
    """Writes a database as MPD's own, about the same songs."""
    with path.open("w") as file:
        file.write("info_begin\nformat: 2\nmpd_version: 0.23.12\nfs_charset: UTF-8\n")
        file.writelines(f"tag: {name}\n" for name in MPD_TAGS.values())
        file.write("info_end\n")
        for artist, of_artist in itertools.groupby(songs(count), lambda song: song.directory.split("/")[0]):
            file.write(f"directory: {artist}\nmtime: 1\nbegin: {artist}\n")
            for directory, of_album in itertools.groupby(of_artist, lambda song: song.directory):
                file.write(f"directory: {directory.split('/')[1]}\nmtime: 1\nbegin: {directory}\n")
                for song in of_album:
                    file.write(f"song_begin: {song.name}\nTime: 200.000000\nFormat: 44100:16:2\n")
                    file.writelines(f"{MPD_TAGS[name]}: {value}\n" for name, value in song.tags)
                    file.write("mtime: 1\nsong_end\n")
                file.write(f"end: {directory}\n")
            file.write(f"end: {artist}\n")
