extension RouteChangeReason {
    /// Why the sound goes to `new` now and not to `old` any more: decided from the two pictures and the graph as it is.
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

    /// Another port, profile or codec of one and the same sink.
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
    /// Whether `sink`, as it was, plays no more: it is gone, nothing is plugged in, or its port was unplugged.
    func hasLost(_ sink: GraphSink) -> Bool {
        guard let now = self.sink(sink.uid) else { return true }
        return !now.isAvailable || hasUnplugged(sink)
    }

    /// Whether the device says that nothing is plugged in at the port that `sink` played through.
    func hasUnplugged(_ sink: GraphSink) -> Bool {
        guard let before = sink.device, !before.port.isEmpty else { return false }
        if before.unavailablePorts.contains(before.port) { return false }
        return devices.contains { $0.name == before.name && $0.unavailablePorts.contains(before.port) }
    }

    /// Whether the device of `sink` is still there, so that another sink of it may be about to come.
    func stillHasDevice(of sink: GraphSink) -> Bool {
        guard let device = sink.device else { return false }
        return devices.contains { $0.name == device.name }
    }
}
