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
