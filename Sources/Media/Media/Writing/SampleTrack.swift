import AudioTypes
import MediaTypes

/// A file of samples behind a head whose lengths are corrected whenever the file is flushed. Written without FFmpeg, whose
/// muxers correct them only at the end.
@safe final class SampleTrack: StoredTrack {
    private let sink: any ByteSink
    /// `nil` for raw samples.
    private let head: (any SampleHead)?
    private let samples: AudioFileFormat.SampleKind
    private let name: String
    private let frameSize: Int
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
    ///   - head: stands before the samples; `nil` for raw samples.
    ///   - channelCount: how many channels a frame has.
    ///   - name: what messages call the file.
    init(
        _ sink: any ByteSink, samples: AudioFileFormat.SampleKind, channelCount: Int, head: (any SampleHead)?, name: String
    ) throws(MediaError) {
        self.sink = sink
        self.samples = samples
        self.head = head
        self.name = name
        frameSize = samples.byteCount * channelCount
        pieceSize = max(1, Self.mostAtOnce / frameSize)
        unsafe room = .allocate(byteCount: pieceSize * frameSize, alignment: 16)
        guard let head else { return }
        // A sink that cannot go back gets a head that leaves the lengths open: readers go on to the end.
        try sink.write(head.bytes(dataSize: sink.canRewrite && !head.isOpenUntilEnd ? 0 : nil))
    }

    deinit { unsafe room.deallocate() }

    private(set) var durableCount: Int64 = 0

    func append(_ planes: AudioReader.Planes, from start: Int, count: Int) throws(MediaError) {
        var stored = 0
        while stored < count {
            let piece = min(pieceSize, count - stored)
            unsafe store(planes, from: start + stored, count: piece)
            let left = head?.mostData.map { Int(clamping: $0 - dataSize) } ?? .max
            let size = min(piece * frameSize, left)
            if size > 0 {
                unsafe try sink.write(UnsafeRawBufferPointer(rebasing: room[..<size]))
                dataSize += Int64(size)
            }
            if let head, size < piece * frameSize {
                // What fits is there, and is as long as it says.
                try finish()
                throw MediaError(.unwritable, "\(name) is full: \(head.fullAdvice)")
            }
            stored += piece
        }
    }

    /// Stores frames at the beginning of the room.
    private func store(_ planes: AudioReader.Planes, from start: Int, count: Int) {
        guard let base = unsafe room.baseAddress else { return }
        let isBig = head?.isBigEndian ?? false
        switch samples {
        case .signed16:
            unsafe SampleConversion.interleave(planes, from: start, count, to: base.assumingMemoryBound(to: Int16.self)) {
                isBig ? SampleConversion.integer16($0).bigEndian : SampleConversion.integer16($0).littleEndian
            }
        case .signed24:
            // The places of the lowest and the highest byte.
            let (low, high) = isBig ? (2, 0) : (0, 2)
            for channel in 0..<planes.count {
                let input = unsafe planes[channel] + start
                for index in 0..<count {
                    let value = SampleConversion.integer24(unsafe input[index])
                    let place = (index &* planes.count &+ channel) &* 3
                    unsafe base.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: place &+ low, as: UInt8.self)
                    unsafe base.storeBytes(of: UInt8(truncatingIfNeeded: value >> 8), toByteOffset: place &+ 1, as: UInt8.self)
                    unsafe base.storeBytes(
                        of: UInt8(truncatingIfNeeded: value >> 16), toByteOffset: place &+ high, as: UInt8.self)
                }
            }
        case .float32:
            unsafe SampleConversion.interleave(planes, from: start, count, to: base.assumingMemoryBound(to: UInt32.self)) {
                isBig ? $0.bitPattern.bigEndian : $0.bitPattern.littleEndian
            }
        }
    }

    func flush() throws(MediaError) {
        if head?.isOpenUntilEnd == false { try stateLength(dataSize) }
        durableCount = dataSize / Int64(frameSize)
    }

    /// Corrects the lengths in the head, if the sink can go back.
    private func stateLength(_ dataSize: Int64) throws(MediaError) {
        guard let head, sink.canRewrite else { return }
        // One call, so that the mark of RF64 never stands without its lengths.
        try sink.overwrite(at: 0, head.bytes(dataSize: dataSize))
    }

    func finish() throws(MediaError) {
        if head?.fillsToEven == true, dataSize % 2 == 1 { try sink.write([0]) }
        try stateLength(dataSize)
        durableCount = dataSize / Int64(frameSize)
    }
}
