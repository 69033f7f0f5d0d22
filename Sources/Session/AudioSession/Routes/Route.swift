package import AudioTypes

/// The route: where the sound goes and where it comes from, as clients get it.
package struct Route: Hashable, Sendable {
    /// The outputs that the sound goes to; empty if there is none.
    package var outputs: [OutputDevice]
    /// The inputs that sound comes from, in a category with input.
    package var inputs: [RouteInput]

    /// Makes a route.
    package init(outputs: [OutputDevice] = [], inputs: [RouteInput] = []) {
        self.outputs = outputs
        self.inputs = inputs
    }

    /// Whether sound neither goes out nor comes in.
    var isEmpty: Bool { outputs.isEmpty && inputs.isEmpty }
}

/// An input of a route.
package struct RouteInput: Hashable, Sendable {
    /// The input.
    package var device: InputDevice
    /// Whether it is the system's default input.
    package var isDefault: Bool
    /// The volume of the input, 0…1; `nil` while unknown, and for an input that is gone.
    package var level: Double?
    /// Whether the input's own mute switch is on.
    package var isMuted = false

    /// Makes an input of a route, whose volume is unknown.
    package init(device: InputDevice, isDefault: Bool) {
        self.device = device
        self.isDefault = isDefault
    }
}

/// The reason of a change of the route.
package enum RouteChangeReason: String, Hashable, Sendable {
    case oldDeviceUnavailable, newDeviceAvailable, override, routeConfigurationChange, categoryChange, wakeFromSleep,
        noSuitableRouteForCategory
}
