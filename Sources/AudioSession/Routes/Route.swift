package import AudioTypes

/// Where the sound goes, as clients are told.
package struct Route: Hashable, Sendable {
    package var outputs: [OutputDevice]

    package init(outputs: [OutputDevice] = []) { self.outputs = outputs }
}

/// Why the route is another one.
package enum RouteChangeReason: String, Hashable, Sendable {
    case oldDeviceUnavailable, newDeviceAvailable, override, routeConfigurationChange, categoryChange, wakeFromSleep,
        noSuitableRouteForCategory
}

extension GraphSink {
    /// Whether this is the private output that `other` was. The sink alone does not tell: that of a card with a speaker and a
    /// socket is the same for both, and stays while the plug is drawn. Everything on Bluetooth is private, whatever its port.
    func isPrivateOutput(_ other: GraphSink) -> Bool {
        uid == other.uid && type.isPrivate && (isBluetooth || (device?.port ?? "") == (other.device?.port ?? ""))
    }

    /// Whether it is behind Bluetooth, whose devices take their time to come, and to change their profile.
    var isBluetooth: Bool { type == .bluetoothA2DP || type == .bluetoothHFP }
}
