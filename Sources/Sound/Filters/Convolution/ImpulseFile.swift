import AudioTypes

/// Where the samples of an impulse response lie in a WAV file, and what they are.
struct ImpulseFile {
    /// The sample rate.
    let rate: SampleRate
    private let channelCount: Int
    private let samples: Range<Int>
    private let width: Int
    private let isFloat: Bool

    /// Finds the samples.
    init(_ bytes: [UInt8]) throws(ImpulseError) {
        guard bytes.count <= ImpulseBounds.bytes else { throw .tooLarge }
        guard bytes.starts(with: Array("RIFF".utf8)), bytes.count >= 12, bytes[8..<12].elementsEqual("WAVE".utf8) else {
            throw .notWave(Self.kind(bytes))
        }
        var format: Range<Int>?
        var data: Range<Int>?
        var place = 12
        // What lies behind the samples is not read: programs leave notes there, and some leave the last byte away.
        while place + 8 <= bytes.count, data == nil {
            let size = Self.number(bytes, place + 4, 4)
            let start = place + 8
            let isData = bytes[place..<place + 4].elementsEqual("data".utf8)
            // A program that writes into a pipe does not know the size, and says the most there is: of 32 bits, or nearly of 31 as sox.
            let end = isData && size >= 0x7fff_0000 ? bytes.count : start + size
            guard end <= bytes.count else { throw .damaged("it ends before what it announces") }
            if isData { data = start..<end }
            if bytes[place..<place + 4].elementsEqual("fmt ".utf8), format == nil { format = start..<end }
            place = end + size % 2
        }
        guard let format, format.count >= 16 else { throw .damaged("it does not say what its samples are") }
        guard let data else { throw .damaged("it has no samples") }

        var tag = Self.number(bytes, format.lowerBound, 2)
        channelCount = Self.number(bytes, format.lowerBound + 2, 2)
        let hertz = Self.number(bytes, format.lowerBound + 4, 4)
        let frameSize = Self.number(bytes, format.lowerBound + 12, 2)
        let bits = Self.number(bytes, format.lowerBound + 14, 2)
        if tag == 0xfffe {
            guard format.count >= 40 else { throw .damaged("it does not say what its samples are") }
            tag = Self.number(bytes, format.lowerBound + 24, 2)
        }
        switch (tag, bits) {
        case (1, 16), (1, 24), (1, 32), (1, 64): isFloat = false
        case (3, 32), (3, 64): isFloat = true
        case (1, _): throw .unknownSamples("integers of \(bits) bits")
        case (3, _): throw .unknownSamples("floats of \(bits) bits")
        default: throw .unknownSamples("of the kind \(tag)")
        }
        guard ImpulseResponse.channelCounts.contains(channelCount) else { throw .channels(channelCount) }
        guard let rate = SampleRate(hertz: hertz) else { throw .rate(hertz) }
        self.rate = rate
        width = bits / 8
        guard frameSize == channelCount * width else { throw .damaged("its frames have a size that its samples do not give") }
        samples = data.lowerBound..<(data.upperBound - data.count % frameSize)
    }

    /// The samples of each channel, as factors.
    func channels(of bytes: [UInt8]) throws(ImpulseError) -> [[Double]] {
        let frames = samples.count / (channelCount * width)
        // Zeros at the end do not count, and so much of them is not believed.
        guard frames <= 4 * ImpulseBounds.frames else { throw .tooLong(frames: frames, rate) }
        return (0..<channelCount).map { channel in
            (0..<frames).map { sample(bytes, samples.lowerBound + (channelCount * $0 + channel) * width) }
        }
    }

    private func sample(_ bytes: [UInt8], _ place: Int) -> Double {
        var pattern: UInt64 = 0
        for byte in 0..<width { pattern |= UInt64(bytes[place + byte]) << (8 * byte) }
        if isFloat {
            return width == 8 ? Double(bitPattern: pattern) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
        }
        let unused = 64 - 8 * width
        // Moved to the top, so that its sign is that of 64 bits.
        return Double(Int64(bitPattern: pattern << unused)) / 9_223_372_036_854_775_808
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    /// What other files begin with that people have impulse responses in.
    private static func kind(_ bytes: [UInt8]) -> String? {
        let kinds = [
            "RF64": "a WAV file for more than 4 GiB (RF64)", "RIFX": "a WAV file with its bytes the other way round (RIFX)",
            "riff": "Wave64", "fLaC": "FLAC", "FORM": "AIFF", "OggS": "Ogg", "caff": "CAF", "wvpk": "WavPack",
            "PK\u{3}\u{4}": "an archive (ZIP)",
        ]
        return kinds.first { bytes.starts(with: $0.key.utf8) }?.value
    }
}
