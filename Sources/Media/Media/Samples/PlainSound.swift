import Containers

/// Sound that is decoded piece by piece and read as a file of plain samples of 32 bits (``Wave64``).
struct PlainSound {
    let frameCount: Int64
    private let frameSize: Int64
    private let header: [UInt8]
    /// The samples decoded last, interleaved, and the number of their first frame.
    var piece: [UInt8] = []
    var pieceStart: Int64 = 0
    /// The frame that was expected next. If a packet is lost, silence fills the gap from there to the piece.
    var expected: Int64 = 0

    /// - Parameters:
    ///   - frameCount: that of the whole file.
    ///   - mask: the channels' positions as a WAVE channel mask.
    init(frameCount: Int64, channelCount: Int, hertz: Int, mask: UInt32, isFloat: Bool = false) {
        self.frameCount = frameCount
        frameSize = Int64(channelCount * Wave64.sampleSize)
        header = Wave64.header(
            channelCount: channelCount, hertz: hertz, mask: mask, dataSize: frameCount * frameSize, isFloat: isFloat)
    }

    /// The size of the file in bytes.
    var size: Int64 { Int64(header.count) + frameCount * frameSize }
    /// The number of the frame behind the piece.
    var pieceEnd: Int64 { pieceStart + Int64(piece.count) / frameSize }

    /// Forgets the piece: the next one is to begin with `frame`.
    mutating func expect(_ frame: Int64) { (piece, pieceStart, expected) = ([], frame, frame) }

    /// The frame to decode before the bytes at `offset` can be read; `nil` if they are there, or no bytes of samples.
    func missing(at offset: Int64) -> Int64? {
        guard (Int64(header.count)..<size).contains(offset) else { return nil }
        let frame = (offset - Int64(header.count)) / frameSize
        return frame >= expected && frame < pieceEnd ? nil : frame
    }

    /// Reads what is there of the bytes from `offset` on.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        guard offset >= 0, offset < size else { return 0 }
        let place = offset - Int64(header.count)
        let start = pieceStart * frameSize
        let room = Int(min(Int64(buffer.count), size - offset))
        if place >= 0, place < start {
            let gap = unsafe buffer[..<min(room, Int(clamping: start - place))]
            _ = unsafe UnsafeMutableRawBufferPointer(rebasing: gap).initializeMemory(as: UInt8.self, repeating: 0)
            return unsafe gap.count
        }
        let bytes = place < 0 ? header[Int(offset)...] : piece.dropFirst(Int(place - start))
        let part = bytes.prefix(room)
        unsafe buffer.copyBytes(from: part)
        return part.count
    }
}
