"""python3-mpd, the library inside of many programs: each of its calls that the daemon knows, and what the library makes of the answers."""

from collections.abc import Callable
from typing import Any

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.waiting import wait_until

from requirements import require
from stage import ALBUM, ARTIST, TITLES, Stage

SONGS = [f"{ARTIST}/{ALBUM}/{number:02} {title}.flac" for number, title in enumerate(TITLES, 1)]

# Calls that end the daemon or the connection, or that nobody makes of one who mounts nothing and has no neighbours.
NOT_CALLED = {"close", "kill", "listmounts", "listneighbors", "mount", "umount", "newpartition"}


class Calls:
    """A client whose calls are noted by their names."""

    def __init__(self, client: Any, refusal: type[Exception]) -> None:
        self._client, self._refusal = client, refusal
        self.made: list[str] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: object) -> Any:
            self.made.append(name)
            try:
                return getattr(self._client, name)(*arguments)
            except self._refusal as error:
                raise BenchmarkError(f"{name}{arguments}: {error}") from None
        return call

    def offers(self, name: str) -> bool:
        """Whether this release of the library has a call."""
        return hasattr(self._client, name)

    def refused(self, sentence: str, name: str, *arguments: object) -> None:
        """Makes a call that has to be refused with this sentence."""
        self.made.append(name)
        try:
            result = getattr(self._client, name)(*arguments)
        except self._refusal as error:
            return require(sentence in str(error), f"{name}{arguments} is refused with {error}")
        raise BenchmarkError(f"{name}{arguments} is not refused: {result}")

    def gives(self, expected: object, name: str, *arguments: object) -> None:
        """Makes a call that has to give this."""
        result = getattr(self, name)(*arguments)
        require(result == expected, f"{name}{arguments} gives {result}, not {expected}")


def titles(songs: list[dict[str, Any]]) -> list[str]:
    """The titles of songs."""
    return [song.get("title", "") for song in songs]


def look(calls: Calls) -> None:
    """What changes nothing."""
    status = calls.status()
    for name, value in {"state": "play", "song": "0", "volume": "50", "playlistlength": str(len(TITLES)), "repeat": "0", "random": "0",
                        "single": "0", "consume": "0", "partition": "default", "nextsong": "1"}.items():
        require(status.get(name) == value, f"{name} of the status is {status.get(name)}")
    require(float(status["duration"]) == 120 and status["audio"].startswith("44100:"), f"the status is {status}")
    stats = calls.stats()
    require(int(stats["songs"]) > 100 and int(stats["artists"]) > 10 and int(stats["uptime"]) >= 0, f"the statistics are {stats}")
    song = calls.currentsong()
    require((song["title"], song["artist"], song["album"], song["track"], song["pos"], song["file"])
            == (TITLES[0], ARTIST, ALBUM, "1", "0", SONGS[0]), f"the current song is {song}")
    require(float(song["duration"]) == 120 and song["date"] == "1999" and song["genre"] == "Test", f"the current song is {song}")
    require({"play", "find", "sticker"} <= set(calls.commands()), "commands lacks some")
    calls.gives([], "notcommands")
    require({"http://", "https://", "file://"} == set(calls.urlhandlers()), "urlhandlers has others")
    plugins = calls.decoders()
    require(len(plugins) == 1 and plugins[0]["plugin"] == "ffmpeg" and {"flac", "mp3"} <= set(plugins[0]["suffix"]), "decoders differs")
    calls.gives(None, "ping")
    tags = calls.tagtypes()
    require({"Artist", "Title", "MUSICBRAINZ_TRACKID"} <= set(tags), f"tagtypes has {tags}")
    calls.tagtypes("clear")
    calls.gives([], "tagtypes")
    require("title" not in calls.currentsong(), "a tag is shown that is masked")
    calls.tagtypes("enable", "Title", "Album")
    calls.gives(["Album", "Title"], "tagtypes")
    calls.tagtypes("disable", "Album")
    require(calls.currentsong().keys() & {"title", "album", "artist"} == {"title"}, "the mask has no effect")
    calls.tagtypes("all")
    calls.gives(tags, "tagtypes")
    # This version of the library takes one line, and gives nothing for more of them, which MPD tells from 0.24 on.
    require(calls.config() is None, "config tells one thing only")
    calls.refused("incorrect password", "password", "wrong")
    calls.gives(None, "clearerror")


def set_options(calls: Calls) -> None:
    """Options, and what the status says of them."""
    for name, key, values in [("repeat", "repeat", "1 0"), ("random", "random", "1 0"), ("single", "single", "1 oneshot 0"),
                              ("consume", "consume", "1 oneshot 0"), ("mixrampdb", "mixrampdb", "-17 0"), ("setvol", "volume", "44 50")]:
        for value in values.split():
            getattr(calls, name)(value)
            require(calls.status()[key] == value, f"{name} {value} is not told")
    calls.crossfade(3)
    require(calls.status()["xfade"] == "3", "crossfade is not told")
    calls.crossfade(0)
    require("xfade" not in calls.status(), "crossfade does not end")
    calls.mixrampdelay("nan")
    calls.volume(5)
    require(calls.status()["volume"] == "55", "volume is not told")
    calls.volume(-5)
    for mode in ("track", "album", "auto", "off"):
        calls.replay_gain_mode(mode)
        calls.gives(mode, "replay_gain_status")
    calls.refused("Unrecognized replay gain mode", "replay_gain_mode", "loud")
    calls.refused("Boolean", "repeat", "x")
    outputs = calls.outputs()
    require([output["outputid"] for output in outputs] == ["0"] and outputs[0]["outputenabled"] == "1" and outputs[0]["plugin"] == "pipewire",
            f"the outputs are {outputs}")
    calls.enableoutput(0)
    calls.refused("{disableoutput}", "disableoutput", 0)
    calls.refused("{toggleoutput}", "toggleoutput", 0)
    calls.refused("No such audio output", "enableoutput", 9)
    calls.gives([{"partition": "default"}], "listpartitions")
    calls.partition("default")
    calls.refused("partition does not exist", "partition", "other")
    calls.refused("cannot delete", "delpartition", "default")
    calls.moveoutput(outputs[0]["outputname"])
    calls.refused("No such output", "moveoutput", "other")


def play(calls: Calls) -> None:
    """The player."""
    def stands(song: int, state: str = "play") -> None:
        status = calls.status()
        require((status["song"], status["state"]) == (str(song), state), f"the status is {status}")

    calls.next()
    stands(1)
    calls.previous()
    stands(0)
    calls.pause(1)
    stands(0, "pause")
    calls.pause(0)
    stands(0)
    calls.play(2)
    stands(2)
    identifier = calls.playlistinfo(1)[0]["id"]
    calls.playid(identifier)
    stands(1)
    calls.seek(3, 5)
    stands(3)
    calls.pause(1)
    calls.seekid(identifier, 30)
    stands(1)
    calls.pause(1)
    for target, seconds in (("70", 70), ("+5", 75), ("-15", 60)):
        calls.seekcur(target)
        require(abs(float(calls.status()["elapsed"]) - seconds) < 1, f"seekcur {target} goes to {calls.status()['elapsed']}")
    calls.refused("Bad song index", "play", 99)
    calls.refused("No such song", "playid", 999_999)
    calls.stop()
    require(calls.status()["state"] == "stop" and "elapsed" not in calls.status(), "stop does not stop")
    calls.refused("Not playing", "next")


def change_queue(calls: Calls) -> None:
    """The queue."""
    def holds(*order: int) -> None:
        found = titles(calls.playlistinfo())
        require(found == [TITLES[index] for index in order], f"the queue holds {found}")

    holds(0, 1, 2, 3)
    version = int(calls.status()["playlist"])
    calls.gives([f"file: {song}" for song in SONGS], "playlist")
    require(titles(calls.playlistinfo((1, 3))) == TITLES[1:3] and titles(calls.playlistinfo((2,))) == TITLES[2:], "ranges are other ones")
    identifiers = [song["id"] for song in calls.playlistid()]
    require(titles(calls.playlistid(identifiers[3])) == [TITLES[3]], "playlistid gives another song")
    calls.move(0, 3)
    holds(1, 2, 3, 0)
    require([change["cpos"] for change in calls.plchangesposid(version)] == ["0", "1", "2", "3"], "plchangesposid gives others")
    require(titles(calls.plchanges(version)) == [TITLES[index] for index in (1, 2, 3, 0)], "plchanges gives others")
    calls.gives([], "plchanges", int(calls.status()["playlist"]))
    calls.moveid(identifiers[0], 0)
    calls.swap(0, 3)
    holds(3, 1, 2, 0)
    calls.swapid(identifiers[0], identifiers[3])
    calls.move((2, 4), 0)
    holds(2, 3, 0, 1)
    calls.shuffle()
    require(sorted(titles(calls.playlistinfo())) == sorted(TITLES), "shuffle loses songs")
    calls.prio(10, 1)
    calls.prioid(20, calls.playlistinfo(2)[0]["id"])
    require([song.get("prio") for song in calls.playlistinfo()] == [None, "10", "20", None], "the priorities are other ones")
    calls.delete(0)
    calls.delete((1, 2))
    require(len(calls.playlistinfo()) == 2, "delete leaves others")
    calls.deleteid(calls.playlistinfo(0)[0]["id"])
    calls.clear()
    calls.gives([], "playlistinfo")
    calls.add(SONGS[0])
    identifier = calls.addid(SONGS[1], 0)
    require(calls.playlistinfo(0)[0]["id"] == identifier, "addid adds elsewhere")
    calls.rangeid(identifier, (5, 15))
    require(calls.playlistinfo(0)[0]["range"] == "5.000-15.000", f"rangeid is told as {calls.playlistinfo(0)}")
    calls.gives([], "playlistfind", "title", "nothing")
    require(titles(calls.playlistfind("title", TITLES[0])) == [TITLES[0]], "playlistfind finds others")
    require(titles(calls.playlistsearch("title", TITLES[1].lower()[:4])) == [TITLES[1]], "playlistsearch finds others")
    stream = calls.addid("http://127.0.0.1:1/stream")
    calls.addtagid(stream, "Title", "Radio")
    require(calls.playlistid(stream)[0]["title"] == "Radio", "addtagid is not told")
    calls.cleartagid(stream, "Title")
    require("title" not in calls.playlistid(stream)[0], "cleartagid leaves the tag")
    calls.refused("No such", "add", "nothing")
    calls.clear()


def search_library(calls: Calls) -> None:
    """The library."""
    require(titles(calls.find("artist", ARTIST, "album", ALBUM)) == TITLES, "find finds others")
    require(titles(calls.find(f"((artist == '{ARTIST}') AND (track != '2'))")) == [TITLES[0], *TITLES[2:]], "an expression finds others")
    require(titles(calls.find("album", ALBUM, "sort", "-Track", "window", (1, 3))) == [TITLES[2], TITLES[1]], "sort and window give others")
    require(titles(calls.search("any", TITLES[0].lower())) == [TITLES[0]], "search finds others")
    require(titles(calls.search("base", f"{ARTIST}/{ALBUM}", "title", "ta")) == [*TITLES[:2], TITLES[3]], "search with a base finds others")
    calls.gives({"songs": "4", "playtime": "480"}, "count", "artist", ARTIST)
    groups = calls.count("album", ALBUM, "group", "artist")
    require(groups == {"artist": ARTIST, "songs": "4", "playtime": "480"}, f"count group gives {groups}")
    require({"artist": ARTIST} in calls.list("artist"), "list lacks an artist")
    calls.gives([{"album": ALBUM}], "list", "album", ARTIST)
    require({"albumartist": ARTIST, "album": ALBUM} in calls.list("album", "group", "albumartist"), "list group lacks an album")
    calls.gives([{"directory": f"{ARTIST}/{ALBUM}"}, *({"file": song} for song in SONGS)], "listall", f"{ARTIST}/{ALBUM}")
    require(titles(calls.listallinfo(ARTIST))[-4:] == TITLES, "listallinfo gives others")
    require({ARTIST} <= {entry.get("directory") for entry in calls.lsinfo()}, "lsinfo lacks a directory")
    require(titles(calls.lsinfo(f"{ARTIST}/{ALBUM}")) == TITLES, "lsinfo gives others")
    require(calls.lsinfo(SONGS[2])[0]["duration"] == "120.000", "lsinfo of a song differs")
    names = [entry.get("file") for entry in calls.listfiles(f"{ARTIST}/{ALBUM}")]
    require(set(names) >= {song.rsplit("/", 1)[1] for song in SONGS}, f"listfiles gives {names}")
    comments = {name.lower(): value for name, value in calls.readcomments(SONGS[0]).items()}
    require(comments.get("title") == TITLES[0] and comments.get("artist") == ARTIST, f"readcomments gives {comments}")
    for name in ("albumart", "readpicture"):
        picture = getattr(calls, name)(SONGS[0])
        require(picture["binary"][:4] == b"\x89PNG" and picture["binary"].endswith(b"IEND\xaeB`\x82"), f"{name} is no whole picture")
    picture = calls.readpicture(SONGS[0])
    require(picture["type"] == "image/png", "readpicture has another type")
    # Since 3.1.
    if calls.offers("binarylimit"):
        calls.binarylimit(64)
        require(calls.readpicture(SONGS[0])["binary"] == picture["binary"], "a picture in small parts is another one")
        calls.refused("{binarylimit}", "binarylimit", 1)
    calls.refused("{albumart}", "albumart", "nothing")
    calls.findadd("title", TITLES[1])
    calls.searchadd("title", TITLES[2].lower())
    require(titles(calls.playlistinfo()) == TITLES[1:3], "findadd and searchadd add others")
    calls.clear()
    calls.refused("Unknown tag type", "list", "foo")
    calls.refused("No such directory", "lsinfo", "nothing")
    for name in ("update", "rescan"):
        job = getattr(calls, name)(ARTIST)
        require(int(job) > 0, f"{name} gives {job}")
        wait_until(f"the end of {name}", lambda: "updating_db" not in calls.status(), poll=0.05)


def keep_playlists(calls: Calls) -> None:
    """Stored playlists."""
    for song in SONGS[:3]:
        calls.playlistadd("check", song)
    require([entry["playlist"] for entry in calls.listplaylists() if "last-modified" in entry] == ["check"], "listplaylists differs")
    calls.playlistmove("check", 0, 2)
    calls.gives([SONGS[1], SONGS[2], SONGS[0]], "listplaylist", "check")
    require(titles(calls.listplaylistinfo("check")) == [TITLES[1], TITLES[2], TITLES[0]], "listplaylistinfo differs")
    calls.playlistdelete("check", 1)
    calls.searchaddpl("check", "title", TITLES[3])
    calls.gives([SONGS[1], SONGS[0], SONGS[3]], "listplaylist", "check")
    calls.load("check")
    calls.load("check", (1, 2))
    require(titles(calls.playlistinfo()) == [TITLES[1], TITLES[0], TITLES[3], TITLES[0]], "load adds others")
    calls.save("saved")
    require(len(calls.listplaylist("saved")) == 4, "save has others")
    calls.refused("Playlist already exists", "save", "saved")
    calls.rename("saved", "renamed")
    calls.playlistclear("check")
    calls.gives([], "listplaylist", "check")
    calls.rm("check")
    calls.rm("renamed")
    calls.gives([], "listplaylists")
    calls.refused("No such playlist", "load", "check")
    calls.clear()


def note(calls: Calls) -> None:
    """Stickers, and messages between clients."""
    calls.sticker_set("song", SONGS[0], "mood", "a = b")
    calls.sticker_set("song", SONGS[0], "rating", "3")
    calls.gives("a = b", "sticker_get", "song", SONGS[0], "mood")
    calls.gives({"mood": "a = b", "rating": "3"}, "sticker_list", "song", SONGS[0])
    calls.gives([{"file": SONGS[0], "sticker": "rating=3"}], "sticker_find", "song", ARTIST, "rating")
    calls.sticker_delete("song", SONGS[0], "mood")
    calls.sticker_delete("song", SONGS[0], "rating")
    calls.gives({}, "sticker_list", "song", SONGS[0])
    calls.refused("no such sticker", "sticker_get", "song", SONGS[0], "rating")
    calls.subscribe("news")
    require("news" in calls.channels(), "the channel is not listed")
    calls.sendmessage("news", "one two")
    calls.gives([{"channel": "news", "message": "one two"}], "readmessages")
    calls.gives([], "readmessages")
    calls.unsubscribe("news")
    calls.refused("nobody is subscribed", "sendmessage", "news", "x")


def send_lists(calls: Calls, client: Any, refusal: type[Exception]) -> None:
    """Lists of commands."""
    client.command_list_ok_begin()
    client.add(SONGS[0])
    client.status()
    client.playlistinfo()
    client.outputs()
    _, status, songs, outputs = client.command_list_end()
    require(status["playlistlength"] == "1" and titles(songs) == [TITLES[0]] and len(outputs) == 1, "a list of commands gives others")
    client.command_list_ok_begin()
    client.setvol(20)
    client.play(99)
    client.setvol(30)
    try:
        raise BenchmarkError(f"a list with a wrong command is not refused: {client.command_list_end()}")
    except refusal as error:
        require("[2@1] {play}" in str(error), f"a list with a wrong command is refused with {error}")
    require(calls.status()["volume"] == "20", "commands behind a wrong one are carried out")
    calls.clear()


def wait_for_changes(calls: Calls, client: Any, stage: Stage) -> None:
    """What is told of changes, and a wait that is broken off."""
    # What has gathered up to now.
    calls.idle()
    for change, subsystem in (("setvol 45", "mixer"), ("repeat 1", "options"), (f'add "{SONGS[0]}"', "playlist"),
                              (f'playlistadd told "{SONGS[0]}"', "stored_playlist"), ("rm told", "stored_playlist"),
                              (f'sticker set song "{SONGS[0]}" told 1', "sticker"), (f'sticker delete song "{SONGS[0]}" told', "sticker")):
        stage.server.ask(change)
        calls.gives([subsystem], "idle")
    stage.server.ask("repeat 0")
    stage.server.ask("setvol 50")
    calls.gives(["mixer"], "idle", "mixer", "player")
    # The library has no call for the end of a wait that was broken off.
    client._write_command("idle", ["player"])
    client._write_command("noidle")
    require(list(client._read_lines()) == [], "noidle tells something")
    calls.clear()


def check_python(stage: Stage) -> str:
    """Makes all calls, and looks at the results."""
    import mpd  # Debian's python3-mpd

    stage.server.fill()
    client = mpd.MPDClient()
    client.timeout = 30
    client.idletimeout = 30
    client.connect(str(stage.socket), None)
    require(client.mpd_version == "0.24.0", f"the version is {client.mpd_version}")
    calls = Calls(client, mpd.CommandError)
    for part in (look, set_options, play, change_queue, search_library, keep_playlists, note):
        try:
            part(calls)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise BenchmarkError(f"{part.__name__}: the result of {calls.made[-1]} lacks something: {error!r}") from None
    send_lists(calls, client, mpd.CommandError)
    wait_for_changes(calls, client, stage)
    known = set(stage.server.values("command", "commands"))
    offered = {name for name in dir(client) if name in known or name.partition("_")[0] == "sticker" and name != "sticker"}
    missing = sorted(offered - set(calls.made) - NOT_CALLED)
    require(not missing, f"the check lacks calls of {', '.join(missing)}")
    client.close()
    client.disconnect()
    return f"{len(calls.made)} calls of {len(set(calls.made))} kinds, and their results"
