import CWavPack

/// libwavpack, which is loaded with the first hybrid file that has a correction file.
///
/// Its functions never change after they were found, so every thread may call them.
@safe final class LibWavPack: @unchecked Sendable {
    /// The decoded samples of a packet, and what the packet says of them.
    struct Decoded {
        let format: WavPackFormat
        /// Interleaved; whole numbers stand in the low bytes, and floats are there with their bits.
        let samples: [Int32]
    }

    private let functions: UnsafePointer<fermata_wavpack>

    /// The loaded library; `nil` if it is not installed.
    static let loaded = LibWavPack()

    private init?() {
        let place = UnsafeMutablePointer<fermata_wavpack>.allocate(capacity: 1)
        unsafe place.initialize(to: fermata_wavpack())
        guard unsafe fermata_wavpack_load(place) else {
            unsafe place.deallocate()
            return nil
        }
        unsafe functions = unsafe UnsafePointer(place)
    }

    /// Decodes a packet of `frameCount` frames with its correction; with its losses if `correction` is empty.
    /// - Returns: `nil` if either is damaged, or if they do not belong together.
    func decode(_ packet: [UInt8], _ correction: [UInt8], frameCount: Int) -> Decoded? {
        // The library only reads both, and nothing of them behind the call that closes.
        var (packet, correction) = (packet, correction)
        return unsafe packet.withUnsafeMutableBytes { packet in
            unsafe correction.withUnsafeMutableBytes { correction in unsafe decode(packet, correction, frameCount) }
        }
    }

    private func decode(
        _ packet: UnsafeMutableRawBufferPointer, _ correction: UnsafeMutableRawBufferPointer, _ frameCount: Int
    ) -> Decoded? {
        let library = unsafe functions.pointee
        let context = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
            unsafe library.open_raw(
                packet.baseAddress, Int32(packet.count), correction.isEmpty ? nil : correction.baseAddress,
                Int32(correction.count), 0, message.baseAddress, OPEN_NORMALIZE, 0)
        }
        guard let context = unsafe context else { return nil }
        defer { _ = unsafe library.close(context) }
        let format = WavPackFormat(
            channelCount: unsafe Int(library.channel_count(context)), bits: unsafe Int(library.bits(context)),
            sampleSize: unsafe Int(library.bytes(context)), isFloat: unsafe library.mode(context) & MODE_FLOAT != 0,
            hertz: unsafe Int(library.rate(context)), mask: unsafe UInt32(truncatingIfNeeded: library.channel_mask(context)))
        guard format.isSane else { return nil }
        let samples = unsafe [Int32](unsafeUninitializedCapacity: frameCount * format.channelCount) { buffer, filled in
            // A forged packet may state more channels than its block has: the library writes nothing for those, and counts no error.
            unsafe buffer.initialize(repeating: 0)
            let count = unsafe library.unpack(context, buffer.baseAddress, UInt32(frameCount))
            filled = min(frameCount, Int(count)) * format.channelCount
        }
        let isWhole = samples.count == frameCount * format.channelCount
        let isExact = unsafe correction.isEmpty || library.lossy_blocks(context) == 0
        guard unsafe isWhole && isExact && library.error_count(context) == 0 else { return nil }
        return Decoded(format: format, samples: samples)
    }
}
