import Glibc
import Media
import MediaTypes
import PlayerModel
import SystemSupport

/// The bytes of a ``PushedStream``, as a demuxer reads them: from front to back, waiting for as long as it takes.
final class PushedSource: ByteSource {
    private let stream: PushedStream
    private let cancellation: CancellationToken
    private let wake: EventDescriptor
    private let number: UInt64
    private let handler: Int?

    /// - Throws: where it was heard already, something else reads it, or no descriptor is left.
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

    /// Nobody knows.
    var size: Int64? { nil }

    var isSeekable: Bool { false }

    /// A client may be silent for as long as it likes: there is no time-out, and nothing wakes meanwhile.
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

    /// Waits for a first byte, which stays to be read; whether there is none.
    func isEmpty() throws(MediaError) -> Bool {
        var byte: UInt8 = 0
        let result = unsafe withUnsafeMutableBytes(of: &byte) { buffer in
            Result { () throws(MediaError) in unsafe try read(into: buffer, at: 0) }
        }
        return try result.get() == 0
    }

    private func wait(for socket: PushedSocket?) {
        // poll passes over a negative number.
        var waited = [
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&waited, nfds_t(waited.count), -1)
        wake.drain()
        // Until here, whatever becomes of the stream meanwhile.
        withExtendedLifetime(socket) {}
    }

    private var cancelled: MediaError { MediaError(.cancelled, "reading \(stream.name) was cancelled") }
}
