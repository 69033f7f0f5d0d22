/// What an output tells its owner. Sent from the output's own thread, in order; never from the real-time callback.
public enum OutputEvent: Hashable, Sendable {
    /// The sound server answers. `version` is the server's, as it names itself.
    case serverConnected(version: String)
    /// The sound server is gone, or none runs. The output tries again by itself, with back-off.
    case serverLost(message: String)
    /// The stream's own state changed.
    case streamChanged(OutputStreamState)
    /// The stream's volume on the cubic scale of desktop mixers, 0…1 (above 1 is possible, by a mixer), whoever changed it.
    case volumeChanged(level: Double, muted: Bool)
    /// Somebody else has sent the stream elsewhere than to the sink of that uid, which the owner had chosen: the choice holds
    /// no more, for streams to come as well.
    case targetTaken(uid: String)
    /// The private output that the stream played to is going. The stream is silent and holds its place until its owner lets
    /// it go on.
    case hushed
    /// The graph runs the stream in other cycles than before: frames at `rate` hertz, and seconds from the start of a cycle
    /// until its first frame is heard.
    case timingChanged(quantum: Int, rate: Int, latency: Double)
}

/// The state of an output's stream.
public enum OutputStreamState: Hashable, Sendable {
    /// No stream exists.
    case closed
    /// The stream exists, but no sink plays it (none exists, or the session manager has not linked it yet).
    case waiting
    /// Linked, and not processing.
    case paused
    /// The callback runs.
    case streaming
    /// The stream could not be made or was refused; the text is PipeWire's. Not the end of the stream: it may link later.
    case failed(message: String)
}
