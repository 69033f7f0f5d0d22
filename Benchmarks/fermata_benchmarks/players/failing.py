"""What a run does if a player fails."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import EndedError, SilenceError
from .fermata import Fermata
from .player import Player


@contextmanager
def a_peer_may_fail(player: Player) -> Iterator[None]:
    """A peer that is silent, or ends by itself, has no value; that is no reason to measure nobody else. It is ended then."""
    try:
        yield
    except (SilenceError, EndedError) as error:
        if isinstance(player, Fermata):
            raise
        print(f"{error}: left out", file=sys.stderr)
        player.quit()
