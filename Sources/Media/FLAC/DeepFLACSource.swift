import CFLAC

/// FLAC of more than 24 bits, of which FFmpeg knows no packet, as the file of plain samples that it is another writing of: libFLAC
/// decodes what is read, where it is read.
///
/// Reads come from one thread at a time.
@safe final class DeepFLACSource: ByteSource, @unchecked Sendable {
    /// What the samples are.
    struct Shape: Hashable {
        let channelCount: Int
        let bits: Int
        let hertz: Int
        /// The channels' places as WAVE counts them.
        let mask: UInt32
        /// Frames of the whole.
        let frameCount: Int64
        let isOgg: Bool
        /// Where the header tells too small a number of frames, at which libFLAC would end: 36 bits, from the low half of the first
        /// byte on.
        var wrongCount: Range<Int64>?
    }

    let shape: Shape
    let tags: [String: String]
    /// Where the bytes of FLAC come from.
    let whole: any ByteSource
    let cancellation: CancellationToken
    private let header: [UInt8]
    private let name: String
    private let library: LibFLAC
    private let decoder: UnsafeMutablePointer<FLAC__StreamDecoder>

    /// Where libFLAC reads next.
    var offset: Int64 = 0
    /// What the last call of libFLAC failed with.
    var failure: MediaError?
    /// The samples decoded last, and the number of the first frame of them.
    var piece: [UInt8] = []
    var pieceStart: Int64 = 0
    /// The frame that was to come: where a packet is lost, silence stands from there up to the piece.
    private var expected: Int64 = 0

    /// - Throws: ``MediaError/Code/unsupported`` where libFLAC is missing, ``MediaError/Code/corrupt``.
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
        header = Wave64.header(
            channelCount: shape.channelCount, hertz: shape.hertz, mask: shape.mask,
            dataSize: shape.frameCount * Int64(shape.channelCount * Wave64.sampleSize))
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
    var size: Int64? { Int64(header.count) + shape.frameCount * frameSize }
    private var frameSize: Int64 { Int64(shape.channelCount * Wave64.sampleSize) }
    private var pieceEnd: Int64 { pieceStart + Int64(piece.count) / frameSize }

    func read(into buffer: UnsafeMutableRawBufferPointer, at target: Int64) throws(MediaError) -> Int {
        guard target >= 0, let size, target < size, unsafe !buffer.isEmpty else { return 0 }
        if target < header.count {
            let part = header[Int(target)...].prefix(buffer.count)
            unsafe buffer.copyBytes(from: part)
            return part.count
        }
        let place = target - Int64(header.count)
        try decode(place / frameSize)
        let start = pieceStart * frameSize
        guard place >= start else {
            let count = Int(min(Int64(buffer.count), start - place))
            let gap = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
            _ = unsafe gap.initializeMemory(as: UInt8.self, repeating: 0)
            return count
        }
        guard place - start < piece.count else { return 0 }
        let part = piece[Int(place - start)...].prefix(buffer.count)
        unsafe buffer.copyBytes(from: part)
        return part.count
    }

    /// Sees to it that a frame is in the piece or in the gap before it, unless the end comes first.
    private func decode(_ frame: Int64) throws(MediaError) {
        if frame >= expected, frame < pieceEnd { return }
        guard frame == pieceEnd else { return try seek(to: frame) }
        try goOn(to: frame)
    }

    /// Decodes until what is behind `frame` comes.
    private func goOn(to frame: Int64) throws(MediaError) {
        let functions = unsafe library.functions.pointee
        expect(frame)
        while piece.isEmpty {
            let hasWorked = unsafe functions.process_single(decoder) != 0
            try throwFailure()
            if unsafe !hasWorked || functions.state(decoder) == FLAC__STREAM_DECODER_END_OF_STREAM { return }
        }
    }

    /// libFLAC finds no way to a frame whose packet is lost: then to one before, or to the beginning, and on from there.
    private func seek(to frame: Int64) throws(MediaError) {
        let functions = unsafe library.functions.pointee
        var distance: Int64 = 0
        repeat {
            let target = max(0, frame - distance)
            expect(target)
            let isThere = unsafe functions.seek_absolute(decoder, UInt64(target)) != 0
            try throwFailure()
            if isThere {
                if frame < pieceEnd { expected = frame } else { try goOn(to: frame) }
                return
            }
            // Otherwise it takes no further order.
            _ = unsafe functions.flush(decoder)
            distance = max(Self.firstStep, distance * 4)
        } while distance < frame
        _ = unsafe functions.reset(decoder)
        try goOn(to: frame)
    }

    /// How far before a lost frame another is looked for first: most packets have as many frames, or fewer.
    private static let firstStep: Int64 = 4_096

    private func expect(_ frame: Int64) {
        expected = frame
        pieceStart = frame
        piece = []
    }

    private func throwFailure() throws(MediaError) {
        guard cancellation.isInterrupted || failure != nil else { return }
        // It stands at a place that nobody knows, and may not have read the header yet.
        piece = []
        pieceStart = -1
        expected = .max
        _ = unsafe library.functions.pointee.reset(decoder)
        defer { failure = nil }
        throw failure ?? .cancelled(name)
    }
}
