import MessageBus

/// The buses of a ``DesktopBus``, and the players that it ignores.
package struct DesktopBusConfiguration: Sendable {
    /// The D-Bus address of the session bus; nil if there is none to connect to.
    package var sessionAddress: String?
    /// The D-Bus address of the system bus; nil if there is none to connect to.
    package var systemAddress: String?
    /// The bus names of players to ignore, with or without `org.mpris.MediaPlayer2.`, in addition to
    /// ``PlayerFilter/alwaysIgnored``. Each stands for itself and for every name that continues it after a dot.
    package var ignoredPlayers: [String] = []
    /// The time to wait for an answer. A player that has not reported its status by then counts as stopped.
    package var answerLimit: Duration = .seconds(5)

    /// Makes a configuration for the buses that `environment` names: `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR`, and
    /// `DBUS_SYSTEM_BUS_ADDRESS` or the usual socket.
    package init(environment: [String: String]) {
        sessionAddress = BusAddress.session(environment: environment)
        systemAddress = BusAddress.system(environment: environment)
    }

    /// Makes a configuration for the buses at these addresses.
    package init(sessionAddress: String?, systemAddress: String?) {
        self.sessionAddress = sessionAddress
        self.systemAddress = systemAddress
    }
}
