import Glibc
import Media
import MediaTypes
package import PlayerModel
import Synchronization
import SystemSupport

/// Media that a client sends over its connection, from the announcement to the end.
///
/// The decoder reads directly from the socket, so the client waits whenever the decoder waits. The stream keeps the bytes that
/// were read until some of it is heard: if the queue changes, the player closes a source that was opened ahead, and opens it
/// again when its turn comes. Once the stream is heard, it cannot be opened again. Any thread may call any method; one
/// ``PushedSource`` at a time reads.
package final class PushedStream: Sendable {
    /// The largest number of bytes that are kept of a stream that nobody has heard yet. The decoder reads less ahead, except of
    /// the widest samples. A stream of which more was read cannot be opened again.
    static let keptLimit = 16 << 20

    /// The address of the stream in the queue.
    package let uri: String
    /// The name of the stream in messages.
    let name: String
    /// The format of raw samples; `nil` for a container.
    let samples: RawSamples?
    /// Whether it is for the queue, which ends it. Otherwise its announcement does.
    let isQueued: Bool
    /// How much sound must be there before it is heard, in seconds, if the stream is live; `nil`: it is buffered.
    package let latency: Double?
    /// Whether a live stream waits for a time: until then, nothing of it is late.
    let beginsAtTime: Bool
    private let news: PushedStreams.News
    private let state = Mutex(State())

    private struct State {
        var socket: PushedSocket?
        /// Whether it is known that no bytes come after those that are kept.
        var isAtEnd = false
        /// Whether nothing may be read any more.
        var isOver = false
        var isHeard = false
        /// All bytes that came, from the first one on; `nil` if they are not needed or were too many.
        var kept: [UInt8]? = []
        /// How many bytes came.
        var count: Int64 = 0
        /// The source that reads. Its number is the last one that was given out.
        var reader: Reader?
        var lastReader: UInt64 = 0
        /// The queue item that it is.
        var item: Int64?
        /// The offsets at which the client wants everything before to be heard, in their order.
        var flushes: [Int64] = []
        /// How many of them the reader was told of. Another reader is told of all that are there.
        var flushesTold = 0
    }

    /// The most orders to flush that wait. One more replaces the last.
    private static let flushLimit = 256

    private struct Reader {
        var number: UInt64
        var wake: EventDescriptor
        var cancellation: CancellationToken
    }

    /// What one read gives to a reader.
    enum Step {
        /// This number of bytes; 0 is the end.
        case read(Int)
        /// No more bytes belong to those before: the client wants all of these to be heard. Told once.
        case flushed
        /// No bytes yet: the reader waits until the socket is readable, or until it is woken.
        case wait(PushedSocket?)
        /// The stream no longer belongs to this reader, or is over.
        case lost
    }

    init(
        uri: String, name: String, samples: RawSamples?, latency: Double? = nil, beginsAtTime: Bool = false, isQueued: Bool,
        news: PushedStreams.News
    ) {
        self.beginsAtTime = beginsAtTime
        self.uri = uri
        self.name = name
        self.samples = samples
        self.latency = latency
        self.isQueued = isQueued
        self.news = news
    }

    /// The queue item that the stream is; `nil` before the client has been told.
    var item: Int64? { state.withLock { $0.item } }

    /// Notes which queue item the stream is.
    package func belongs(to item: Int64) { state.withLock { $0.item = item } }

    /// Whether nothing more can be read from the stream.
    var isOver: Bool { state.withLock { $0.isOver } }

    // MARK: The client's side

    /// Takes over the client's connection, with its first bytes. The stream owns `descriptor` from now on.
    package func connect(_ descriptor: Int32, leadingBytes: [UInt8]) {
        let socket = PushedSocket(descriptor)
        state.withLock { state in
            guard !state.isOver else { return }
            state.socket = socket
            state.kept = leadingBytes
            state.count = Int64(leadingBytes.count)
            state.reader?.wake.signal()
        }
    }

    /// Takes media that have come as a whole, over whatever way. There is no connection.
    package func take(whole bytes: [UInt8]) {
        state.withLock { state in
            guard !state.isOver else { return }
            (state.kept, state.count, state.isAtEnd) = (bytes, Int64(bytes.count), true)
            state.reader?.wake.signal()
        }
    }

    /// Notes that the client left before its connection was handed over.
    package func neverConnects() {
        state.withLock { state in
            state.isAtEnd = true
            state.reader?.wake.signal()
        }
    }

    /// Has everything be heard that the client has sent so far, also what has not been read from its connection.
    func flush() {
        state.withLock { state in
            guard !state.isOver, !state.isAtEnd else { return }
            let end = state.count + Int64(state.socket?.waitingCount ?? 0)
            guard end > 0 else { return }
            if state.flushes.count >= Self.flushLimit { state.flushes.removeLast() }
            if state.flushes.last != end { state.flushes.append(end) }
            state.reader?.wake.signal()
        }
    }

    // MARK: The player's side

    /// Notes that some of the stream was heard: from now on it cannot be opened again.
    func wasHeard() {
        state.withLock { state in
            guard !state.isHeard else { return }
            state.isHeard = true
            // The reader still takes the kept bytes that it has not read. No more bytes are kept.
        }
    }

    /// Ends the stream. The reader stops waiting, and the client sees the end of its connection, after a last line about
    /// `error` if there is one.
    package func end(_ error: PlaybackError? = nil) {
        let socket = state.withLock { state in
            guard !state.isOver else { return PushedSocket?.none }
            state.isOver = true
            state.kept = nil
            state.reader?.wake.signal()
            defer { state.socket = nil }
            return state.socket
        }
        guard let socket else { return }
        if let error { socket.tell(news.farewell(error)) }
        socket.shutDown()
    }

    /// Ends the stream because the player no longer needs it.
    func leave() {
        let isHeard = state.withLock { $0.isHeard }
        end(isHeard ? nil : PlaybackError(.superseded, "\(name) was taken away before any of it was heard", uri: uri))
    }

    // MARK: The reader's side

    /// Lets a source read the stream from the first byte on, and returns the number of that source. It signals `wake` when the
    /// source has to look again.
    func beginReading(_ wake: EventDescriptor, _ cancellation: CancellationToken) throws(PlaybackError) -> UInt64 {
        let number = state.withLock { state -> UInt64? in
            let isFree = state.reader.map { $0.cancellation.isCancelled } ?? true
            guard isFree, !state.isOver, !state.isHeard, state.kept != nil else { return nil }
            state.lastReader += 1
            state.flushesTold = 0
            // A source that was given up must neither wait nor take bytes any longer.
            state.reader?.wake.signal()
            state.reader = Reader(number: state.lastReader, wake: wake, cancellation: cancellation)
            return state.lastReader
        }
        guard let number else { throw Self.isGone(uri, name) }
        return number
    }

    /// Looks once for bytes at `offset`, without waiting.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, by reader: UInt64) -> Step {
        state.withLock { state in
            guard !state.isOver, state.reader?.number == reader else { return .lost }
            var buffer = unsafe buffer
            if state.flushesTold < state.flushes.count {
                let flush = state.flushes[state.flushesTold]
                guard offset < flush else {
                    // What was heard cannot be read again.
                    if state.isHeard { state.flushes.removeFirst() } else { state.flushesTold += 1 }
                    return .flushed
                }
                let room = Int(min(Int64(buffer.count), flush - offset))
                unsafe buffer = UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
            }
            if let kept = state.kept, offset < Int64(kept.count) {
                let count = unsafe Self.copy(kept[Int(offset)...], into: buffer)
                if state.isHeard, offset + Int64(count) == Int64(kept.count) { state.kept = nil }
                return .read(count)
            }
            if state.isAtEnd { return .read(0) }
            guard let socket = state.socket else { return .wait(nil) }
            guard let count = unsafe socket.receive(into: buffer) else { return .wait(socket) }
            guard count > 0 else {
                ended(&state)
                return .read(0)
            }
            state.count += Int64(count)
            unsafe keep(UnsafeRawBufferPointer(rebasing: buffer[..<count]), &state)
            return .read(count)
        }
    }

    /// Notes that the source `reader` is closed. If some of the stream was heard, this ends it.
    func endReading(_ reader: UInt64) {
        let isHeard = state.withLock { state -> Bool in
            guard state.reader?.number == reader else { return false }
            state.reader = nil
            return state.isHeard
        }
        if isHeard { end() }
    }

    /// How many bytes have come so far.
    var byteCount: Int64 { state.withLock { $0.count } }

    static func isGone(_ uri: String, _ name: String) -> PlaybackError {
        PlaybackError(.media(.notFound), "\(name) was sent by a client and could be heard once only", uri: uri)
    }

    private func ended(_ state: inout State) {
        state.isAtEnd = true
        guard let samples else { return }
        let excess = Int(state.count % Int64(samples.frameSize))
        if excess > 0 {
            news.report("The last \(excess) bytes of \(name) (\(uri)) are no whole frame and were left out.")
        }
    }

    private func keep(_ bytes: UnsafeRawBufferPointer, _ state: inout State) {
        guard !state.isHeard, let count = state.kept?.count, count + bytes.count <= Self.keptLimit else {
            state.kept = nil
            return
        }
        unsafe state.kept?.append(contentsOf: bytes)
    }

    private static func copy(_ bytes: ArraySlice<UInt8>, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(bytes.count, buffer.count)
        unsafe buffer.copyBytes(from: bytes.prefix(count))
        return count
    }
}
