import AudioTypes
import Decoding
import Media
import MediaTypes
import MusicLibrary
import PlayerModel
import SystemSupport

/// Opens media as another one does, and says where it was left, how fast it is to be played, and what the library has measured of its sound.
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

    var readsAhead: Bool { media.readsAhead }

    func expect(_ uri: String?, track: TrackWish) { media.expect(uri, track: track) }

    func open(_ uri: String, cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource {
        try media.open(uri, cancellation: cancellation)
    }

    func open(
        _ uri: String, reach: NetworkReach, track: TrackWish, cancellation: CancellationToken
    ) throws(PlaybackError) -> any MediaSource {
        try media.open(uri, reach: reach, track: track, cancellation: cancellation)
    }

    func completed(_ description: SourceDescription, of uri: String) -> SourceDescription {
        // All is asked before anything is waited for: a library that is busy keeps the media waiting once, and not three times.
        let place = places.askForPlace(of: uri, description)
        let measured = askForMeasured(of: uri, description)
        let speeds = speeds.askForSpeeds(of: uri, album: description.tags["album"], cameLate: speedCameLate)
        var description = description
        description.leftAt = place()
        let sound = measured()
        // What the media state counts before it.
        if description.replayGain.isEmpty { description.measuredGain = sound.gain }
        // What was measured is of the file as it is now, and has its length.
        description.ends = sound.ends ?? description.ends
        description.speeds = speeds()
        return description
    }

    private func askForMeasured(of uri: String, _ description: SourceDescription) -> () -> MeasuredSound {
        let part = MediaRange.split(uri)
        guard let path = try? MediaLocation(uri: part?.file ?? uri).path else { return { MeasuredSound() } }
        let deadline = MonotonicClock.nanoseconds + Self.patience
        let answer =
            if let part {
                library.askForMeasured(of: part.range, at: path, rate: description.format.sampleRate)
            } else {
                library.askForMeasured(at: path)
            }
        return { answer(deadline) }
    }
}
