/// A sink that records into a file, or a source that plays, from its creation to its end.
final class Recording {
    /// How long the main thread waits for the server between two looks for new frames, in milliseconds.
    private static let pause: Int32 = 5

    private let connection: ServerConnection
    private let stream: RecordingStream
    /// The links of a sink.
    private let links: LinkWatch?
    private let follower: IdleFollower?
    /// The file of a sink.
    private let file: RecordingFile?

    /// Connects to the server and makes the sink, or without a `path` the source.
    init(_ description: RecordingStream.Description, path: String?) throws(RecorderError) {
        file = if let path { try RecordingFile(path: path) } else { nil }
        connection = try ServerConnection()
        stream = try RecordingStream(connection, description)
        links = description.isSource ? nil : try LinkWatch(connection, stream)
        follower = description.sleeps ? nil : try IdleFollower(connection, name: "\(description.name)-follower")
    }

    /// Records until a signal of `ending` comes, or the server is gone. After `forgetting`, the sink takes no bursts any more; after each
    /// `changing`, it tells the other one of its two latencies.
    func run(until ending: EndingSignals, forgetting: OrderSignal, changing: OrderSignal) throws(RecorderError) {
        while connection.problem == nil, !ending.haveCome() {
            connection.turn(milliseconds: Self.pause)
            links?.look()
            if forgetting.hasCome() { stream.forgetCodecs() }
            if changing.hasCome() { stream.changeLatency() }
            try write()
        }
        try write()
        if let problem = connection.problem { throw problem }
    }

    /// How many cycles were given up.
    var abandonedCycles: Int { stream.abandonedCycles }

    private func write() throws(RecorderError) {
        while let frames = unsafe stream.recordedFrames() {
            try unsafe file?.append(frames.bytes)
            stream.release(unsafe frames.count)
        }
    }
}
