import CFLAC
import MediaTypes

/// A source that decodes FLAC of more than 24 bits, of which FFmpeg knows no packet, and presents it as a file of plain
/// samples. libFLAC decodes what is read, on the thread that reads.
///
/// One thread at a time reads.
@safe final class DeepFLACSource: ByteSource, @unchecked Sendable {
    /// The format and length of the samples.
    struct Shape: Hashable {
        let channelCount: Int
        let bits: Int
        let hertz: Int
        /// The channels' positions as a WAVE channel mask.
        let mask: UInt32
        /// The number of frames in the whole file.
        let frameCount: Int64
        let isOgg: Bool
        /// The bytes that hold the number of frames, if the header states too small a number, at which libFLAC would end: 36
        /// bits, beginning in the low half of the first byte.
        var wrongCount: Range<Int64>?
    }

    let shape: Shape
    let tags: [String: String]
    /// The source of the FLAC bytes.
    let whole: any ByteSource
    let cancellation: CancellationToken
    private let name: String
    private let library: LibFLAC
    private let decoder: UnsafeMutablePointer<FLAC__StreamDecoder>

    /// The offset at which libFLAC reads next.
    var offset: Int64 = 0
    /// The error that a callback met during the last call to libFLAC.
    var failure: MediaError?
    var sound: PlainSound

    /// - Throws: ``MediaError/Code/unsupported`` if libFLAC is missing, ``MediaError/Code/corrupt`` if libFLAC cannot start
    ///   decoding.
    init(
        _ whole: any ByteSource, shape: Shape, tags: [String: String], name: String, cancellation: CancellationToken
    ) throws(MediaError) {
        guard let library = LibFLAC.loaded else {
            throw MediaError(
                .unsupported,
                "\(name) is FLAC of \(shape.bits) bits a sample, and that needs libFLAC.so.12, which is not there: install libflac12"
            )
        }
        guard let decoder = unsafe library.functions.pointee.make() else { throw .outOfMemory(name) }
        self.whole = whole
        self.shape = shape
        self.tags = tags
        self.name = name
        self.cancellation = cancellation
        self.library = library
        unsafe self.decoder = unsafe decoder
        sound = PlainSound(
            frameCount: shape.frameCount, channelCount: shape.channelCount, hertz: shape.hertz, mask: shape.mask)
        guard begin() else { throw MediaError(.corrupt, "the header of \(name) is damaged") }
    }

    deinit { unsafe library.functions.pointee.end(decoder) }

    private func begin() -> Bool {
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        let functions = unsafe library.functions.pointee
        guard let begin = unsafe shape.isOgg ? functions.begin_ogg : functions.begin else { return false }
        let status = unsafe begin(
            decoder, readFLAC, seekFLAC, tellFLAC, lengthFLAC, endsFLAC, writeFLAC, nil, passOverErrors, owner)
        return status == FLAC__STREAM_DECODER_INIT_STATUS_OK
    }

    var isSeekable: Bool { true }
    var isFar: Bool { whole.isFar }
    var hasShrunk: Bool { whole.hasShrunk }
    var size: Int64? { sound.size }

    func read(into buffer: UnsafeMutableRawBufferPointer, at target: Int64) throws(MediaError) -> Int {
        // Either the next piece, or one elsewhere.
        if let frame = sound.missing(at: target) { try frame == sound.pieceEnd ? goOn(to: frame) : seek(to: frame) }
        return unsafe sound.read(into: buffer, at: target)
    }

    /// Decodes on until there is a piece that holds `frame` or later frames.
    private func goOn(to frame: Int64) throws(MediaError) {
        let functions = unsafe library.functions.pointee
        sound.expect(frame)
        while sound.piece.isEmpty {
            let hasWorked = unsafe functions.process_single(decoder) != 0
            try throwFailure()
            if unsafe !hasWorked || functions.state(decoder) == FLAC__STREAM_DECODER_END_OF_STREAM { return }
        }
    }

    /// Moves libFLAC to `frame`. It cannot seek to a frame whose packet is lost: then this seeks to an earlier frame, or to the
    /// beginning, and decodes on from there.
    private func seek(to frame: Int64) throws(MediaError) {
        let functions = unsafe library.functions.pointee
        var distance: Int64 = 0
        repeat {
            let target = max(0, frame - distance)
            sound.expect(target)
            let isThere = unsafe functions.seek_absolute(decoder, UInt64(target)) != 0
            try throwFailure()
            if isThere {
                if frame < sound.pieceEnd { sound.expected = frame } else { try goOn(to: frame) }
                return
            }
            // Without this libFLAC takes no further call.
            _ = unsafe functions.flush(decoder)
            distance = max(Self.firstStep, distance * 4)
        } while distance < frame
        _ = unsafe functions.reset(decoder)
        try goOn(to: frame)
    }

    /// How far before a lost frame the first retry seeks: most packets have as many frames, or fewer.
    private static let firstStep: Int64 = 4_096

    private func throwFailure() throws(MediaError) {
        guard cancellation.isInterrupted || failure != nil else { return }
        // libFLAC is at an unknown position, and may not have read the header yet.
        (sound.piece, sound.pieceStart, sound.expected) = ([], -1, .max)
        _ = unsafe library.functions.pointee.reset(decoder)
        defer { failure = nil }
        throw failure ?? .cancelled(name)
    }
}
