/// The types of the daemon's notifications; the raw value is `method` on the wire.
package enum EventType: String, CaseIterable, Hashable, Sendable {
    case playerStateChanged = "player.stateChanged"
    case playerItemChanged = "player.itemChanged"
    case playerPositionChanged = "player.positionChanged"
    case playerItemFailed = "player.itemFailed"
    case playerBuffering = "player.buffering"
    case playerMetadataChanged = "player.metadataChanged"
    case playerVolumeChanged = "player.volumeChanged"
    case queueChanged = "queue.changed"
    case sessionInterruptionBegan = "session.interruptionBegan"
    case sessionInterruptionEnded = "session.interruptionEnded"
    case sessionRouteChanged = "session.routeChanged"
    case sessionConfigurationChanged = "session.configurationChanged"
    case sessionOutputVolumeChanged = "session.outputVolumeChanged"
    case sessionSilenceSecondaryAudioHint = "session.silenceSecondaryAudioHint"
    case sessionActiveChanged = "session.activeChanged"
    case sessionMediaServicesLost = "session.mediaServicesLost"
    case sessionMediaServicesReset = "session.mediaServicesReset"
    case serverConfigurationReloaded = "server.configurationReloaded"
    case serverShuttingDown = "server.shuttingDown"
    case serverOverflow = "server.overflow"
}

extension EventType {
    /// Whether the newest event of the type makes older ones redundant: for a client that does not read, the daemon may leave
    /// these out.
    ///
    /// The other types report an occurrence. The daemon keeps such events as long as there is room.
    package var isState: Bool {
        switch self {
        case .playerItemFailed, .sessionInterruptionBegan, .sessionInterruptionEnded, .sessionMediaServicesLost,
            .sessionMediaServicesReset, .serverShuttingDown, .serverOverflow:
            false
        default: true
        }
    }
}
