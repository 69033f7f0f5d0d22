import Glibc
import Media
import MediaTypes
package import PlayerModel
import Synchronization
import SystemSupport

/// Media that a client sends over its connection, from the moment it was announced to its end.
///
/// The decoder reads straight from the socket, so that whoever writes waits where the decoder does. What was read is kept until
/// some of it is heard: a queue that changes closes what was opened ahead, and opens it again when its turn comes. After
/// that there is no way back. Any thread may call any method; one ``PushedSource`` at a time reads.
package final class PushedStream: Sendable {
    /// The most that is kept of a stream nobody has heard yet, in bytes: more than the decoder takes ahead of all but the widest
    /// samples. Past it the stream can only go on as it is.
    static let keptLimit = 16 << 20

    /// What the queue calls it.
    package let uri: String
    /// What messages call it.
    let name: String
    /// How to read the bytes; `nil` for a container.
    let samples: RawSamples?
    private let news: PushedStreams.News
    private let state = Mutex(State())

    private struct State {
        var socket: PushedSocket?
        /// Whether it is known that nothing more comes behind what is kept.
        var isAtEnd = false
        /// Whether nothing is to be read any more.
        var isOver = false
        var isHeard = false
        /// What came, from the first byte on; `nil` where that is not needed or too much.
        var kept: [UInt8]? = []
        /// How many bytes came.
        var count: Int64 = 0
        /// The number of the source that reads, which is the last one.
        var reader: Reader?
        var lastReader: UInt64 = 0
    }

    private struct Reader {
        var number: UInt64
        var wake: EventDescriptor
        var cancellation: CancellationToken
    }

    /// What a reader gets.
    enum Step {
        /// So many bytes; 0 is the end.
        case read(Int)
        /// Nothing yet: the socket will be readable, or the reader is woken.
        case wait(PushedSocket?)
        /// It is not this reader's any more.
        case lost
    }

    init(uri: String, name: String, samples: RawSamples?, news: PushedStreams.News) {
        self.uri = uri
        self.name = name
        self.samples = samples
        self.news = news
    }

    /// Whether nothing more can be had of it.
    var isOver: Bool { state.withLock { $0.isOver } }

    // MARK: The client's side

    /// The client's connection is there, with the first bytes. Owned from now on.
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

    /// The client went away before its connection was handed over.
    package func neverConnects() {
        state.withLock { state in
            state.isAtEnd = true
            state.reader?.wake.signal()
        }
    }

    // MARK: The player's side

    /// Some of it was heard: from now on it can only go on.
    func wasHeard() {
        state.withLock { state in
            guard !state.isHeard else { return }
            state.isHeard = true
            // The reader still takes from it what it has not had; nothing is added.
        }
    }

    /// Ends it: the reader is let go, and the client sees the end of its connection; with an error it is told that before.
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

    /// Nobody wants it any more.
    func leave() {
        let isHeard = state.withLock { $0.isHeard }
        end(isHeard ? nil : PlaybackError(.superseded, "\(name) was taken away before any of it was heard", uri: uri))
    }

    // MARK: The reader's side

    /// Lets a source read it, from the first byte on.
    func beginReading(_ wake: EventDescriptor, _ cancellation: CancellationToken) throws(PlaybackError) -> UInt64 {
        let number = state.withLock { state -> UInt64? in
            let isFree = state.reader.map { $0.cancellation.isCancelled } ?? true
            guard isFree, !state.isOver, !state.isHeard, state.kept != nil else { return nil }
            state.lastReader += 1
            // Whoever was given up is not to wait, nor to take anything, any longer.
            state.reader?.wake.signal()
            state.reader = Reader(number: state.lastReader, wake: wake, cancellation: cancellation)
            return state.lastReader
        }
        guard let number else { throw Self.isGone(uri, name) }
        return number
    }

    /// One look for bytes at `offset`; nothing waits.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, by reader: UInt64) -> Step {
        state.withLock { state in
            guard !state.isOver, state.reader?.number == reader else { return .lost }
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

    /// The source is closed. What was heard is over with it.
    func endReading(_ reader: UInt64) {
        let isHeard = state.withLock { state -> Bool in
            guard state.reader?.number == reader else { return false }
            state.reader = nil
            return state.isHeard
        }
        if isHeard { end() }
    }

    /// How many bytes came so far.
    var byteCount: Int64 { state.withLock { $0.count } }

    static func isGone(_ uri: String, _ name: String) -> PlaybackError {
        PlaybackError(
            PlaybackError.Code(rawValue: MediaError.Code.notFound.rawValue),
            "\(name) was sent by a client and could be heard once only", uri: uri)
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
