import AudioTypes
import MediaTypes

// Going back after a pause.
extension Player {
    /// A pause of fewer seconds loses nobody the thread.
    private static let shortestPause = 1.0

    /// Goes back before it goes on after a pause: by as long as that was, within the wanted length. Not if somebody has sought meanwhile,
    /// or gives a time to begin at: then the frame was named.
    mutating func goBack() -> [PlayerAction] {
        defer { pausedAt = nil }
        let most = configuration.options.rewindSeconds
        guard most > 0, let pausedAt, commandStart == nil, let track = current, let frame = standstill.frame,
            let format = tracks.format, let timeLine = tracks.timeLine, track.description.isSeekable,
            tracks.wanted?.segment == track.segment
        else { return [] }
        let back = min(most, Double(readings.elapsed - pausedAt) / 1e9)
        guard back >= Self.shortestPause else { return [] }
        let place = max(0, timeLine.seconds(at: frame) - back)
        return restartCurrent(at: clampedFrame(place, track.description, format, speed: track.speed))
    }
}
