/// An event that an output reports to its owner. The output sends events from its own thread, in order; never from the
/// real-time callback.
public enum OutputEvent: Hashable, Sendable {
    /// The sound server answers. `version` is the server's version, in the server's own words.
    case serverConnected(version: String)
    /// The sound server is gone, or none runs. The output tries to connect again by itself, with back-off.
    case serverLost(message: String)
    /// The state of the stream changed.
    case streamChanged(OutputStreamState)
    /// The volume of the stream changed, whoever changed it. `level` is on the cubic scale of desktop mixers, 0…1; a mixer can
    /// set more than 1.
    case volumeChanged(level: Double, muted: Bool)
    /// Somebody else has sent the stream away from the sink `uid`, which the owner had chosen. The owner's choice no longer
    /// holds, for later streams either.
    case targetTaken(uid: String)
    /// The private output that the stream played to is being lost. The stream is silent and keeps its place until its owner
    /// lets it continue.
    case soundCut
    /// The timing of the graph's cycles changed: `quantum` is in frames at `rate` hertz, `latency` is the seconds from the
    /// start of a cycle until its first frame is heard.
    case timingChanged(quantum: Int, rate: Int, latency: Double)
    /// From now on the output plays only sound in this format, and the owner converts what it plays; with `nil` it plays every
    /// format.
    case formatFixed(StreamFormat?)
    /// The output can be given other coded sound than before, or plays on another sink.
    case passthroughOffered(PassthroughOffer)
    /// What the chosen output leads to is gone, such as a server of rooms, while the sound server is not concerned. The output tries
    /// to reach it again by itself, with back-off.
    case outputLost(message: String)
    /// What the chosen output leads to is back.
    case outputReturned
}

/// The state of an output's stream.
public enum OutputStreamState: Hashable, Sendable {
    /// No stream exists.
    case closed
    /// The stream exists, but no sink plays it: there is no sink, or the session manager has not linked the stream yet.
    case waiting
    /// The stream is linked and does not run.
    case paused
    /// The stream runs: PipeWire calls the callback.
    case streaming
    /// The stream could not be made, or the server refused it; `message` is PipeWire's text. This is not the end of the stream:
    /// it may still be linked later.
    case failed(message: String)
}
