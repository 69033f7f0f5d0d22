"""One module a player, behind one interface."""

from .failing import a_peer_may_fail
from .fermata import Fermata
from .mpd import MPD
from .mpv import Mpv
from .player import Player
from .pw_cat import PwCat

__all__ = ["MPD", "Fermata", "Mpv", "Player", "PwCat", "a_peer_may_fail"]
