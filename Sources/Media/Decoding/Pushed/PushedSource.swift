import Glibc
import Media
import MediaTypes
import PlayerModel
import Synchronization
import SystemSupport

/// The bytes of a ``PushedStream`` for a demuxer, which reads them from front to back and waits for as long as it takes.
final class PushedSource: ByteSource {
    private let stream: PushedStream
    private let cancellation: CancellationToken
    private let wake: EventDescriptor
    private let number: UInt64
    private let handler: Int?

    /// - Throws: if the stream can no longer be read from its first byte, another source reads it, or no descriptor is left.
    init(_ stream: PushedStream, cancellation: CancellationToken) throws(PlaybackError) {
        self.stream = stream
        self.cancellation = cancellation
        do throws(DescriptorError) {
            wake = try EventDescriptor()
        } catch {
            throw PlaybackError(error, uri: stream.uri)
        }
        number = try stream.beginReading(wake, cancellation)
        handler = cancellation.register { [weak wake] in wake?.signal() }
    }

    deinit {
        cancellation.forget(handler)
        stream.endReading(number)
    }

    /// `nil`: nobody knows the size.
    var size: Int64? { nil }

    var isSeekable: Bool { false }

    var liveLatency: Double? { stream.latency }

    /// What a read gives that does not wait for ever.
    enum Reading: Equatable {
        /// This number of bytes; 0 is the end.
        case bytes(Int)
        /// No more bytes belong to those before: the client wants all of these to be heard.
        case flushed
        /// Nothing came in time, or before the reader was interrupted.
        case timedOut, interrupted
    }

    /// Whether ``read(into:at:)`` says that the stream ends only because the client wants everything before to be heard. It says so until
    /// ``goOn()``, because FFmpeg asks again at an end.
    var endsForNow: Bool { hasEndedForNow.load(ordering: .relaxed) }
    private let hasEndedForNow = Atomic<Bool>(false)

    /// Reads bytes without a time-out: a client may be silent for as long as it likes, and nothing wakes meanwhile. Where the client
    /// wants everything before to be heard, that is an end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        if endsForNow { return 0 }
        switch unsafe try read(into: buffer, at: offset, until: nil) {
        case .bytes(let count): return count
        case .flushed, .timedOut, .interrupted:
            hasEndedForNow.store(true, ordering: .relaxed)
            return 0
        }
    }

    /// Reads on behind a place where the client wanted everything before to be heard.
    func goOn() { hasEndedForNow.store(false, ordering: .relaxed) }

    /// Reads bytes, and waits for them until `deadline` by the monotonic clock in nanoseconds; `nil`: for ever. A signal on
    /// `interruption` ends the wait, and is not taken.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, until deadline: Int64?,
        orSignalOf interruption: EventDescriptor? = nil
    ) throws(MediaError) -> Reading {
        while true {
            if cancellation.isCancelled { throw cancelled }
            switch unsafe stream.read(into: buffer, at: offset, by: number) {
            case .read(let count): return .bytes(count)
            case .flushed: return .flushed
            case .lost: throw cancelled
            case .wait(let socket):
                let milliseconds = MonotonicClock.millisecondsLeft(until: deadline)
                guard milliseconds != 0 else { return .timedOut }
                if wait(for: socket, or: interruption, milliseconds: milliseconds) { return .interrupted }
            }
        }
    }

    /// Waits for the first byte, which can still be read afterwards, and returns whether the stream ends without one.
    func isEmpty() throws(MediaError) -> Bool {
        var byte: UInt8 = 0
        while true {
            let result = unsafe withUnsafeMutableBytes(of: &byte) { buffer in
                Result { () throws(MediaError) in unsafe try read(into: buffer, at: 0, until: nil) }
            }
            // To flush nothing means nothing.
            if case .bytes(let count) = try result.get() { return count == 0 }
        }
    }

    /// Waits for bytes or a reason to look again. Returns whether `interruption` was signalled.
    private func wait(for socket: PushedSocket?, or interruption: EventDescriptor?, milliseconds: Int32) -> Bool {
        // poll ignores a negative number.
        var waited = [
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: interruption?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&waited, nfds_t(waited.count), milliseconds)
        wake.drain()
        // The socket must live until here, whatever happens to the stream meanwhile.
        withExtendedLifetime(socket) {}
        return waited[2].revents != 0
    }

    private var cancelled: MediaError { MediaError(.cancelled, "reading \(stream.name) was cancelled") }
}
