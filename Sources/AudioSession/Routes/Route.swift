package import AudioTypes

/// The route: where the sound goes, as clients get it.
package struct Route: Hashable, Sendable {
    /// The outputs that the sound goes to; empty if there is none.
    package var outputs: [OutputDevice]

    /// Makes a route to `outputs`.
    package init(outputs: [OutputDevice] = []) { self.outputs = outputs }
}

/// The reason of a change of the route.
package enum RouteChangeReason: String, Hashable, Sendable {
    case oldDeviceUnavailable, newDeviceAvailable, override, routeConfigurationChange, categoryChange, wakeFromSleep,
        noSuitableRouteForCategory
}

extension GraphSink {
    /// Returns whether this sink is the private output that `other` was. The uid of the sink is not enough: a card with a
    /// speaker and a socket has one sink for both, which stays when the plug is pulled. Everything on Bluetooth is private,
    /// whatever its port.
    func isPrivateOutput(_ other: GraphSink) -> Bool {
        uid == other.uid && type.isPrivate && (isBluetooth || (device?.port ?? "") == (other.device?.port ?? ""))
    }

    /// Whether the sink is on Bluetooth. Bluetooth devices take their time to appear and to change their profile.
    var isBluetooth: Bool { type == .bluetoothA2DP || type == .bluetoothHFP }
}
