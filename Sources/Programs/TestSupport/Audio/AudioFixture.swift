/// Synthesises the sound that tests play.
package enum AudioFixture {
    /// Returns noise in which no two frames are alike, so that there is only one way to align a capture with it.
    ///
    /// The samples are integers of `bits` bits, exact as 32-bit floats; the first and the last frame are not silent. A
    /// bijective mixing function turns a counter into the frames, and its result is divided among the channels. So 2^32 frames
    /// (2^16 for 16-bit mono) are distinct. The same arguments give the same sound.
    package static func unique(
        frameCount: Int, sampleRate: Int = 44_100, channelCount: Int = 2, bits: Int = 16, seed: UInt32 = 1
    ) -> PCMAudio {
        let scale = 1 / Float(1 << (bits - 1))
        var samples: [Float] = []
        samples.reserveCapacity(frameCount * channelCount)
        for frame in 0..<frameCount {
            let mixed = mix(UInt32(truncatingIfNeeded: frame) &+ seed &* 0x9e37_79b9)
            for channel in 0..<channelCount {
                // Channels beyond the second mix again, only so that they differ.
                let word = channel < 2 ? mixed : mix(mixed &+ UInt32(channel))
                let half = channel % 2 == 0 ? word & 0xffff : word >> 16
                let value = bits == 16 ? half : half << 8 | (word & 0xff)
                let signed = Int32(bitPattern: value << UInt32(32 - bits)) >> Int32(32 - bits)
                samples.append(Float(signed == 0 ? 1 : signed) * scale)
            }
        }
        return PCMAudio(sampleRate: sampleRate, channelCount: channelCount, samples: samples)
    }

    /// Returns a sine wave of `frequency` hertz in every channel, for lossy codecs and for files of the size of music.
    ///
    /// It rotates a phasor, so it needs no mathematics library; `amplitude` is the peak, 0…1.
    package static func sine(
        frequency: Double, frameCount: Int, sampleRate: Int = 44_100, channelCount: Int = 2, amplitude: Double = 0.5
    ) -> PCMAudio {
        let step = 2 * Double.pi * frequency / Double(sampleRate)
        // A Taylor series: the step of any audible tone is below π, and there twelve terms are exact to double precision.
        var (cosine, sine, term) = (1.0, 0.0, 1.0)
        for power in 1...24 {
            term *= step / Double(power)
            switch power % 4 {
            case 0: cosine += term
            case 1: sine += term
            case 2: cosine -= term
            default: sine -= term
            }
        }
        var (real, imaginary) = (1.0, 0.0)
        var samples: [Float] = []
        samples.reserveCapacity(frameCount * channelCount)
        for _ in 0..<frameCount {
            for _ in 0..<channelCount { samples.append(Float(imaginary * amplitude)) }
            (real, imaginary) = (real * cosine - imaginary * sine, real * sine + imaginary * cosine)
        }
        return PCMAudio(sampleRate: sampleRate, channelCount: channelCount, samples: samples)
    }

    /// A bijection of the 32-bit numbers that looks like noise (the finaliser of MurmurHash3, by Austin Appleby).
    private static func mix(_ number: UInt32) -> UInt32 {
        var mixed = number
        mixed = (mixed ^ mixed >> 16) &* 0x85eb_ca6b
        mixed = (mixed ^ mixed >> 13) &* 0xc2b2_ae35
        return mixed ^ mixed >> 16
    }
}
