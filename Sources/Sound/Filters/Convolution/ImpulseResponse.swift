package import AudioTypes

/// What a room, a loudspeaker or a correction makes of one click: the contents of a WAV file that ``Convolver`` runs.
package struct ImpulseResponse: Hashable, Sendable {
    /// The frames per second for which it was made.
    package let rate: SampleRate
    /// The samples of each channel: one for every channel of the sound, two for left and right, or four for true stereo, in the order left
    /// to left, left to right, right to left, right to right.
    package let channels: [[Double]]
    /// By how many frames the sound comes later through it than the one who made it wanted: what resampling needs.
    package let latency: Int

    /// The numbers of channels that there may be.
    package static let channelCounts = [1, 2, 4]

    /// The sample rates that there may be, in hertz.
    package static let rates = 8_000...1_536_000

    /// Reads a WAV file. Zeros at the end are left out.
    package init(_ bytes: [UInt8]) throws(ImpulseError) {
        let file = try ImpulseFile(bytes)
        try self.init(rate: file.rate, channels: file.channels(of: bytes), latency: 0)
    }

    /// Makes an impulse response of samples, with the same checks as one that is read. Behind a shorter channel there is silence.
    package init(rate: SampleRate, channels: [[Double]], latency: Int = 0) throws(ImpulseError) {
        guard Self.channelCounts.contains(channels.count) else { throw .channels(channels.count) }
        guard Self.rates.contains(Int(rate.hertz)) else { throw .rate(Int(rate.hertz)) }
        // What is no number is not within the bound, either.
        if let frame = channels.compactMap({ $0.firstIndex { !(abs($0) <= Convolution.largestTap) } }).min() {
            throw .sample(frame)
        }
        let length = channels.reduce(0) { max($0, ($1.lastIndex { $0 != 0 } ?? -1) + 1) }
        guard length > 0 else { throw .silent }
        guard length <= ImpulseBounds.frames else { throw .tooLong(frames: length, rate) }
        self.rate = rate
        self.latency = latency
        self.channels = channels.map { Array($0.prefix(length)) + [Double](repeating: 0, count: max(0, length - $0.count)) }
    }

    /// What has become of one that was checked: louder by what a filter overshoots, and longer within other bounds.
    init(resampled channels: [[Double]], rate: SampleRate, latency: Int) {
        (self.rate, self.channels, self.latency) = (rate, channels, latency)
    }

    /// The number of frames.
    package var length: Int { channels[0].count }

    /// How a sound of this layout is convolved; an error if it does not fit, or if there are too many channels for so many frames. One channel fits all. Two and four fit left and right, and a
    /// single channel, which is taken for both sides: what comes out is the mean of the two.
    package func convolution(for layout: ChannelLayout) throws(ImpulseError) -> Convolution {
        switch (channels.count, layout.count) {
        case (1, let count):
            try Convolution(made: channels, paths: (0..<count).map { .init(from: $0, to: $0, through: 0) })
        case (_, 1):
            try Convolution(
                made: [channels[0].indices.map { frame in channels.reduce(0) { $0 + $1[frame] } / 2 }],
                paths: [.init(from: 0, to: 0, through: 0)])
        case (2, 2): try Convolution(made: channels, paths: (0..<2).map { .init(from: $0, to: $0, through: $0) })
        case (4, 2): try Convolution(made: channels, paths: (0..<4).map { .init(from: $0 / 2, to: $0 % 2, through: $0) })
        default: throw .layout(channels: channels.count, sound: layout)
        }
    }
}
