"""The right result of each case, by the number of its folder."""

import subprocess
from collections.abc import Callable
from typing import Any

from field import Field


def _plays(field: Field, uri: str, seconds: float | None = None) -> None:
    """Plays an address, and looks at what is told of its length."""
    refusal = field.refusal("play", uri=uri)
    field.require(refusal is None, f"{uri} plays ({refusal})")
    if refusal is not None:
        return
    field.eventually("a second of it is heard", lambda: _position(field) >= 1)
    if seconds is not None:
        told = field.call("status").get("duration")
        field.require(told is not None and abs(told - seconds) < 0.2, f"{seconds:g} s are told of it, not {told}")


def _position(field: Field) -> float:
    position: dict[str, float] = field.call("status").get("position") or {}
    return position.get("seconds", 0)


def _title(field: Field) -> str | None:
    item: dict[str, Any] = field.call("status").get("item") or {}
    return item.get("title")


def _station_name(field: Field) -> None:
    (field.directory / "st.m3u").write_text(
        "#EXTM3U\n" + "".join(f"#EXTINF:-1,My Station {x}\n{field.serve() if x == 'a' else 'http://127.0.0.1:8899/'}{x}\n" for x in "ab"))
    field.call("queue.add", uris=[str(field.directory / "st.m3u")])
    field.call("play")
    field.eventually("the song on the air is shown", lambda: "Song a" in (_title(field) or ""))
    field.call("next")
    field.eventually("the next station's song is shown", lambda: "Song b" in (_title(field) or ""))
    field.call("stop")
    names = [item.get("title") for item in field.call("queue.list")["items"]]
    field.require(names == ["My Station a", "My Station b"], f"the list's names are there again, not {names}")


def _tag_that_ends(field: Field) -> None:
    field.call("play", uri=field.serve())
    field.eventually("the title is shown", lambda: _title(field) == "First")
    field.eventually("it ends when the station says so", lambda: _title(field) != "First", 20)
    field.call("play", uri=str(field.make(str(field.directory / "chain.opus")) / "chain.opus"))
    songs: list[tuple[str | None, str | None]] = []

    def are_over() -> bool:
        item: dict[str, Any] = field.call("status").get("item") or {}
        song = (item.get("title"), item.get("artist"))
        if field.call("status")["state"] == "playing" and (not songs or songs[-1] != song):
            songs.append(song)
        return field.call("status")["state"] == "stopped"

    field.eventually("the chain is heard to its end", are_over, 20)
    field.require(
        [song for song in songs if song != (None, None)] == [("Song A", "Artist A"), ("Jingle", None)] and songs[-1:] == [(None, None)],
        f"each link has its own tags, and the last has none, not {songs}")


def _icy_file(field: Field) -> None:
    address = field.serve()
    for name in ["icy", "ice"]:
        _plays(field, address + name, 6)
        field.eventually("it ends", lambda: field.call("status")["state"] == "stopped", 12)


def _list_away(field: Field) -> None:
    field.call("play", uri=field.serve() + "live.m3u8")
    field.eventually("it is heard", lambda: _position(field) >= 1)
    field.eventually("it goes on after the list was away", lambda: _position(field) >= 18, 40)


def _segment_titles(field: Field) -> None:
    field.call("play", uri=field.serve() + "live.m3u8")
    field.eventually("a later title is shown", lambda: _title(field) in ["Title 1", "Title 2"], 20)


def _mirrors(field: Field) -> None:
    address = field.serve()
    for name in ["etag", "date"]:
        _plays(field, address + name, 40)
        field.call("seek", position=25)
        field.eventually("it goes on behind the break", lambda: _position(field) >= 27)


def _cookie(field: Field) -> None:
    _plays(field, field.serve(), 6)


def _windows_1252(field: Field) -> None:
    field.call("play", uri=field.serve())
    field.eventually("the title is Windows-1252", lambda: "Don’t – “Stop” …" in (_title(field) or ""))


def _list_in_list(field: Field) -> None:
    _plays(field, field.serve() + "st.m3u")


def _blanks(field: Field) -> None:
    address = field.serve() + "ok.mp3"
    for text in [address + " ", " " + address, address + "\n"]:
        _plays(field, text)


def _zeros(field: Field) -> None:
    directory = field.make()
    for name in ["plain", "z417", "id3z417", "z1M"]:
        refusal = field.refusal("media.probe", uri=str(directory / f"{name}.mp3"))
        field.require(refusal is None, f"{name}.mp3 is recognised ({refusal})")
        if refusal is None:
            told = field.call("media.probe", uri=str(directory / f"{name}.mp3"))["duration"]
            field.require(told == 6, f"{name}.mp3 is 6 s long, not {told}")


def _part(field: Field) -> None:
    directory = field.make()
    field.call("queue.add", uris=[str(directory / "disc.cue")])
    uri = field.call("queue.list")["items"][0]["uri"]
    refusal = field.refusal("media.probe", uri=uri)
    field.require(refusal is None, f"the part is described ({refusal})")
    if refusal is None:
        told = field.call("media.probe", uri=uri)["duration"]
        field.require(told == 6, f"the part is 6 s long, not {told}")


def _correction(field: Field) -> None:
    directory = field.make()
    field.restart(f'[recording]\ndirectory = "{directory}"\n')
    _plays(field, str(directory / "x.wv"), 3)
    told = field.call("status").get("format") or {}
    field.require(told.get("bitsPerSample") == 16, f"16 exact bits a sample are told, not {told.get('bitsPerSample')}")
    exact = directory / "exact.wav"
    field.call("media.convert", uri=str(directory / "x.wv"), path=exact.name, format="wav")
    unpacked = subprocess.run(["wvunpack", "-q", "-r", str(directory / "x.wv"), "-o", "-"], capture_output=True, check=True).stdout
    field.eventually("the sound is exactly what wvunpack makes of both", lambda: exact.exists() and unpacked in exact.read_bytes())


def _charset(field: Field) -> None:
    field.call("play", uri=field.serve() + "x#charset=cp1251")
    field.eventually("the title is Russian", lambda: _title(field) == "Алла Пугачёва - Арлекино" or _title(field) == "Арлекино")


def _free_format(field: Field) -> None:
    """Not played (docs/decisions/0084-misleading-headers.md), but refused by its name."""
    refusal = field.refusal("media.probe", uri=str(field.make() / "free.mp3")) or "nothing"
    field.require("free format" in refusal, f"the refusal names free format, and not {refusal}")


def _songs(field: Field, count: int) -> list[dict[str, Any]]:
    """What the library has of the case's files."""
    music = field.directory / "music"
    music.mkdir()
    field.make(str(music))
    field.restart(f'[library]\ndirectories = ["{music}"]\n')
    songs: list[dict[str, Any]] = []

    def are_there() -> bool:
        songs[:] = field.call("library.browse", list="recentlyAdded")["songs"]
        return len(songs) == count

    field.eventually(f"the library has {count} songs", are_there)
    return songs


def _named_otherwise(field: Field) -> None:
    titles = sorted(song.get("title", "") for song in _songs(field, 12))
    field.require(titles == ["One"] * 6 + ["Two"] * 6, f"each sheet has its two tracks, not {titles}")


def _discs(field: Field) -> None:
    discs = sorted(str(song.get("disc")) for song in _songs(field, 4))
    field.require(discs == ["1/2", "1/2", "2/2", "2/2"], f"the tracks have their discs, not {discs}")


def _text_chunks(field: Field) -> None:
    told = [(song.get("title"), song.get("artist")) for song in _songs(field, 1)]
    field.require(told == [("aiff name", "aiff author")], f"the library has title and artist, not {told}")


CASES: dict[str, Callable[[Field], None]] = {
    "01": _station_name, "02": _tag_that_ends, "03": _icy_file, "05": _list_away, "07": _segment_titles, "08": _mirrors,
    "09": _cookie, "10": _named_otherwise, "12": _windows_1252, "14": _list_in_list, "15": _blanks, "17": _zeros, "19": _part,
    "21": _discs, "22": _charset, "23": _correction, "24": _text_chunks, "25": _free_format,
}
