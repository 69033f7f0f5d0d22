import Application
import AudioTypes
import ControlProtocol
import Recording

extension Event {
    /// Makes the protocol's event for an event of the application; `nil` if clients learn nothing from it.
    init?(_ event: ApplicationEvent) {
        switch event {
        case .player(let event): self.init(event)
        case .session(let event): self.init(event)
        case .announcement(let event): self.init(event)
        case .alarm(let event): self.init(event)
        case .recording(let news): self.init(news)
        case .playerLevels(let levels): self = .playerLevels(Wire.Levels(levels))
        case .playerSpectrum(let bands): self = .playerSpectrum(bands: bands)
        case .job(let status): self = .jobChanged(Wire.Job(status))
        case .library(.scan(let scan)): self = .libraryProgress(Wire.LibraryScan(scan))
        case .library(.changed(let scan)): self = .libraryChanged(Wire.LibraryScan(scan))
        case .library(.watching(let report)): self = .libraryWatching(Wire.LibraryWatching(report))
        case .library(.loudness(let progress)): self = .libraryLoudness(Wire.LibraryLoudness(progress))
        case .playlist(let news): self = .playlistChanged(Wire.PlaylistChange(news))
        case .rooms(let change): self = .roomsChanged(Wire.RoomChange(change))
        case .library(.listened(let report, let song)): self = .libraryListened(Wire.ListenedItem(report, song: song))
        case .recordPermission(.asked(let request)): self = .sessionRecordPermissionAsked(Wire.RecordRequest(request))
        case .recordPermission(.ended(let id, let end)):
            self = .sessionRecordPermissionRequestEnded(request: id, end: Wire.RecordRequestEnd(end))
        case .output(.timingChanged(let quantum, let rate, let latency)):
            self = .sessionConfigurationChanged(
                ioBufferDuration: Double(quantum) / Double(rate), sampleRate: Double(rate), outputLatency: latency)
        case .remoteDevicesChanged: self = .remoteDevicesChanged
        case .reconfigured: self = .serverConfigurationReloaded
        case .library(.stickersChanged), .output, .graphChanged, .stateToSaveChanged, .currentPictureChanged: return nil
        }
    }
}
