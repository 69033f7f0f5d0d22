"""The commands about a library with music, its songs in the queue, and stored playlists of them."""

import random
from pathlib import Path

from filters import filter_commands
from servers import expression, quoted

# What stands among the commands about a library where both versions of the queue are remembered.
REMEMBER = "remember the version"


def songs_of(lines):
    """The paths of the songs in an answer."""
    return [line[6:] for line in lines if line.startswith("file: ")]


def sheets_of(songs):
    """The paths of the CUE sheets of these songs. They are directories of tracks, and no directories of files."""
    return {song.rsplit("/", 1)[0] for song in songs if "/track0" in song}


def fingerprint_commands(songs):
    """Commands for fingerprints of some of these songs. Lossy files are decoded by other decoders, and some bits of the fingerprint differ.
    The others last too short a time to have one, but for those of the discs."""
    exact = [song for song in songs if song.endswith(".flac") and not song.startswith("Broken/")]
    discs = sorted({song.split(".cue/")[0] + ".flac" for song in songs if ".cue/" in song})
    return [f"getfingerprint {quoted(song)}" for song in random.Random(12).sample(exact, min(10, len(exact))) + discs]


def library_commands(reference):
    """Commands about everything that the reference knows: its directories, songs and values, and things that it does not have."""
    dice = random.Random(11)
    every = reference.ask("listall")
    folders = [line[11:] for line in every if line.startswith("directory: ")]
    songs = songs_of(every)
    commands = ["lsinfo", "lsinfo /", 'lsinfo ""', "listall", "listallinfo", "count", "list", "find", "search x", "list foo"]
    for folder in folders:
        commands += [f"lsinfo {quoted(folder)}", f"listall {quoted(folder)}"]
    for folder in dice.sample(folders, min(60, len(folders))):
        commands += [f"listallinfo {quoted(folder)}", f"find base {quoted(folder)}",
                     f"count base {quoted(folder)}", f"lsinfo {quoted(folder + '/')}"]
    for song in dice.sample(songs, min(60, len(songs))):
        commands += [f"lsinfo {quoted(song)}", f"find file {quoted(song)}", f"search file {quoted(song.rsplit('/', 1)[-1][-12:])}",
                     f"find {expression('file', '==', song)}"]
        # Where pictures are inside, which of them is given differs for a reason: pictures.py compares those.
        if not song.startswith("Pictures/"):
            commands.append(f"albumart {quoted(song)} 0")
    # The tracks of CUE sheets are few among so many.
    tracks = [song for song in songs if "/track0" in song]
    for song in dice.sample(tracks, min(60, len(tracks))):
        sheet = song.rsplit("/", 1)[0]
        commands += [f"lsinfo {quoted(song)}", f"lsinfo {quoted(sheet)}", f"find file {quoted(song)}", f"listallinfo {quoted(sheet)}",
                     f"find {expression('file', '==', song)}", f"count base {quoted(sheet)}", f"find base {quoted(sheet)} sort -Title",
                     "clear", f"add {quoted(song)}", f"addid {quoted(song)} 0", f"add {quoted(sheet)}", "playlistinfo", "clear",
                     f"playlistadd sheets {quoted(song)}", f"playlistadd sheets {quoted(sheet)}", "listplaylist sheets",
                     "load sheets", "playlist", "clear", "listplaylistinfo sheets", "rm sheets",
                     f"sticker set song {quoted(song)} rating 3", f"sticker list song {quoted(song)}", "sticker find song \"\" rating",
                     f"sticker delete song {quoted(song)}"]
    tags = ["Artist", "AlbumArtist", "Album", "Title", "Genre", "Date", "Composer", "Performer", "Disc", "Track", "Label", "Work",
            "ArtistSort", "AlbumArtistSort", "AlbumSort", "MUSICBRAINZ_TRACKID", "MUSICBRAINZ_ALBUMID", "Name", "OriginalDate"]
    for tag in tags:
        commands += [f"list {tag}", f"list {tag.lower()}", f"count {tag} x group {tag}"]
        values = [line.split(": ", 1)[1] for line in reference.ask(f"list {tag}")[:-1]]
        for value in dice.sample(values, min(14, len(values))):
            part = value[1:-1] or "x"
            commands += [
                f"find {tag} {quoted(value)}", f"search {tag} {quoted(part.upper())}", f"count {tag} {quoted(value)}",
                f"find {expression(tag, '==', value)}", f"find {expression(tag, '!=', value)} window 0:5",
                f"find {expression(tag, 'contains', part)}", f"search {expression(tag, '==', value.lower())}",
                f"find {tag.lower()} {quoted(value)} sort Title", f"list Album {expression(tag, '==', value)}",
            ]
    for group in ["Artist", "AlbumArtist", "Date", "Genre"]:
        commands += [f"list Album group {group}", f"list Title group {group} group Album", f"count group {group}",
                     f"count artist x group {group}"]
    artists = [line[8:] for line in reference.ask("list Artist")[:-1]]
    for artist in dice.sample(artists, min(40, len(artists))):
        commands += [f"list Album {quoted(artist)}", f"find Artist {quoted(artist)} sort -Date window 0:3",
                     f"search any {quoted(artist[:4])}", f"list Title artist {quoted(artist)} group Album",
                     f"find artist {quoted(artist)} album x", f"list Date Artist {quoted(artist)}"]
    # MPD looks into identifiers of MusicBrainz for any tag: none of these texts is in one, which has the digits of sixteen.
    commands += [
        "find artist", "find foo x", "find artist x album", "search any o window 1:4", "search any zz sort Track", "list album x y",
        "list title x", "list album group album", "list album group foo", "find artist x sort foo", "find artist x window x",
        "lsinfo nothing", "listall nothing", "listallinfo nothing", "lsinfo ../x",
        "find \"(artist == 'x') AND (album == 'y')\"", "find \"((artist == 'x') AND (album == 'y'))\"", "find \"(artist)\"",
        "find \"(!(artist == 'x'))\" window 0:3", "find \"(modified-since '2001-01-01T00:00:00Z')\" window 0:2",
        "find modified-since 4000000000", "find modified-since x", "count title x", "count", "find \"(base '')\" window 0:3",
        "find \"(Genre == '')\" window 0:5", "search \"(any contains 'ö')\"", "search any th window 0:30", "search title a window 0:50",
        "search any \"\" window 0:3", "find title \"\"", "find any x", "albumart nothing 0", "readpicture nothing 0",
        "readcomments nothing", "add nothing", "addid nothing", "sticker get song nothing a", "sticker list song nothing",
        "sticker find song \"\" a", "sticker x song y z", "sticker get x y z", "sticker",
        "update x y", "rescan ../x",
    ]
    commands += playlist_commands(dice, folders, songs) + queue_commands(reference, folders, songs) + list_commands() + filter_commands()
    for song in dice.sample(songs, min(10, len(songs))):
        name = quoted(song)
        commands += [f"sticker get song {name} rating", f"sticker set song {name} rating 5", f"sticker get song {name} rating",
                     f"sticker set song {name} mood {quoted('so = so')}", f"sticker list song {name}", "sticker find song \"\" rating",
                     "sticker find song \"\" rating = 5", "sticker find song \"\" rating < 5", f"sticker delete song {name} mood",
                     f"sticker delete song {name} mood", f"sticker delete song {name}", f"sticker list song {name}"]
        commands += ["clear", f"add {name}", f"add {quoted(song.rsplit('/', 1)[0])}", "playlist", f"addid {name} 0", "playlist",
                     "clear", f"findadd base {quoted(song.rsplit('/', 1)[0])} window 0:2", "playlist", "clear",
                     f"searchadd title {quoted(Path(song).stem[3:8])}", "playlist", "clear"]
        below = f"base {quoted(song.rsplit('/', 1)[0])}"
        commands += [f"add {name}", f"add {name}", f"findadd {below} window 0:3 position 1", "playlist",
                     f"searchadd {below} sort -Title window 0:2 position 0", "playlist", f"findadd {below} window 0:1 position +0",
                     f"searchadd {below} position -0", f"findadd {below} position 99999", "findadd title none position 99999",
                     f"findadd {below} position x", f"findadd {below} position -1", f"searchadd {below} position \"\"",
                     f"findadd {below} position 0 window 0:1", "findadd foo x position 99999", "findadd position 0", "findadd position",
                     "playlist", "clear"]
    return commands


def list_commands():
    """Commands about playlists among the music."""
    lists = ["Lists/plain.m3u", "Lists/extended.m3u8", "Lists/numbered.pls", "Lists/shared.xspf", "Lists/empty.m3u", "Lists/deep/up.m3u",
             "Lists/ümläut ☂.m3u", "top.m3u", "Lists/nothing.m3u", "Lists/one.flac", "../x.m3u"]
    commands = [f"{command} {quoted(folder)}" for command in ("lsinfo", "listall", "listallinfo", "listfiles")
                for folder in ("Lists", "Lists/deep", "Block", "Sheets")]
    commands += ["lsinfo \"Lists/plain.m3u\"", "lsinfo Lists/nothing.m3u", "count base Lists", "find base Lists", "stats", "clear"]
    for name in lists:
        commands += [f"listplaylist {quoted(name)}", f"listplaylistinfo {quoted(name)}", f"load {quoted(name)}", "playlist", "clear"]
    return commands + ["load \"Lists/plain.m3u\"", "load \"Lists/plain.m3u\" 1:", "load \"Lists/plain.m3u\" 0:1 0", "load top.m3u 0:1", "playlist",
                       "clear"]


def queue_commands(reference, folders, songs):
    """Commands about songs of the library in the queue, about the queue's changes, and about the files themselves."""
    # Of its own, so that the other commands stay the same.
    dice = random.Random(13)
    folders = [folder for folder in folders if folder not in sheets_of(songs)]
    commands = ["stats", "listfiles"] + [f"listfiles {quoted(folder)}" for folder in dice.sample(folders, min(60, len(folders)))]
    commands += [f"readcomments {quoted(song)}" for song in dice.sample(songs, min(60, len(songs))) if song.endswith(".flac")]
    for song in dice.sample(songs, min(25, len(songs))):
        folder, part = quoted(song.rsplit("/", 1)[0]), quoted(Path(song).stem[3:8])
        commands += ["clear", f"add {quoted(song)}", f"add {folder}", f"addid {quoted(song)} 1", "playlistinfo", "playlistinfo 1:3",
                     f"playlistfind file {quoted(song)}", f"playlistsearch title {part}", f"playlistsearch any {part}",
                     f"playlistfind base {folder}", "playlistfind \"(Genre == '')\"", "playlistfind \"(Artist != '')\"",
                     "playlistfind \"(modified-since '2001-01-01T00:00:00Z')\"", "playlistfind modified-since 4000000000",
                     "tagtypes clear", "tagtypes enable Composer MUSICBRAINZ_ALBUMID", "playlistinfo", "tagtypes all",
                     REMEMBER, "plchangesposid {version}", "swap 0 1", "plchanges {version}", "plchangesposid {version}",
                     "plchangesposid {version} 1:", REMEMBER, "delete 0", "plchanges {version}", "plchangesposid {version}",
                     "plchangesposid {version} 9999:", "plchanges 0", "clear"]
    audible = long_songs(reference)
    for song in dice.sample(audible, min(10, len(audible))):
        commands += [f"add {quoted(song)}", "play 0", "pause 1", "currentsong", "stop", "clear", "currentsong"]
    return commands


def long_songs(reference):
    """The songs that play for more than two seconds: they do not end while something is asked about them."""
    found, song = [], ""
    for line in reference.ask("listallinfo"):
        if line.startswith("file: "):
            song = line[6:]
        elif line.startswith("duration: ") and float(line[10:]) > 2:
            found.append(song)
    return found


def playlist_commands(dice, folders, songs):
    """Commands about stored playlists as clients send them, and with arguments that are wrong. The playlists are gone afterwards."""
    commands = ["listplaylists x", "listplaylist check", "listplaylistinfo check", "load check", "rm check", "playlistclear check",
                "rename check other", "playlistdelete check 0", "playlistmove check 0 1", "playlistmove check 1 1", "save \"\"", "save a/b",
                "rm a/b", "rename a/b c", "playlistadd a/b x", "searchaddpl a/b title x", "load a/b", "listplaylist a/b", "save check x"]
    for song in dice.sample(songs, min(12, len(songs))):
        name, folder = quoted(song), quoted(song.rsplit("/", 1)[0])
        commands += [f"playlistadd check {name}", f"playlistadd check {folder}", f"playlistadd check {name} 0", f"playlistadd check {name} 99999",
                     "playlistadd check nothing", "playlistadd check foo://x", "playlistadd check http://h.example/x 1",
                     f"searchaddpl check title {quoted(Path(song).stem[3:8])}", "searchaddpl check foo x", "searchaddpl none title \"no such\"",
                     f"searchaddpl check base {folder} window 0:2", f"searchaddpl check base {folder} sort -Title window 0:2 position 1",
                     f"searchaddpl check title {quoted(Path(song).stem[3:8])} position 0", "listplaylist check",
                     f"searchaddpl check base {folder} position 99999", "searchaddpl check title \"no such\" position 99999",
                     "searchaddpl check title \"no such\" position 0", f"searchaddpl check base {folder} position x",
                     f"searchaddpl check base {folder} position -1", f"searchaddpl check base {folder} position 0 window 0:1",
                     "searchaddpl none title \"no such\" position 0", "searchaddpl none title \"no such\" position 1",
                     "searchaddpl a/b title \"no such\" position 0", "searchaddpl check position 0", "listplaylist none", "listplaylist check", "listplaylistinfo check",
                     "playlistmove check 0 2", "playlistmove check 2 0", "playlistmove check 99999 0", "playlistmove check 0 99999",
                     "playlistmove check 0:2 1", "playlistmove check x 1", "listplaylist check", "playlistdelete check 0", "playlistdelete check 1:2",
                     "playlistdelete check 99999", "playlistdelete check 99999:", "playlistdelete check x", "playlistdelete check 2:1", "listplaylist check",
                     "clear", "load check", "playlist", "load check 0:1", "load check 1:2 0", "load check 0:1 99999", "load check x", "load check 2:1",
                     "load check 0:1 +0", "load check 99999:", "playlist", "save check", "save check2", "save check2", "listplaylist check2", "rename check2 check",
                     "rename check check", "rename check2 check3", "listplaylist check2", "playlistclear check3", "listplaylist check3",
                     "playlistadd check3 /", "playlistdelete check3 -1", "listplaylist check3", "rm check3", "rm check3", "playlistdelete check 3:",
                     "listplaylist check", "clear"]
    return commands + ["rm check"]
