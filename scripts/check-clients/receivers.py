"""Receivers that play beside the daemon, and show themselves on the session bus."""

import os
import socket
from pathlib import Path

from fermata_benchmarks.tools import built_daemon, client_beside
from fermata_benchmarks.waiting import wait_until

from airplay import Remote, Sender
from requirements import require
from stage import Stage

CONFIGURATION = """
general = {{ name = "Room"; port = {port}; output_backend = "dummy"; mpris_service_bus = "session"; dbus_service_bus = "session"; }};
"""


def check_shairport_sync(stage: Stage) -> str:
    """shairport-sync: a telephone's sound pauses the music, and the music pauses the telephone."""
    environment = {"DBUS_SYSTEM_BUS_ADDRESS": _start_avahi(stage)}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    configuration = stage.directory / "shairport-sync.conf"
    configuration.write_text(CONFIGURATION.format(port=port))
    receiver = stage.launch(["shairport-sync", "-c", str(configuration), "-u"], **environment)
    wait_until("shairport-sync to show itself", lambda: _shown(stage) == "Stopped", 30, 0.1)
    remote = Remote()
    stage.launch(["avahi-publish", "-s", f"iTunes_Ctrl_{Sender.IDENTITY}", "_dacp._tcp", str(remote.port)], **environment)
    stage.server.fill()
    sender = Sender(port, remote)
    stage.server.wait_for("the music to pause", "state", "pause")
    require(_shown(stage) == "Playing", "shairport-sync does not say that it plays")
    reason = stage.run(str(client_beside(built_daemon())), "--socket", str(stage.directory / "fermata.sock"), "status").splitlines()[0]
    # Until the daemon has read its name, it is called as on the bus.
    require("ShairportSync" in reason or "Shairport Sync" in reason, f"the reason is another: {reason}")
    # It asks for the volume as soon as it has found the remote control.
    wait_until("shairport-sync to find the remote control", lambda: bool(remote.words), 30, 0.1)
    stage.server.ask("pause 0")
    wait_until("the telephone to be told to pause", lambda: "pause" in remote.words)
    sender.stop()
    wait_until("shairport-sync to stop", lambda: _shown(stage) == "Stopped", 30, 0.1)
    require(stage.server.value("state") == "play", "the music does not play any more")
    receiver.require_running()
    return f"{reason}; the telephone was told: {' '.join(dict.fromkeys(remote.words))}"


def check_spotifyd(stage: Stage) -> str:
    """What spotifyd sends: a telephone that connects changes nothing, its sound pauses the music, and the music pauses it."""
    receiver = stage.launch(["/usr/bin/python3", str(Path(__file__).with_name("spotify_receiver.py"))])
    stage.server.fill()

    def phone(word: str) -> None:
        stage.run("busctl", "--user", "call", "rs.spotifyd.check", "/phone", "check.Phone", "Do", "s", word)

    def shown() -> str:
        return stage.system.run("playerctl", "--player=spotifyd", "status").strip()

    wait_until("the receiver to be there", lambda: "rs.spotifyd.check" in stage.run("busctl", "--user", "list"), 30, 0.1)
    phone("connect")
    wait_until("the receiver to show itself", lambda: shown() == "Stopped")
    require(stage.server.value("state") == "play", "a telephone that only connects has paused the music")
    phone("play")
    stage.server.wait_for("the music to pause", "state", "pause")
    reason = stage.run(str(client_beside(built_daemon())), "--socket", str(stage.directory / "fermata.sock"), "status").splitlines()[0]
    require("potifyd" in reason, f"the reason is another: {reason}")
    stage.server.ask("pause 0")
    wait_until("the telephone to be paused", lambda: shown() == "Paused")
    phone("track")
    require(stage.server.value("state") == "play", "the next song of a paused telephone has paused the music")
    phone("play")
    stage.server.wait_for("the music to pause again", "state", "pause")
    phone("disconnect")
    wait_until("the receiver to be gone", lambda: not shown())
    # The sound was given to the other player, and its end gives it to nobody.
    require(stage.server.value("state") == "pause", "the music goes on though nobody has said so")
    stage.server.ask("pause 0")
    phone("connect")
    wait_until("the receiver to show itself again", lambda: shown() == "Stopped")
    require(stage.server.value("state") == "play", "a telephone that comes again has paused the music")
    receiver.require_running()
    return reason


def _shown(stage: Stage) -> str:
    """What shairport-sync shows on the session bus, or nothing if it is not there."""
    return stage.system.run("playerctl", "--player=ShairportSync", "status").strip()


def _start_avahi(stage: Stage) -> str:
    """Starts Avahi on a bus in the role of the system's, and answers the address of that. It sees no network but this machine."""
    path = stage.directory / "run/system-bus"
    address = f"unix:path={path}"
    stage.launch(["dbus-daemon", "--session", f"--address={address}", "--nofork", "--nopidfile"])
    wait_until("the bus for Avahi", path.exists)
    configuration = stage.directory / "avahi.conf"
    configuration.write_text(
        f"[server]\nhost-name=check-clients-{os.getpid()}\nallow-interfaces=lo\ndisallow-other-stacks=no\n[wide-area]\nenable-wide-area=no\n")
    # Each Avahi has its number at the same place of /run.
    script = ("mount -t tmpfs none /run && exec avahi-daemon --no-drop-root --no-rlimits --no-chroot"
              f" --file={configuration}")
    avahi = stage.launch(["unshare", "--mount", "sh", "-c", script], DBUS_SYSTEM_BUS_ADDRESS=address)
    wait_until("Avahi to be there", lambda: "startup complete" in avahi.log_tail(), 30, 0.05)
    return address
