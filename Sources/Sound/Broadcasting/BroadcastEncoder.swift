import AudioTypes
import Media
import MediaTypes
import Synchronization

/// Encodes an endless stream in one format, by pieces that each begin with a packet. One thread at a time uses it.
final class BroadcastEncoder {
    let stream: Broadcast.Stream
    /// What every listener gets first.
    let head: [UInt8]
    private let sink = PieceSink()
    private var writer: AudioWriter

    /// - Throws: why sound cannot be written in this format here.
    init(_ stream: Broadcast.Stream, _ sound: PCMFormat) throws(MediaError) {
        self.stream = stream
        writer = try AudioWriter(
            sink, format: stream.format.file(sound.sample), input: sound.stream, name: "the stream for listeners")
        head = sink.take()
    }

    /// Encodes the first `count` frames of `planes`.
    func write(_ planes: AudioReader.Planes, count: Int) throws(MediaError) {
        unsafe try writer.write(planes, from: 0, count: count)
    }

    /// Returns what is complete since the last call.
    func takePiece() throws(MediaError) -> [UInt8] {
        try writer.flush()
        return sink.take()
    }
}

/// Keeps what an encoder writes until it is taken.
private final class PieceSink: ByteSink {
    private let bytes = Mutex<[UInt8]>([])

    var canRewrite: Bool { false }

    func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        let copy = unsafe Array(bytes)
        self.bytes.withLock { $0 += copy }
    }

    func overwrite(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        preconditionFailure("what was sent cannot be changed")
    }

    func take() -> [UInt8] {
        bytes.withLock { bytes in
            let taken = bytes
            bytes = []
            return taken
        }
    }
}
