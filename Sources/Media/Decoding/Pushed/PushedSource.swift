import Glibc
import Media
import MediaTypes
import PlayerModel
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

    /// Reads bytes without a time-out: a client may be silent for as long as it likes, and nothing wakes meanwhile.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        while true {
            if cancellation.isCancelled { throw cancelled }
            switch unsafe stream.read(into: buffer, at: offset, by: number) {
            case .read(let count): return count
            case .lost: throw cancelled
            case .wait(let socket): wait(for: socket)
            }
        }
    }

    /// Waits for the first byte, which can still be read afterwards, and returns whether the stream ends without one.
    func isEmpty() throws(MediaError) -> Bool {
        var byte: UInt8 = 0
        let result = unsafe withUnsafeMutableBytes(of: &byte) { buffer in
            Result { () throws(MediaError) in unsafe try read(into: buffer, at: 0) }
        }
        return try result.get() == 0
    }

    private func wait(for socket: PushedSocket?) {
        // poll ignores a negative number.
        var waited = [
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&waited, nfds_t(waited.count), -1)
        wake.drain()
        // The socket must live until here, whatever happens to the stream meanwhile.
        withExtendedLifetime(socket) {}
    }

    private var cancelled: MediaError { MediaError(.cancelled, "reading \(stream.name) was cancelled") }
}
