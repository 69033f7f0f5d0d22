extension MonkeysAudio {
    /// What a block says of itself where it is simpler than most. Such a block's checksum has its highest bit set.
    private struct SpecialCode: OptionSet {
        let rawValue: UInt32
        static let leftIsSilent = SpecialCode(rawValue: 1)
        static let rightIsSilent = SpecialCode(rawValue: 2)
        static let channelsAreEqual = SpecialCode(rawValue: 4)

        init(rawValue: UInt32) { self.rawValue = rawValue }

        init(of planes: [ArraySlice<Int16>]) {
            if planes.allSatisfy({ plane in plane.allSatisfy { $0 == 0 } }) {
                self = planes.count == 1 ? .leftIsSilent : [.leftIsSilent, .rightIsSilent]
            } else {
                self = planes.count == 2 && planes[0].elementsEqual(planes[1]) ? .channelsAreEqual : []
            }
        }
    }

    /// A block, which is read without knowledge of those before it.
    static func block(_ planes: [ArraySlice<Int16>]) -> [UInt8] {
        let code = SpecialCode(of: planes)
        let flags = code.isEmpty ? [] : big(code.rawValue)
        let checksum = checksum(of: planes) | (code.isEmpty ? 0 : 1 << 31)
        // The first byte after the head is there for a carry that never comes.
        return big(checksum) + flags + [0] + coded(planes, code)
    }

    private static func coded(_ planes: [ArraySlice<Int16>], _ code: SpecialCode) -> [UInt8] {
        var encoder = RangeEncoder()
        if code.contains(.leftIsSilent) { return encoder.finish() }
        var predictors = [MonkeysAudioPredictor(), MonkeysAudioPredictor()]
        var residuals = [MonkeysAudioResiduals(), MonkeysAudioResiduals()]
        func encode(_ sample: Int32, channel: Int, other: Int32) {
            residuals[channel].encode(predictors[channel].residual(for: sample, other: other), to: &encoder)
        }
        guard planes.count == 2, !code.contains(.channelsAreEqual) else {
            for sample in planes[0] { encode(Int32(sample), channel: 0, other: 0) }
            return encoder.finish()
        }
        var middle: Int32 = 0
        for (left, right) in zip(planes[0], planes[1]) {
            let side = Int32(right) - Int32(left)
            encode(side, channel: 0, other: middle)
            middle = Int32(left) + side / 2
            encode(middle, channel: 1, other: side)
        }
        return encoder.finish()
    }

    /// The upper 31 bits of the CRC-32 of the samples as a WAV file has them.
    private static func checksum(of planes: [ArraySlice<Int16>]) -> UInt32 {
        var remainder = UInt32.max
        for frame in planes[0].indices {
            for byte in planes.flatMap({ little($0[frame]) }) {
                remainder ^= UInt32(byte)
                for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 0 ? 0 : 0xEDB8_8320) }
            }
        }
        return ~remainder >> 1
    }

    private static func big(_ number: UInt32) -> [UInt8] { little(number.byteSwapped) }
}
