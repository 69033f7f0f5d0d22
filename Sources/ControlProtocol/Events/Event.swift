/// Something that happened, as subscribers are told. Times are seconds, levels 0…1.
package enum Event: Hashable, Sendable {
    /// The player does something else.
    case playerStateChanged(state: Wire.PlayerState, reason: Wire.StateReason, previousState: Wire.PlayerState)
    /// The first frame of another item is heard; `nil` after the last.
    case playerItemChanged(item: Wire.QueueItem?, reason: Wire.ItemChangeReason)
    /// The position jumped.
    case playerPositionChanged(position: Wire.Position)
    /// An item cannot be played.
    case playerItemFailed(item: Wire.QueueItem, error: ControlError)
    /// How full the buffer is, 0…1.
    case playerBuffering(fill: Double)
    /// The media says something else about itself.
    case playerMetadataChanged(tags: [String: String])
    /// The volume is another.
    case playerVolumeChanged(volume: Wire.Volume, source: Wire.VolumeSource)
    /// The queue is another.
    case queueChanged(revision: Int64, length: Int)
    /// Something has the daemon step back.
    case sessionInterruptionBegan(Wire.Interruption)
    /// That is over.
    case sessionInterruptionEnded(interruption: Int64, shouldResume: Bool, resumed: Bool)
    /// The sound goes elsewhere.
    case sessionRouteChanged(reason: String, previousRoute: Wire.Route, route: Wire.Route)
    /// The graph runs differently: seconds, hertz, seconds.
    case sessionConfigurationChanged(ioBufferDuration: Double, sampleRate: Double, outputLatency: Double)
    /// The volume of the output is another.
    case sessionOutputVolumeChanged(Wire.Volume)
    /// Sound of lesser importance should be silent, or may be heard again.
    case sessionSilenceSecondaryAudioHint(begin: Bool)
    /// The session was activated or deactivated.
    case sessionActiveChanged(active: Bool, reason: String)
    /// The sound server is gone.
    case sessionMediaServicesLost
    /// The sound server is back.
    case sessionMediaServicesReset
    /// A new configuration holds.
    case serverConfigurationReloaded
    /// The daemon ends.
    case serverShuttingDown
    /// Events were left out because the client did not read.
    case serverOverflow(dropped: Int)
}

extension Event {
    /// The type.
    package var type: EventType {
        switch self {
        case .playerStateChanged: .playerStateChanged
        case .playerItemChanged: .playerItemChanged
        case .playerPositionChanged: .playerPositionChanged
        case .playerItemFailed: .playerItemFailed
        case .playerBuffering: .playerBuffering
        case .playerMetadataChanged: .playerMetadataChanged
        case .playerVolumeChanged: .playerVolumeChanged
        case .queueChanged: .queueChanged
        case .sessionInterruptionBegan: .sessionInterruptionBegan
        case .sessionInterruptionEnded: .sessionInterruptionEnded
        case .sessionRouteChanged: .sessionRouteChanged
        case .sessionConfigurationChanged: .sessionConfigurationChanged
        case .sessionOutputVolumeChanged: .sessionOutputVolumeChanged
        case .sessionSilenceSecondaryAudioHint: .sessionSilenceSecondaryAudioHint
        case .sessionActiveChanged: .sessionActiveChanged
        case .sessionMediaServicesLost: .sessionMediaServicesLost
        case .sessionMediaServicesReset: .sessionMediaServicesReset
        case .serverConfigurationReloaded: .serverConfigurationReloaded
        case .serverShuttingDown: .serverShuttingDown
        case .serverOverflow: .serverOverflow
        }
    }
}
