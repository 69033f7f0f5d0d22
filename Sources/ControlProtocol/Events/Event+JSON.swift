extension Event {
    /// The parameters of the event other than `sequence` and `time`.
    package var details: JSONObject {
        switch self {
        case .playerStateChanged(let state, let reason, let previousState):
            [
                "state": .string(state.rawValue), "reason": .string(reason.rawValue),
                "previousState": .string(previousState.rawValue),
            ]
        case .playerItemChanged(let item, let reason):
            ["item": item?.json ?? .null, "reason": .string(reason.rawValue)]
        case .playerPositionChanged(let position): ["position": position.json]
        case .playerItemFailed(let item, let error): ["item": item.json, "error": error.json]
        case .playerBuffering(let fill): ["fill": .number(fill)]
        case .playerMetadataChanged(let tags): ["tags": JSONValue(sorting: tags)]
        case .playerVolumeChanged(let volume, let source):
            ["level": .number(volume.level), "muted": .bool(volume.muted), "source": .string(source.rawValue)]
        case .queueChanged(let revision, let length):
            ["revision": .integer(revision), "length": .integer(Int64(length))]
        case .sessionInterruptionBegan(let interruption): interruption.object
        case .sessionInterruptionEnded(let interruption, let shouldResume, let resumed):
            ["interruption": .integer(interruption), "shouldResume": .bool(shouldResume), "resumed": .bool(resumed)]
        case .sessionRouteChanged(let reason, let previousRoute, let route):
            ["reason": .string(reason), "previousRoute": previousRoute.json, "route": route.json]
        case .sessionConfigurationChanged(let ioBufferDuration, let sampleRate, let outputLatency):
            [
                "ioBufferDuration": .number(ioBufferDuration), "sampleRate": .number(sampleRate),
                "outputLatency": .number(outputLatency),
            ]
        case .sessionOutputVolumeChanged(let volume): ["level": .number(volume.level), "muted": .bool(volume.muted)]
        case .sessionSilenceSecondaryAudioHint(let begin): ["begin": .bool(begin)]
        case .sessionActiveChanged(let active, let reason): ["active": .bool(active), "reason": .string(reason)]
        case .serverOverflow(let dropped): ["dropped": .integer(Int64(dropped))]
        case .sessionMediaServicesLost, .sessionMediaServicesReset, .serverConfigurationReloaded, .serverShuttingDown: [:]
        }
    }

    /// Reads the event of a notification. Clients use it.
    ///
    /// - Returns: `nil` for a type that this program does not know: a newer daemon may have more types.
    package init?(method: String, parameters: JSONObject) throws(JSONMismatch) {
        guard let type = EventType(rawValue: method) else { return nil }
        self = try Self.read(type, parameters)
    }

    private static func read(_ type: EventType, _ object: JSONObject) throws(JSONMismatch) -> Event {
        switch type {
        case .playerStateChanged:
            .playerStateChanged(
                state: try object.choice("state", of: Wire.PlayerState.self),
                reason: try object.choice("reason", of: Wire.StateReason.self),
                previousState: try object.choice("previousState", of: Wire.PlayerState.self))
        case .playerItemChanged:
            .playerItemChanged(
                item: try object.wireIfPresent("item", as: Wire.QueueItem.self),
                reason: try object.choice("reason", of: Wire.ItemChangeReason.self))
        case .playerPositionChanged: .playerPositionChanged(position: try object.wire("position", as: Wire.Position.self))
        case .playerItemFailed:
            .playerItemFailed(
                item: try object.wire("item", as: Wire.QueueItem.self),
                error: try object.wire("error", as: ControlError.self))
        case .playerBuffering: .playerBuffering(fill: try object.number("fill"))
        case .playerMetadataChanged: .playerMetadataChanged(tags: try object.dictionary("tags"))
        case .playerVolumeChanged:
            .playerVolumeChanged(
                volume: try Wire.Volume(json: .object(object)),
                source: try object.choice("source", of: Wire.VolumeSource.self))
        case .queueChanged: .queueChanged(revision: try object.integer("revision"), length: try object.int("length"))
        case .sessionInterruptionBegan: .sessionInterruptionBegan(try Wire.Interruption(json: .object(object)))
        case .sessionInterruptionEnded:
            .sessionInterruptionEnded(
                interruption: try object.integer("interruption"), shouldResume: try object.bool("shouldResume"),
                resumed: try object.bool("resumed"))
        case .sessionRouteChanged:
            .sessionRouteChanged(
                reason: try object.string("reason"), previousRoute: try object.wire("previousRoute", as: Wire.Route.self),
                route: try object.wire("route", as: Wire.Route.self))
        case .sessionConfigurationChanged:
            .sessionConfigurationChanged(
                ioBufferDuration: try object.number("ioBufferDuration"), sampleRate: try object.number("sampleRate"),
                outputLatency: try object.number("outputLatency"))
        case .sessionOutputVolumeChanged: .sessionOutputVolumeChanged(try Wire.Volume(json: .object(object)))
        case .sessionSilenceSecondaryAudioHint: .sessionSilenceSecondaryAudioHint(begin: try object.bool("begin"))
        case .sessionActiveChanged:
            .sessionActiveChanged(active: try object.bool("active"), reason: try object.string("reason"))
        case .sessionMediaServicesLost: .sessionMediaServicesLost
        case .sessionMediaServicesReset: .sessionMediaServicesReset
        case .serverConfigurationReloaded: .serverConfigurationReloaded
        case .serverShuttingDown: .serverShuttingDown
        case .serverOverflow: .serverOverflow(dropped: try object.int("dropped"))
        }
    }
}
