import AudioTypes
import MediaTypes

/// A WAVE file: samples behind a head whose lengths are corrected whenever the file is flushed. Written without FFmpeg, whose
/// muxer corrects them only at the end.
@safe final class WaveTrack: StoredTrack {
    private let sink: any ByteSink
    private let head: WaveHead
    private let hasHead: Bool
    private let samples: AudioFileFormat.SampleKind
    private let largest: Int64
    /// The bytes of samples in the sink.
    private var dataSize: Int64 = 0
    /// Stored samples on their way to the sink.
    private let room: UnsafeMutableRawBufferPointer

    /// How many bytes go to the sink at once, at most: a file system has half the work with them that it has with pieces of 16 KiB.
    private static let mostAtOnce = 65_536
    /// The same in frames.
    private let pieceSize: Int

    /// Writes the head.
    /// - Parameters:
    ///   - hasHead: whether the samples stand behind a head; raw samples do not.
    ///   - largest: the length in bytes at which the file becomes RF64; tests choose a smaller one.
    init(
        _ sink: any ByteSink, samples: AudioFileFormat.SampleKind, stored: StreamFormat, tags: WrittenTags,
        hasHead: Bool = true, largest: Int64 = WaveHead.largestRIFF - 1
    ) throws(MediaError) {
        self.sink = sink
        self.samples = samples
        self.hasHead = hasHead
        self.largest = largest
        head = WaveHead(samples, stored, tags: tags)
        pieceSize = max(1, Self.mostAtOnce / head.frameSize)
        unsafe room = .allocate(byteCount: pieceSize * head.frameSize, alignment: 16)
        guard hasHead else { return }
        // A sink that cannot go back gets a head that leaves the lengths open: readers go on to the end.
        let bytes = head.bytes(dataSize: sink.canRewrite ? 0 : nil, largest: largest)
        try sink.write(bytes)
    }

    deinit { unsafe room.deallocate() }

    private(set) var durableCount: Int64 = 0

    func append(_ planes: AudioReader.Planes, from start: Int, count: Int) throws(MediaError) {
        var stored = 0
        while stored < count {
            let piece = min(pieceSize, count - stored)
            unsafe store(planes, from: start + stored, count: piece)
            let size = piece * head.frameSize
            unsafe try sink.write(UnsafeRawBufferPointer(rebasing: room[..<size]))
            dataSize += Int64(size)
            stored += piece
        }
    }

    /// Stores frames at the beginning of the room.
    private func store(_ planes: AudioReader.Planes, from start: Int, count: Int) {
        guard let base = unsafe room.baseAddress else { return }
        switch samples {
        case .signed16:
            unsafe SampleConversion.interleave(planes, from: start, count, to: base.assumingMemoryBound(to: Int16.self)) {
                SampleConversion.integer16($0).littleEndian
            }
        case .signed24:
            for channel in 0..<planes.count {
                let input = unsafe planes[channel] + start
                for index in 0..<count {
                    let value = SampleConversion.integer24(unsafe input[index])
                    let place = (index &* planes.count &+ channel) &* 3
                    unsafe base.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: place, as: UInt8.self)
                    unsafe base.storeBytes(of: UInt8(truncatingIfNeeded: value >> 8), toByteOffset: place &+ 1, as: UInt8.self)
                    unsafe base.storeBytes(of: UInt8(truncatingIfNeeded: value >> 16), toByteOffset: place &+ 2, as: UInt8.self)
                }
            }
        case .float32:
            unsafe SampleConversion.interleave(planes, from: start, count, to: base.assumingMemoryBound(to: UInt32.self)) {
                $0.bitPattern.littleEndian
            }
        }
    }

    func flush() throws(MediaError) {
        if hasHead, sink.canRewrite {
            let bytes = head.bytes(dataSize: dataSize, largest: largest)
            // One call, so that the mark of RF64 never stands without its lengths.
            try sink.overwrite(at: 0, bytes)
        }
        durableCount = dataSize / Int64(head.frameSize)
    }

    func finish() throws(MediaError) {
        // Chunks have an even number of bytes.
        if hasHead, dataSize % 2 == 1 { try sink.write([0]) }
        try flush()
    }
}
