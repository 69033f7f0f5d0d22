/// The links of our stream: whether somebody has taken them away although their sink is there.
struct StreamLinks: Hashable, Sendable {
    /// Which sink the links led to, and since when they are gone.
    private struct Taken: Hashable {
        var sink: GraphSink
        var since: Int64
        /// Whether the links went because the session manager did.
        var wentWithManager: Bool
    }

    private var taken: Taken?
    /// Whether the stream has lost its links although their sink is there.
    private var isBare = false

    /// The time since which a stream that plays has no links; `nil` if that needs no judgement.
    var takenSince: Int64? { taken?.since }

    /// Takes in a new graph. Returns whether nothing is taken from the stream: it has links, or is another one. Links that lead to something
    /// other than a sink, such as a recorder or a mixing desk, count: only a person links a stream to that.
    mutating func take(_ graph: GraphSnapshot, since old: GraphSnapshot, whilePlaying isPlaying: Bool, at now: Int64) -> Bool {
        guard let stream = graph.stream, let before = old.stream, before.serial == stream.serial, !stream.isLinked else {
            self = StreamLinks()
            return true
        }
        let left = before.reaches.first.flatMap { graph.sink($0) }
        if left != nil { isBare = true }
        if !graph.hasSessionManager { taken?.wentWithManager = true }
        if taken == nil, isPlaying, let left {
            taken = Taken(sink: left, since: now, wentWithManager: !graph.hasSessionManager)
        }
        return false
    }

    /// Judges the links that are gone, now that the graph has stood still, and forgets them. Returns whether the session manager means to
    /// interrupt: one that takes its links away when it goes, and is slow to make them again, does not.
    mutating func judge(in graph: GraphSnapshot) -> Bool {
        defer { taken = nil }
        return taken.map { !graph.hasLost($0.sink) && !$0.wentWithManager } ?? false
    }

    /// Forgets the links that are gone: the server is.
    mutating func forget() { taken = nil }

    /// Returns whether the stream has to be made anew to get links, because a person wants to hear the sound. If somebody has taken the
    /// links away, a session manager may believe that they are still there. It then makes no links before it sees another stream.
    mutating func takeBare() -> Bool {
        defer { isBare = false }
        return isBare
    }
}
