package import AudioTypes

/// What a recording takes in.
package enum RecordingSource: Hashable, Sendable {
    /// What a stream captures: an input, or what an output plays.
    case capture(CaptureSource)
    /// What our own player plays, as it was decoded: before volume, fades and the sound server.
    case player
}
