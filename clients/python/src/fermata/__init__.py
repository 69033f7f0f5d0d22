"""Fermata, the audio daemon, for programs in Python: all its methods, its events and its errors, over its socket or the network."""

from . import events, refusals, types
from .calling import UNSET, Unset
from .client import Fermata
from .errors import CallTimeout, ConnectFailed, ConnectionLost, FermataError, NotPaired, ProtocolViolation, Refused
from .reading import Event, UnknownEvent
from .streams import open_stream
from .subscription import Disconnected, Missed, Notice, Snapshot, Subscription
from .transport import Transport, UnixTransport, socket_path

__all__ = [
    "UNSET",
    "CallTimeout",
    "ConnectFailed",
    "ConnectionLost",
    "Disconnected",
    "Event",
    "Fermata",
    "FermataError",
    "Missed",
    "NotPaired",
    "Notice",
    "ProtocolViolation",
    "Refused",
    "Snapshot",
    "Subscription",
    "Transport",
    "UnixTransport",
    "UnknownEvent",
    "Unset",
    "events",
    "open_stream",
    "refusals",
    "socket_path",
    "types",
]
