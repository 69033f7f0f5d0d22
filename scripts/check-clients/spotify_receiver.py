"""A receiver of Spotify Connect as spotifyd shows itself on the session bus, without Spotify.

spotifyd has its MPRIS name only while a telephone is connected to it. The word of a person at the telephone comes as the method
`Do` of the interface `check.Phone`: `connect`, `play`, `track`, `pause`, `disconnect`. As spotifyd does, it sends `Seeked` before
the properties that have changed, sends no status with the next song, and takes no orders while nobody is connected.
"""

import os

from gi.repository import Gio, GLib

PATH = "/org/mpris/MediaPlayer2"
PLAYER = "org.mpris.MediaPlayer2.Player"
NAME = f"{PLAYER.rpartition('.')[0]}.spotifyd.instance{os.getpid()}"
INTERFACES = f"""<node>
<interface name='org.mpris.MediaPlayer2'>
  <property name='Identity' type='s' access='read'/><property name='CanQuit' type='b' access='read'/>
</interface>
<interface name='{PLAYER}'>
  <method name='Pause'/><method name='Play'/><method name='Stop'/>
  <property name='PlaybackStatus' type='s' access='read'/><property name='Metadata' type='a{{sv}}' access='read'/>
  <signal name='Seeked'><arg type='x'/></signal>
</interface>
</node>"""
PHONE = "<node><interface name='check.Phone'><method name='Do'><arg type='s' direction='in'/></method></interface></node>"


class Receiver:
    """What spotifyd is on the bus."""

    def __init__(self) -> None:
        self._bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self._status, self._song = "Stopped", 0
        self._objects: list[int] = []
        phone = Gio.DBusNodeInfo.new_for_xml(PHONE).interfaces[0]
        self._bus.register_object("/phone", phone, self._told, None, None)
        Gio.bus_own_name_on_connection(self._bus, "rs.spotifyd.check", Gio.BusNameOwnerFlags.NONE, None, None)

    def _told(self, *call: object) -> None:
        word, invocation = call[5].unpack()[0], call[6]
        getattr(self, f"_{word}")()
        invocation.return_value(None)

    def _connect(self) -> None:
        for interface in Gio.DBusNodeInfo.new_for_xml(INTERFACES).interfaces:
            self._objects.append(self._bus.register_object(PATH, interface, self._ordered, self._read, None))
        self._name = Gio.bus_own_name_on_connection(self._bus, NAME, Gio.BusNameOwnerFlags.REPLACE, None, None)

    def _disconnect(self) -> None:
        Gio.bus_unown_name(self._name)
        for number in self._objects:
            self._bus.unregister_object(number)
        self._objects.clear()
        self._status = "Stopped"

    def _play(self) -> None:
        self._song += 1
        self._tell({"Metadata": self._metadata()})
        self._become("Playing")

    def _pause(self) -> None:
        self._become("Paused")

    def _track(self) -> None:
        self._song += 1
        self._tell({"Metadata": self._metadata()})
        self._seeked()

    def _become(self, status: str) -> None:
        if self._status == status:
            return
        self._status = status
        self._seeked()
        self._tell({"PlaybackStatus": GLib.Variant("s", status)})

    def _metadata(self) -> GLib.Variant:
        return GLib.Variant("a{sv}", {"xesam:title": GLib.Variant("s", f"Song {self._song}")})

    def _seeked(self) -> None:
        self._bus.emit_signal(None, PATH, PLAYER, "Seeked", GLib.Variant("(x)", (0,)))

    def _tell(self, changed: dict[str, GLib.Variant]) -> None:
        self._bus.emit_signal(
            None, PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            GLib.Variant("(sa{sv}as)", (PLAYER, changed, [])))

    def _ordered(self, *call: object) -> None:
        method, invocation = call[4], call[6]
        invocation.return_value(None)
        # Spotify's servers are asked, and what they say comes later.
        GLib.timeout_add(200, self._become, {"Pause": "Paused", "Play": "Playing", "Stop": "Stopped"}[method])

    def _read(self, _bus: object, _sender: str, _path: str, _interface: str, name: str) -> GLib.Variant:
        match name:
            case "Identity": return GLib.Variant("s", "Spotifyd")
            case "CanQuit": return GLib.Variant("b", True)
            case "PlaybackStatus": return GLib.Variant("s", self._status)
            case _: return self._metadata()


receiver = Receiver()
GLib.MainLoop().run()
