extension RouteChangeReason {
    /// Finds the reason why the sound now goes to `new` and no longer to `old`, from the two pictures and the current graph.
    init(from old: RoutePicture, to new: RoutePicture, in graph: GraphSnapshot) {
        guard let after = new.sinks.first else {
            self = .noSuitableRouteForCategory
            return
        }
        guard let before = old.sinks.first else {
            self = .newDeviceAvailable
            return
        }
        if graph.hasLost(before) {
            let movedOnItself = after.device != nil && after.device?.name == before.device?.name
            self = movedOnItself && !graph.hasUnplugged(before) ? .routeConfigurationChange : .oldDeviceUnavailable
        } else if after.uid == before.uid {
            if let reason = Self(beside: old, new, in: graph) { self = reason } else { self.init(onOneSink: before, after) }
        } else if new.configuredDefault != old.configuredDefault || new.target != old.target {
            self = .override
        } else {
            self = old.existing.contains(after.serial) ? .override : .newDeviceAvailable
        }
    }

    /// Finds the reason why the sound goes to more or fewer outputs beside the primary one; `nil` if it does not.
    private init?(beside old: RoutePicture, _ new: RoutePicture, in graph: GraphSnapshot) {
        let before = Set(old.sinks.map(\.uid))
        let after = Set(new.sinks.map(\.uid))
        if before == after { return nil }
        if old.sinks.contains(where: { !after.contains($0.uid) && graph.hasLost($0) }) {
            self = .oldDeviceUnavailable
        } else if new.sinks.contains(where: { !before.contains($0.uid) && !old.existing.contains($0.serial) }) {
            self = .newDeviceAvailable
        } else {
            self = .override
        }
    }

    /// Finds the reason why the port, profile or codec of one sink changed.
    private init(onOneSink before: GraphSink, _ after: GraphSink) {
        let portBefore = before.device?.port ?? ""
        let portAfter = after.device?.port ?? ""
        if portBefore == portAfter {
            self = .routeConfigurationChange
        } else {
            let wasPluggedIn = before.device?.unavailablePorts.contains(portAfter) ?? false
            self = wasPluggedIn ? .newDeviceAvailable : .override
        }
    }
}
