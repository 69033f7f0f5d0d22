"""The commands about a library with music, its songs in the queue, and stored playlists of them."""

import random
from pathlib import Path

from filters import filter_commands
from servers import IS_NEW, expression, quoted

# Commands to which an older MPD has other answers, because it does not know these arguments or has other sentences about them.
NEWER_FORMS = {"playlistmove check 0:2 1", "playlistmove check x 1", "save check x", 'find "(title ~ \\"a\\")"', 'find "(title =! \\"a\\")"',
               'find "(artist)"', 'find "(title1 == \\"a\\")"', "list ComposerSort", 'find "(ComposerSort =~ \\"a\\")"',
               *(f'find "(AudioFormat {wrong})"' for wrong in (
                   '== \\"-1:16:2\\"', '== \\"99999999999999999999:16:2\\"', '== \\"44100/16/2\\"', '== \\"44100:x:2\\"', '== \\"44100:*:2\\"',
                   '== \\"44100:12:2\\"', '== \\"44100:16:2x\\"', '=~ \\"*:*:*:*\\"', '== \\"dsd63:2\\"', '== \\" +44100:24_3:9\\"'))}

# Commands whose answers are not compared with a newer MPD: those with sentences of PCRE2, of which each may have another version; those about
# a directory that MPD 0.24 forgets with the playlists in it; and one that finds a file by its suffix, which is another one for MPD.
OLDER_FORMS = {'find "(title =~ \\"(?<=a+)b\\")"', 'find "(title =~ \\"[[:foo:]]\\")"', 'lsinfo "Lists/deep"', 'listall "Lists/deep"',
               'listallinfo "Lists/deep"', 'search file "in truth.ogg"'}

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
    tags = [*(["TitleSort", "Mood", "ShowMovement", "MUSICBRAINZ_RELEASEGROUPID"] if IS_NEW else []), "Artist", "AlbumArtist", "Album", "Title", "Genre", "Date", "Composer", "Performer", "Disc", "Track", "Label", "Work",
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
        "update x y", "rescan ../x", "list file", "list file title x", "list filename \"(genre == 'Rock')\"", "list file foo", "find base ../x",
        "find \"(base '../x')\"", "find \"(base '/x')\"", "find base \"\"", "find base /x", "find base nothing", "find Base x", "count base nothing",
        "list album base nothing", "findadd base nothing", "find \"((base 'nothing') AND (title == 'x'))\"", "find \"(!(base 'nothing'))\" window 0:3",
    ]
    if IS_NEW:
        commands += newer_commands(random.Random(14), folders, songs)
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
    return [command for command in commands if command not in (OLDER_FORMS if IS_NEW else NEWER_FORMS)]


# Stickers of what is no song. The last delete of an owner's is not among them: MPD 0.24.4 ends where there is nothing to delete.
STICKERS = r"""
sticker set playlist none a b
sticker list playlist none
sticker get playlist none a
sticker find playlist "" a
save noted
sticker set playlist noted rating 3
sticker set playlist noted "a name" "a = b"
sticker inc playlist noted rating 4
sticker get playlist noted rating
sticker dec playlist noted rating 9
sticker get playlist noted rating
sticker list playlist noted
sticker find playlist "" rating
sticker find playlist NOT rating
sticker find playlist other rating
sticker find playlist "" rating eq -2
sticker get playlist noted none
sticker delete playlist noted none
sticker delete playlist noted "a name"
sticker list playlist noted
stickernamestypes playlist
sticker delete playlist noted rating
rm noted
save noted
sticker list playlist noted
rm noted
sticker set genre Rock calm 1
sticker set Genre Jazz calm 10
sticker set genre "no such" calm 1
sticker set Date 1999 calm 1
sticker get Date 1999 calm
sticker find Date "" calm
sticker list genre Rock
sticker list GENRE Jazz
sticker find genre "" calm
sticker find Genre "" calm sort value
sticker find genre "" calm sort -value_int
sticker find genre ro calm
sticker find genre "" calm gt 5
sticker find genre "" calm window 1:
sticker find genre "" calm sort uri window 0:1
sticker delete genre Rock calm
sticker delete genre Rock none
sticker delete genre Jazz calm
sticker set filter "(genre == 'Rock')" mood wild
sticker get filter "(Genre == \"Rock\")" mood
sticker set filter "((genre == 'Jazz') AND (!(title contains 'no such')))" mood calm
sticker set filter "(genre eq_ci 'rock')" mood other
sticker set filter "(!(genre =~ '^R'))" mood x
sticker set filter "((file starts_with 'A') AND ((any contains 'e')))" mood x
sticker set filter "(modified-since '2001-01-01T00:00:00Z')" mood x
sticker find filter "" mood
sticker find filter "((" mood
sticker find filter "" mood contains A
sticker find filter "" mood starts_with W
sticker find filter "" mood < d sort -uri
sticker set filter "(genre == 'no such')" mood x
sticker set filter "foo" mood x
sticker set filter "" mood x
sticker set filter "(genre" mood x
sticker set filter "(foo == 'x')" mood x
stickernames
stickernamestypes
stickernamestypes filter
stickernamestypes song
stickernamestypes Genre
stickernamestypes genre
stickernamestypes foo
stickernamestypes Date
stickertypes
sticker delete filter "(genre == 'Rock')" mood
sticker delete filter "((genre == 'Jazz') AND (title !contains 'no such'))" mood
sticker delete filter "(!(genre =~ '^R'))" mood
sticker delete filter "((file starts_with 'A') AND (any contains 'e'))" mood
sticker delete filter "(modified-since '2001-01-01T00:00:00Z')" mood
"""


def newer_commands(dice, folders, songs):
    """Commands that MPD has from 0.24 on."""
    commands = STICKERS.strip("\n").split("\n")
    chosen = dice.sample([song for song in songs if not song.startswith("Broken/")], min(9, len(songs)))
    for number, song in enumerate(chosen):
        name = quoted(song)
        commands += [f"sticker set song {name} rating {number * 3 - 5}", f"sticker inc song {name} plays {number}",
                     f"sticker dec song {name} plays 0.5", f"sticker get song {name} plays", f"sticker set song {name} word {quoted(song[:3])}"]
    for operator in ("=", "<", ">", "eq", "lt", "gt", "contains", "starts_with"):
        commands += [f"sticker find song \"\" rating {operator} {value}" for value in ("4", "-2", "x", '""')]
        commands += [f"sticker find song \"\" rating {operator} 1 sort {order} window 0:3" for order in ("uri", "-uri", "value", "value_int", "-value_int")]
    commands += [f"sticker find song {quoted(song.rsplit('/', 1)[0])} word" for song in chosen] + [f"sticker find song {quoted(chosen[0])} word"]
    commands += ["sticker find song \"\" word sort -uri", "sticker find song \"\" word sort foo", "sticker find song \"\" word window x",
                 "sticker find song \"\" word ~ x", "sticker find song nothing word", "stickernames", "sticker set song nothing a b",
                 f"sticker set song {quoted(chosen[0])} \"\" x", f"sticker inc song {quoted(chosen[0])} \"\" x", f"sticker get song {quoted(chosen[0])} \"\""]
    for song in chosen:
        commands += [f"sticker delete song {quoted(song)} {name}" for name in ("rating", "plays", "word")]
    commands += ["rm part", "clear"]
    for song in chosen:
        commands += [f"add {quoted(song.rsplit('/', 1)[0])}"]
    commands += ["prio 3 0", "prio 200 2:4", "save part", "save part", "save part append", "save part replace", "save nothing replace", "save nothing append",
                 "save part foo", "listplaylist part 1:4", "listplaylist part 2", "listplaylist part 99999:", "listplaylist part -1", "listplaylistinfo part 3:5",
                 "listplaylistinfo part 0", "listplaylist \"Lists/plain.m3u\" 0:1", "playlistlength part", "playlistlength nothing", "playlistmove part 0:2 1", "playlistmove part 2:4 0",
                 "playlistmove part 0:99999 0", "playlistmove part 0:2 99999", "playlistmove part 1: 0", "listplaylist part", "searchplaylist part title a",
                 "searchplaylist part \"(title contains 'a')\" window 1:3", "searchplaylist part \"(title contains 'a')\" window 99999:",
                 "searchplaylist part \"(artist != '')\" window 0:5", "searchplaylist part \"(modified-since '2001-01-01T00:00:00Z')\" window 2:4",
                 "searchplaylist nothing title a", "searchplaylist \"Lists/plain.m3u\" title a", "rm part"]
    for end in ("", " window 1:3", " window 0", " window 99999:", " sort Title", " sort -Album window 0:4", " sort prio", " sort -prio window 0:3", " sort Track window 2:",
                " sort last-modified window 0:2", " sort title window 99999:", " sort foo", " sort -Composer"):
        commands += [f"playlistfind \"(artist != '')\"{end}", f"playlistsearch any l{end}", f"playlistsearch \"(prio >= 3)\"{end}"]
    commands += ["playlistfind \"(prio >= 4)\"", "find \"(prio >= 0)\" window 0:3", "find \"(prio >= 1)\"", "clear",
                 "find \"(added-since '2001-01-01T00:00:00Z')\" window 0:5", "find \"(added-since '2100-01-01T00:00:00Z')\"", "find added-since 4000000000",
                 "find added-since x", "count \"(added-since '2001-01-01T00:00:00Z')\"", "find title x sort Added", "find title x sort TitleSort", "list mood", "find Mood calm",
                 "search mood CALM", "list title group mood", "searchcount title a", "searchcount title a group genre", "searchcount artist x", "searchcount group album",
                 "searchcount foo x", "searchcount \"(genre == 'ROCK')\"", "count \"(genre == 'ROCK')\"", "config x", "protocol enable hide_playlists_in_root",
                 "lsinfo", "lsinfo /", "protocol clear"]
    for genre in ("Rock", "rock", "ROCK"):
        for operator in ("eq_cs", "eq_ci", "!eq_cs", "!eq_ci", "contains_cs", "contains_ci", "!contains_cs", "!contains_ci", "starts_with_cs", "starts_with_ci",
                         "!starts_with_cs", "!starts_with_ci", "starts_with", "!starts_with"):
            commands += [f"{command} {expression('genre', operator, genre)}" for command in ("count", "searchcount")]
    for folder in dice.sample(folders, min(10, len(folders))):
        commands.append(f"searchcount base {quoted(folder)}")
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
