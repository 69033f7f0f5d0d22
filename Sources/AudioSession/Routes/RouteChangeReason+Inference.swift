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
            self.init(onOneSink: before, after)
        } else if new.configuredDefault != old.configuredDefault || new.target != old.target {
            self = .override
        } else {
            self = old.existing.contains(after.serial) ? .override : .newDeviceAvailable
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

extension GraphSnapshot {
    /// Returns whether `sink` is lost: it is gone, nothing is plugged in, or its port was unplugged.
    func hasLost(_ sink: GraphSink) -> Bool {
        guard let now = self.sink(sink.uid) else { return true }
        return !now.isAvailable || hasUnplugged(sink)
    }

    /// Returns whether the port that `sink` played through was unplugged, as the device reports it.
    func hasUnplugged(_ sink: GraphSink) -> Bool {
        guard let before = sink.device, !before.port.isEmpty else { return false }
        if before.unavailablePorts.contains(before.port) { return false }
        return devices.contains { $0.name == before.name && $0.unavailablePorts.contains(before.port) }
    }

    /// Returns whether the device of `sink` is still there, so that another sink of that device may be about to appear.
    func stillHasDevice(of sink: GraphSink) -> Bool {
        guard let device = sink.device else { return false }
        return devices.contains { $0.name == device.name }
    }
}
