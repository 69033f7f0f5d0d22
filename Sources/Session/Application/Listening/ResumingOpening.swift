import AudioTypes
import Decoding
import Media
import MediaTypes
import MusicLibrary
import PlayerModel
import SystemSupport

/// Opens media as another one does, and says where it was left, how fast it is to be played, and how loud the library has found it.
struct ResumingOpening: MediaOpening {
    let media: AnyMediaOpening
    let places: ListeningPlaces
    let speeds: ListeningSpeeds
    let library: Library
    /// Is called on any thread when a speed of media that was opened without it becomes known.
    let speedCameLate: @Sendable () -> Void

    /// How long the opening of media waits for what was measured, in nanoseconds: the library may be busy with a question.
    private static let patience: Int64 = 1_000_000_000

    func isRemote(_ uri: String) -> Bool { media.isRemote(uri) }

    func open(_ uri: String, cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource {
        try media.open(uri, cancellation: cancellation)
    }

    func open(
        _ uri: String, reach: NetworkReach, track: TrackWish, cancellation: CancellationToken
    ) throws(PlaybackError) -> any MediaSource {
        try media.open(uri, reach: reach, track: track, cancellation: cancellation)
    }

    func place(of uri: String, _ description: SourceDescription) -> Double? { places.place(of: uri, description) }

    func measuredGain(of uri: String, _ description: SourceDescription) -> ReplayGain {
        // What the media state counts before it.
        guard description.replayGain.isEmpty, let path = try? MediaLocation(uri: uri).path else { return ReplayGain() }
        return library.measuredGain(at: path, until: MonotonicClock.nanoseconds + Self.patience)
    }

    func speeds(of uri: String, _ description: SourceDescription) -> KeptSpeeds {
        speeds.speeds(of: uri, album: description.tags["album"], cameLate: speedCameLate)
    }
}
