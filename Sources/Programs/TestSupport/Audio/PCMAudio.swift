/// Decoded or captured sound in memory: interleaved 32-bit float samples of one channel layout.
package struct PCMAudio: Hashable, Sendable {
    /// Frames a second.
    package let sampleRate: Int
    /// Samples a frame; at least 1.
    package let channelCount: Int
    /// `frameCount` × `channelCount` samples, frame after frame.
    package let samples: [Float]

    /// Makes audio from interleaved samples. An incomplete last frame is left out.
    package init(sampleRate: Int, channelCount: Int, samples: [Float]) {
        precondition(channelCount > 0, "audio has at least one channel")
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        let excess = samples.count % channelCount
        self.samples = excess == 0 ? samples : Array(samples.dropLast(excess))
    }

    /// Makes audio from the bytes of interleaved little-endian 32-bit float samples.
    package init(sampleRate: Int, channelCount: Int, floatBytes: some Collection<UInt8>) {
        var samples = [Float](repeating: 0, count: floatBytes.count / MemoryLayout<Float>.size)
        samples.withUnsafeMutableBytes { $0.copyBytes(from: floatBytes.prefix($0.count)) }
        self.init(sampleRate: sampleRate, channelCount: channelCount, samples: samples)
    }

    /// How many frames the audio has.
    package var frameCount: Int { samples.count / channelCount }

    /// The samples of each channel, `channelCount` planes of `frameCount` samples.
    package var planes: [[Float]] {
        (0..<channelCount).map { channel in
            stride(from: channel, to: samples.count, by: channelCount).map { samples[$0] }
        }
    }

    /// Returns the frames in `range` as audio of their own.
    package subscript(range: Range<Int>) -> PCMAudio {
        PCMAudio(
            sampleRate: sampleRate, channelCount: channelCount,
            samples: Array(samples[range.lowerBound * channelCount..<range.upperBound * channelCount]))
    }

    /// Returns this audio followed by `next`, which must have the same channels.
    package func followed(by next: PCMAudio) -> PCMAudio {
        precondition(channelCount == next.channelCount, "audio can only be followed by audio of the same channels")
        return PCMAudio(sampleRate: sampleRate, channelCount: channelCount, samples: samples + next.samples)
    }

    /// Returns silence of `frameCount` frames in the format of this audio.
    package func silence(_ frameCount: Int) -> PCMAudio {
        PCMAudio(
            sampleRate: sampleRate, channelCount: channelCount,
            samples: [Float](repeating: 0, count: frameCount * channelCount))
    }

    /// The range from the first frame to behind the last frame that has a sample other than 0; empty for silence.
    package var soundingRange: Range<Int> {
        guard let first = samples.firstIndex(where: { $0 != 0 }), let last = samples.lastIndex(where: { $0 != 0 }) else {
            return 0..<0
        }
        return first / channelCount..<last / channelCount + 1
    }
}
