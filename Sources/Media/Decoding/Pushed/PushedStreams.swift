package import Media
import MediaTypes
package import PlayerModel
import Synchronization

/// All media that clients send or are about to send. Any thread.
package final class PushedStreams: Sendable {
    /// The largest number of streams at once. Each has one descriptor of the daemon, and a second one while it is open.
    package static let limit = 64

    private static let defaultName = "the pushed stream"

    /// The closures through which streams report. They are called on the thread on which something happens.
    package struct News: Sendable {
        /// Makes the last line to a client whose media failed.
        let farewell: @Sendable (PlaybackError) -> [UInt8]
        /// Writes a sentence to the log.
        let report: @Sendable (String) -> Void

        package init(
            farewell: @escaping @Sendable (PlaybackError) -> [UInt8], report: @escaping @Sendable (String) -> Void
        ) {
            self.farewell = farewell
            self.report = report
        }
    }

    private struct State {
        var streams: [String: PushedStream] = [:]
        var last = 0
    }

    private let news: News
    private let state = Mutex(State())

    package init(news: News) { self.news = news }

    /// Announces a stream whose connection comes later, and gives it an address of its own.
    /// - Parameters:
    ///   - latency: how much sound must be there before it is heard, in seconds, if the stream is live.
    ///   - beginsAtTime: whether a live stream waits for a time: until then, nothing of it is late.
    ///   - isQueued: whether the stream is for the queue, and is over once the queue no longer needs it.
    /// - Throws: if there are too many streams.
    package func expect(
        title: String?, samples: RawSamples?, latency: Double? = nil, beginsAtTime: Bool = false, isQueued: Bool = true
    ) throws(PlaybackError) -> PushedStream {
        let stream = state.withLock { state -> PushedStream? in
            state.streams = state.streams.filter { !$0.value.isOver }
            guard state.streams.count < Self.limit else { return nil }
            state.last += 1
            let uri = "\(MediaAddress.pushedScheme)\(state.last)"
            let stream = PushedStream(
                uri: uri, name: title ?? Self.defaultName, samples: samples, latency: latency, beginsAtTime: beginsAtTime,
                isQueued: isQueued, news: news)
            state.streams[uri] = stream
            return stream
        }
        guard let stream else {
            throw PlaybackError(.limitExceeded, "\(Self.limit) streams are open, which is the limit")
        }
        return stream
    }

    /// Ends every stream because of `error`, which its client gets.
    package func endAll(_ error: PlaybackError) {
        let streams = state.withLock { state in
            defer { state.streams = [:] }
            return state.streams.values
        }
        for stream in streams { stream.end(error) }
    }

    package var isEmpty: Bool { state.withLock { $0.streams.isEmpty } }

    /// Returns the stream at the address `uri`.
    /// - Throws: if the stream is over.
    func stream(at uri: String) throws(PlaybackError) -> PushedStream {
        guard let stream = state.withLock({ $0.streams[uri] }) else { throw PushedStream.isGone(uri, uri) }
        return stream
    }

    /// Notes that some of the stream at `uri` was heard. Does nothing if no stream has that address.
    package func wasHeard(_ uri: String) { state.withLock { $0.streams[uri] }?.wasHeard() }

    /// Has everything be heard that the client of the queue item `item` has sent so far. Returns whether that is a live stream.
    package func flush(item: Int64) -> Bool {
        let stream = state.withLock { $0.streams.values.first { $0.latency != nil && $0.item == item } }
        guard let stream, !stream.isOver else { return false }
        stream.flush()
        return true
    }

    /// Ends the stream at `uri` because of `error`, which its client gets. Does nothing if no stream has that address.
    package func end(_ uri: String, _ error: PlaybackError?) {
        state.withLock { $0.streams.removeValue(forKey: uri) }?.end(error)
    }

    /// Ends the streams of the queue that are not `isWanted`, and forgets those that are over.
    package func keep(where isWanted: (String) -> Bool) {
        let left = state.withLock { state -> [PushedStream] in
            let left = state.streams.filter { $0.value.isOver || $0.value.isQueued && !isWanted($0.key) }
            for uri in left.keys { state.streams[uri] = nil }
            return Array(left.values)
        }
        for stream in left { stream.leave() }
    }
}
