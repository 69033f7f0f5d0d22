/// Where a ``DesktopBus`` finds its buses, and whom it leaves alone.
package struct DesktopBusConfiguration: Sendable {
    /// D-Bus address of the session bus; nil where there is none to look for.
    package var sessionAddress: String?
    /// D-Bus address of the system bus; nil where there is none to look for.
    package var systemAddress: String?
    /// Bus names that are no players to us, with or without `org.mpris.MediaPlayer2.`: each stands for itself and for what
    /// follows it after a dot. Besides ``PlayerFilter/alwaysIgnored``.
    package var ignoredPlayers: [String] = []
    /// How long an answer is waited for. A player that has not said by then what it is counts as stopped.
    package var answerLimit: Duration = .seconds(5)

    /// The buses that `environment` names: `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR`, and `DBUS_SYSTEM_BUS_ADDRESS` or
    /// the usual place.
    package init(environment: [String: String]) {
        sessionAddress = BusAddress.session(environment: environment)
        systemAddress = BusAddress.system(environment: environment)
    }

    /// The buses at these addresses.
    package init(sessionAddress: String?, systemAddress: String?) {
        self.sessionAddress = sessionAddress
        self.systemAddress = systemAddress
    }
}
