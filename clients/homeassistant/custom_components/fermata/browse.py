"""The library as a tree that Home Assistant shows, and what of it is played."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote

from homeassistant.components.media_player import BrowseError, BrowseMedia, MediaClass, MediaType

from .client import UNSET, Fermata, Unset
from .client.types import LibraryAlbum, LibraryDirectory, LibraryName, LibrarySong, LibrarySongs, StoredPlaylist

# How many entries a page has, and how many songs are played at once.
PAGE = 500
MOST_SONGS = 10_000

Image = Callable[[str, str], str]

TITLES = {
    "albums": ("Albums", MediaClass.ALBUM),
    "artists": ("Artists", MediaClass.ARTIST),
    "genres": ("Genres", MediaClass.GENRE),
    "playlists": ("Playlists", MediaClass.PLAYLIST),
    "recentlyAdded": ("Recently added", MediaClass.TRACK),
    "directory": ("Directories", MediaClass.DIRECTORY),
}
LISTS = ("recentlyAdded",)


def _folder(kind: str, place: str, title: str, media: MediaClass, *, plays: bool = False, thumbnail: str | None = None) -> BrowseMedia:
    return BrowseMedia(media_class=media, media_content_type=kind, media_content_id=place, title=title, can_play=plays, can_expand=True,
                       thumbnail=thumbnail)


def _song(song: LibrarySong, image: Image) -> BrowseMedia:
    title = song.title or unquote(song.uri.rsplit("/", 1)[-1])
    return BrowseMedia(media_class=MediaClass.TRACK, media_content_type=MediaType.MUSIC, media_content_id=song.uri, title=title,
                       can_play=True, can_expand=False, thumbnail=image("song", str(song.song)))


def _album(album: LibraryAlbum, image: Image) -> BrowseMedia:
    title = f"{album.title} – {album.artist}" if album.artist else album.title
    return _folder("album", str(album.album), title, MediaClass.ALBUM, plays=True, thumbnail=image("album", str(album.album)))


def _name(kind: str, name: LibraryName) -> BrowseMedia:
    return _folder(kind, str(name.id), name.name, MediaClass.ARTIST if kind == "artist" else MediaClass.GENRE, plays=True)


def _playlist(playlist: StoredPlaylist) -> BrowseMedia:
    return BrowseMedia(media_class=MediaClass.PLAYLIST, media_content_type=MediaType.PLAYLIST, media_content_id=f"playlist:{playlist.name}",
                       title=playlist.name, can_play=True, can_expand=False)


def _directory(directory: LibraryDirectory) -> BrowseMedia:
    return _folder("directory", directory.path, directory.path.rstrip("/").rsplit("/", 1)[-1], MediaClass.DIRECTORY)


async def browse(client: Fermata, kind: str | None, place: str | None, image: Image) -> BrowseMedia:
    """One node of the tree with its children. Raises BrowseError for one that is not there, or a FermataError."""
    if not kind:
        root = _folder("root", "root", "Fermata", MediaClass.DIRECTORY)
        root.children = [_folder(name, "", title, MediaClass.DIRECTORY) for name, (title, _) in TITLES.items()]
        return root
    after: str | Unset = place[1:] if place and place.startswith(">") else UNSET
    following: str | None = None
    children: list[BrowseMedia]
    if kind == "root":
        return await browse(client, None, None, image)
    if kind == "albums":
        albums = await client.library.albums(limit=PAGE, after=after)
        children, following = [_album(each, image) for each in albums.albums], albums.next
    elif kind in ("artists", "genres"):
        names = await client.library.artists(role="albumArtist" if kind == "artists" else "genre", limit=PAGE, after=after)
        children, following = [_name(kind.removesuffix("s"), each) for each in names.names], names.next
    elif kind == "playlists":
        children = [_playlist(each) for each in (await client.playlists.list()).playlists]
    elif kind in LISTS:
        songs = await client.library.browse(list="recentlyAdded", limit=PAGE)
        children = [_song(each, image) for each in songs.songs]
    elif kind == "directory":
        # Without a place it is the top: all directories of music.
        songs = await client.library.browse(limit=PAGE, path=place or UNSET)
        children = [*(_directory(each) for each in songs.directories or ()), *(_song(each, image) for each in songs.songs)]
    elif kind in ("album", "artist", "genre") and place and place.isdecimal():
        page = await _songs(client, kind, place, UNSET)
        children = [_song(each, image) for each in page.songs]
    else:
        raise BrowseError(f"Fermata has no {kind} {place}")
    title, media = TITLES.get(kind, (_title(kind, children), MediaClass.DIRECTORY))
    node = _folder(kind, place or "", title, media, plays=kind in ("album", "artist", "genre"))
    if following:
        children.append(_folder(kind, f">{following}", "…", MediaClass.DIRECTORY))
    node.children = children
    return node


async def _songs(client: Fermata, kind: str, place: str, after: str | Unset) -> LibrarySongs:
    """The songs of an album, by disc and track, or those of a name."""
    if kind == "album":
        return await client.library.browse(album=int(place), limit=PAGE, after=after)
    return await client.library.browse(name=int(place), limit=PAGE, after=after)


def _title(kind: str, children: list[BrowseMedia]) -> str:
    return f"{kind.capitalize()} ({len(children)})"


async def addresses(client: Fermata, kind: str, place: str) -> list[str]:
    """The addresses that a node of the tree stands for; what is none is an address itself."""
    if kind not in ("album", "artist", "genre") or not place.isdecimal():
        return [place]
    found: list[str] = []
    after: str | Unset = UNSET
    while len(found) < MOST_SONGS:
        page = await _songs(client, kind, place, after)
        found += [song.uri for song in page.songs]
        if page.next is None:
            break
        after = page.next
    if not found:
        raise BrowseError(f"Fermata has nothing to play of {kind} {place}")
    return found[:MOST_SONGS]


def found(songs: tuple[LibrarySong, ...], image: Image) -> list[BrowseMedia]:
    """Songs that a search has found."""
    return [_song(each, image) for each in songs]
