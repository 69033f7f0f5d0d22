import MediaTypes

/// Writes and reads RIFF WAVE files.
package enum WaveFile {
    /// How samples are stored.
    package enum Encoding: Hashable, Sendable {
        /// Signed integers of 16 or 24 bits.
        case signed(bits: Int)
        /// 32-bit floats.
        case float

        var bytes: Int {
            switch self {
            case .signed(let bits): bits / 8
            case .float: 4
            }
        }
    }

    /// Returns the bytes of a WAVE file with `audio`. Integer encodings round to the nearest step and clip at full scale.
    package static func encode(_ audio: PCMAudio, as encoding: Encoding) -> [UInt8] {
        let frameBytes = encoding.bytes * audio.channelCount
        let dataBytes = frameBytes * audio.frameCount
        var file: [UInt8] = []
        file.reserveCapacity(44 + dataBytes)
        file += Array("RIFF".utf8) + bytes(UInt32(36 + dataBytes + dataBytes % 2)) + Array("WAVEfmt ".utf8)
        file += bytes(UInt32(16)) + bytes(UInt16(encoding == .float ? 3 : 1)) + bytes(UInt16(audio.channelCount))
        file += bytes(UInt32(audio.sampleRate)) + bytes(UInt32(audio.sampleRate * frameBytes))
        file += bytes(UInt16(frameBytes)) + bytes(UInt16(encoding.bytes * 8))
        file += Array("data".utf8) + bytes(UInt32(dataBytes))
        file += encodeSamples(audio, as: encoding)
        if dataBytes % 2 == 1 { file.append(0) }
        return file
    }

    /// Returns the bytes of the samples alone.
    static func encodeSamples(_ audio: PCMAudio, as encoding: Encoding) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(audio.samples.count * encoding.bytes)
        for sample in audio.samples { append(sample, as: encoding, to: &bytes) }
        return bytes
    }

    private static func append(_ sample: Float, as encoding: Encoding, to file: inout [UInt8]) {
        switch encoding {
        case .float:
            withUnsafeBytes(of: sample.bitPattern.littleEndian) { file.append(contentsOf: $0) }
        case .signed(let bits):
            let fullScale = Float(1 << (bits - 1))
            let value = Int32(min(max((sample * fullScale).rounded(), -fullScale), fullScale - 1))
            withUnsafeBytes(of: value.littleEndian) { file.append(contentsOf: $0.prefix(bits / 8)) }
        }
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        value.littleEndianBytes(value.bitWidth / 8)
    }

    /// Reads a WAVE file of 32-bit floats, even one that is still being written: the length in its header is ignored.
    package static func decodeFloat(_ file: [UInt8]) throws(TestSupportError) -> PCMAudio {
        var (rate, channels, position) = (0, 0, 12)
        while position + 8 <= file.count {
            let name = String(decoding: file[position..<position + 4], as: UTF8.self)
            let length = file[position + 4..<position + 8].littleEndian(as: Int.self)
            let body = position + 8
            if name == "fmt ", body + 16 <= file.count {
                channels = file[body + 2..<body + 4].littleEndian()
                rate = file[body + 4..<body + 8].littleEndian()
            } else if name == "data", channels > 0 {
                let end = length == 0 ? file.count : min(body + length, file.count)
                return PCMAudio(sampleRate: rate, channelCount: channels, floatBytes: file[body..<end])
            }
            position = body + length + length % 2
        }
        throw TestSupportError(.unexpectedAnswer, "a WAVE file of \(file.count) bytes has no sound")
    }
}
