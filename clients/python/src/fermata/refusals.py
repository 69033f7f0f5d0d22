"""What the daemon refuses with, an exception for each `data.code`. docs/protocol.md says what each means.

clients/python/generate has written this module; a change here would be lost.
"""

from .errors import Refused

__all__ = [
    "REFUSALS",
    "AlarmNotFound",
    "ChapterNotFound",
    "DaemonFault",
    "DeviceNotFound",
    "FileExists",
    "FileNotWritable",
    "InputNotFound",
    "InvalidParams",
    "InvalidRequest",
    "JobNotFound",
    "LibraryFailed",
    "LimitExceeded",
    "MediaCorrupt",
    "MediaNotFound",
    "MediaServicesFailed",
    "MediaUnreadable",
    "MediaUnsupported",
    "MethodNotFound",
    "NetworkFailed",
    "NoRoute",
    "NotSeekable",
    "NotUnderstood",
    "NothingToPlay",
    "NothingToUndo",
    "OutputNotFound",
    "PermissionDenied",
    "PictureNotFound",
    "PlaylistChanged",
    "PlaylistExists",
    "PlaylistFailed",
    "PlaylistHasRules",
    "PlaylistNotFound",
    "QueueFull",
    "QueueItemNotEditable",
    "QueueItemNotFound",
    "RadioUnavailable",
    "RangeNotAllowed",
    "RecordRequestNotFound",
    "RecordingNotFound",
    "RemoteUnavailable",
    "RoomAmbiguous",
    "RoomNotFound",
    "RoomsFailed",
    "RoomsUnavailable",
    "SessionBadOption",
    "SessionIncompatibleCategory",
    "SessionInsufficientPriority",
    "ShuttingDown",
    "SongNotFound",
    "StationNotFound",
    "StickerNotFound",
    "Superseded",
    "TooLate",
    "UriNotAllowed",
]


class MediaNotFound(Refused):
    """`media_not_found` (-32010)."""


class MediaUnreadable(Refused):
    """`media_unreadable` (-32011)."""


class MediaUnsupported(Refused):
    """`media_unsupported` (-32012)."""


class MediaCorrupt(Refused):
    """`media_corrupt` (-32013)."""


class UriNotAllowed(Refused):
    """`uri_not_allowed` (-32014)."""


class NetworkFailed(Refused):
    """`network_failed` (-32015)."""


class NotSeekable(Refused):
    """`not_seekable` (-32016)."""


class Superseded(Refused):
    """`superseded` (-32017)."""


class PictureNotFound(Refused):
    """`picture_not_found` (-32019)."""


class NothingToPlay(Refused):
    """`nothing_to_play` (-32020)."""


class QueueItemNotFound(Refused):
    """`queue_item_not_found` (-32021)."""


class QueueFull(Refused):
    """`queue_full` (-32022)."""


class RecordingNotFound(Refused):
    """`recording_not_found` (-32023)."""


class FileExists(Refused):
    """`file_exists` (-32024)."""


class FileNotWritable(Refused):
    """`file_not_writable` (-32025)."""


class JobNotFound(Refused):
    """`job_not_found` (-32026)."""


class SongNotFound(Refused):
    """`song_not_found` (-32027)."""


class StickerNotFound(Refused):
    """`sticker_not_found` (-32028)."""


class LibraryFailed(Refused):
    """`library_failed` (-32029)."""


class SessionIncompatibleCategory(Refused):
    """`session_incompatible_category` (-32030)."""


class SessionBadOption(Refused):
    """`session_bad_option` (-32031)."""


class SessionInsufficientPriority(Refused):
    """`session_insufficient_priority` (-32033)."""


class MediaServicesFailed(Refused):
    """`media_services_failed` (-32036)."""


class NoRoute(Refused):
    """`no_route` (-32037)."""


class OutputNotFound(Refused):
    """`output_not_found` (-32038)."""


class InputNotFound(Refused):
    """`input_not_found` (-32039)."""


class LimitExceeded(Refused):
    """`limit_exceeded` (-32040)."""


class PermissionDenied(Refused):
    """`permission_denied` (-32041)."""


class ShuttingDown(Refused):
    """`shutting_down` (-32042)."""


class ChapterNotFound(Refused):
    """`chapter_not_found` (-32043)."""


class QueueItemNotEditable(Refused):
    """`queue_item_not_editable` (-32044)."""


class RangeNotAllowed(Refused):
    """`range_not_allowed` (-32045)."""


class TooLate(Refused):
    """`too_late` (-32046)."""


class RecordRequestNotFound(Refused):
    """`record_request_not_found` (-32047)."""


class NothingToUndo(Refused):
    """`nothing_to_undo` (-32049)."""


class PlaylistNotFound(Refused):
    """`playlist_not_found` (-32050)."""


class PlaylistExists(Refused):
    """`playlist_exists` (-32051)."""


class PlaylistChanged(Refused):
    """`playlist_changed` (-32052)."""


class PlaylistFailed(Refused):
    """`playlist_failed` (-32053)."""


class PlaylistHasRules(Refused):
    """`playlist_has_rules` (-32054)."""


class RoomsUnavailable(Refused):
    """`rooms_unavailable` (-32060)."""


class RoomNotFound(Refused):
    """`room_not_found` (-32061)."""


class RoomAmbiguous(Refused):
    """`room_ambiguous` (-32062)."""


class RoomsFailed(Refused):
    """`rooms_failed` (-32063)."""


class RemoteUnavailable(Refused):
    """`remote_unavailable` (-32070)."""


class DeviceNotFound(Refused):
    """`device_not_found` (-32071)."""


class AlarmNotFound(Refused):
    """`alarm_not_found` (-32080)."""


class RadioUnavailable(Refused):
    """`radio_unavailable` (-32090)."""


class StationNotFound(Refused):
    """`station_not_found` (-32091)."""


class InvalidRequest(Refused):
    """`invalid_request` (-32600)."""


class MethodNotFound(Refused):
    """`method_not_found` (-32601)."""


class InvalidParams(Refused):
    """`invalid_params` (-32602)."""


class DaemonFault(Refused):
    """`internal_error` (-32603)."""


class NotUnderstood(Refused):
    """`parse_error` (-32700)."""


REFUSALS: dict[str, type[Refused]] = {
    "media_not_found": MediaNotFound,
    "media_unreadable": MediaUnreadable,
    "media_unsupported": MediaUnsupported,
    "media_corrupt": MediaCorrupt,
    "uri_not_allowed": UriNotAllowed,
    "network_failed": NetworkFailed,
    "not_seekable": NotSeekable,
    "superseded": Superseded,
    "picture_not_found": PictureNotFound,
    "nothing_to_play": NothingToPlay,
    "queue_item_not_found": QueueItemNotFound,
    "queue_full": QueueFull,
    "recording_not_found": RecordingNotFound,
    "file_exists": FileExists,
    "file_not_writable": FileNotWritable,
    "job_not_found": JobNotFound,
    "song_not_found": SongNotFound,
    "sticker_not_found": StickerNotFound,
    "library_failed": LibraryFailed,
    "session_incompatible_category": SessionIncompatibleCategory,
    "session_bad_option": SessionBadOption,
    "session_insufficient_priority": SessionInsufficientPriority,
    "media_services_failed": MediaServicesFailed,
    "no_route": NoRoute,
    "output_not_found": OutputNotFound,
    "input_not_found": InputNotFound,
    "limit_exceeded": LimitExceeded,
    "permission_denied": PermissionDenied,
    "shutting_down": ShuttingDown,
    "chapter_not_found": ChapterNotFound,
    "queue_item_not_editable": QueueItemNotEditable,
    "range_not_allowed": RangeNotAllowed,
    "too_late": TooLate,
    "record_request_not_found": RecordRequestNotFound,
    "nothing_to_undo": NothingToUndo,
    "playlist_not_found": PlaylistNotFound,
    "playlist_exists": PlaylistExists,
    "playlist_changed": PlaylistChanged,
    "playlist_failed": PlaylistFailed,
    "playlist_has_rules": PlaylistHasRules,
    "rooms_unavailable": RoomsUnavailable,
    "room_not_found": RoomNotFound,
    "room_ambiguous": RoomAmbiguous,
    "rooms_failed": RoomsFailed,
    "remote_unavailable": RemoteUnavailable,
    "device_not_found": DeviceNotFound,
    "alarm_not_found": AlarmNotFound,
    "radio_unavailable": RadioUnavailable,
    "station_not_found": StationNotFound,
    "invalid_request": InvalidRequest,
    "method_not_found": MethodNotFound,
    "invalid_params": InvalidParams,
    "internal_error": DaemonFault,
    "parse_error": NotUnderstood,
}
