/// Where a stream that captures gets its sound from.
public enum CaptureSource: Hashable, Sendable {
    /// An input, such as a microphone, by its uid (the `node.name` of its source); `nil` for the default input.
    case input(uid: String?)
    /// What an output plays, by its uid (the `node.name` of its sink); `nil` for the default output.
    case output(uid: String?)
}

/// An event of a stream that captures.
public enum CaptureEvent: Hashable, Sendable {
    /// The state of the stream changed.
    case streamChanged(OutputStreamState)
    /// The nodes that the stream captures from changed: the uid of each, in the order of the server.
    case sourcesChanged([String])
}
