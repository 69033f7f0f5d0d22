"""The methods of the protocol, those with a dot in their name by what stands before it.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from ..calling import Caller
from .alarm import AlarmMethods
from .announcements import AnnouncementsMethods
from .jobs import JobsMethods
from .library import LibraryMethods
from .media import MediaMethods
from .output import OutputMethods
from .playback import PlaybackMethods
from .player import PlayerMethods
from .playlists import PlaylistsMethods
from .queue import QueueMethods
from .radio import RadioMethods
from .recordings import RecordingsMethods
from .remote import RemoteMethods
from .rooms import RoomsMethods
from .route import RouteMethods
from .rpc import RpcMethods
from .server import ServerMethods
from .session import SessionMethods
from .stickers import StickersMethods
from .stream import StreamMethods

__all__ = ["AllMethods"]


class AllMethods(PlaybackMethods):
    """Every method that answers over a connection that goes on."""

    def __init__(self, caller: Caller) -> None:
        super().__init__(caller)
        self.alarm = AlarmMethods(caller)
        self.announcements = AnnouncementsMethods(caller)
        self.jobs = JobsMethods(caller)
        self.library = LibraryMethods(caller)
        self.media = MediaMethods(caller)
        self.output = OutputMethods(caller)
        self.player = PlayerMethods(caller)
        self.playlists = PlaylistsMethods(caller)
        self.queue = QueueMethods(caller)
        self.radio = RadioMethods(caller)
        self.recordings = RecordingsMethods(caller)
        self.remote = RemoteMethods(caller)
        self.rooms = RoomsMethods(caller)
        self.route = RouteMethods(caller)
        self.rpc = RpcMethods(caller)
        self.server = ServerMethods(caller)
        self.session = SessionMethods(caller)
        self.stickers = StickersMethods(caller)
        self.stream = StreamMethods(caller)
