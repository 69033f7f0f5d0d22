"""What each program is made to do, and what has to come of it."""

import platform
import shutil
from collections.abc import Callable

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.waiting import wait_until

from assistants import check_home_assistant, check_music_assistant
from receivers import check_shairport_sync, check_spotifyd
from requirements import require
from stage import Stage
from wire import Wire


def _with_window(stage: Stage, name: str, clicks: list[tuple[int, int]], next_: tuple[int, int], pause: tuple[int, int],
                 settings: Callable[[Wire], None]) -> str:
    """Starts a client with a window, clicks through what it asks first, then skips and pauses by its buttons."""
    stage.server.fill()
    wire = Wire(stage.port)
    settings(wire)
    display = stage.open_display()
    child = stage.launch([name], MPD_HOST="127.0.0.1", MPD_PORT=str(wire.port), **display)
    try:
        wait_until(f"a window of {name}", lambda: name in stage.window_names(display).lower(), 60, 0.2)
        for x, y in clicks:
            wait_until("the window to be drawn", lambda: sum(stage.colour(x, y, display)) > 0, 20, 0.2)
            stage.click(x, y, display)
        wait_until(f"{name} to ask for the queue",
                   lambda: wire.count("playlistinfo") + wire.count("plchanges") > 0 and wire.count("status") > 0, 30, 0.1)
        wait_until("the window to be drawn", lambda: sum(stage.colour(*next_, display)) > 0, 20, 0.2)
        volume = stage.server.value("volume")
        wait_until(f"{name} to play the next song", _clicked(stage, display, next_, "song", "1"), 20, 0.5)
        stage.server.wait_for("the next song to play", "state", "play")
        wait_until(f"{name} to pause", _clicked(stage, display, pause, "state", "pause"), 20, 0.5)
        require(volume == "50", f"the volume is {volume}, of 50")
        wire.require_known()
        child.require_running()
    except BenchmarkError as error:
        raise BenchmarkError(f"{error}. It sent: {wire.told()}\n{child.log_tail()}") from None
    finally:
        stage.take_picture(name, display)
    return f"shows the queue, skips and pauses by its buttons ({wire.told()})"


def _clicked(stage: Stage, display: dict[str, str], place: tuple[int, int], name: str, value: str) -> Callable[[], bool]:
    """Clicks once, and again where the window did not take it."""
    waited = 0

    def has_followed() -> bool:
        nonlocal waited
        if stage.server.value(name) == value:
            return True
        if waited % 6 == 0:
            stage.click(*place, display)
        waited += 1
        return False

    return has_followed


def check_ymuse(stage: Stage) -> str:
    """Ymuse, which reads MPD_HOST and MPD_PORT."""
    return _with_window(stage, "ymuse", [], (165, 618), (122, 618), lambda _: None)


def check_glurp(stage: Stage) -> str:
    """Glurp, which not every release of Debian has."""
    if not shutil.which("glurp"):
        return "skipped: it is not installed"

    def settings(wire: Wire) -> None:
        (stage.directory / ".glurp").write_text(f"server = 127.0.0.1\nport = {wire.port}\nautoconnect = 1\nplaylist-visible-on-start = 1\n")

    return _with_window(stage, "glurp", [], (145, 83), (80, 83), settings)


def check_ario(stage: Stage) -> str:
    """Ario, whose assistant asks first."""
    def settings(wire: Wire) -> None:
        profiles = stage.directory / "config/ario/profiles"
        profiles.mkdir(parents=True)
        (profiles / "profiles.xml").write_text(
            '<?xml version="1.0"?>\n<ario-profiles>\n'
            f'  <profile host="127.0.0.1" port="{wire.port}" current="true">Default</profile>\n</ario-profiles>\n')

    # The buttons of Debian 13 are smaller.
    next_, pause = (385, 287) if platform.freedesktop_os_release().get("VERSION_CODENAME") == "bookworm" else (358, 276)
    return _with_window(stage, "ario", [(802, 586)] * 3, (next_, 134), (pause, 134), settings)


CHECKS: dict[str, Callable[[Stage], str]] = {
    "ymuse": check_ymuse, "glurp": check_glurp, "ario": check_ario, "home-assistant": check_home_assistant,
    "music-assistant": check_music_assistant, "shairport-sync": check_shairport_sync,
    "spotifyd": check_spotifyd,
}
