import AudioTypes

/// How much of each channel of one layout goes into each of another, where swresample does not say so or says it otherwise.
struct ChannelMatrix: Equatable {
    /// Row by row: for each output channel the weights of all input channels.
    let weights: [Double]

    /// `nil` where swresample has its own: between layouts whose channels all have a place, other than from mono.
    init?(from input: ChannelLayout, to output: ChannelLayout) {
        if input == .mono, output.channels.contains(.frontLeft) {
            // To the left and the right as it is, like the graph does it; swresample would lower it by 3 dB.
            weights = output.channels.map { $0 == .frontLeft || $0 == .frontRight ? 1 : 0 }
            return
        }
        guard input != output, input.nativeMask == nil || output.nativeMask == nil else { return nil }
        var weights = Array(repeating: 0.0, count: input.count * output.count)
        for (number, channel) in input.channels.enumerated() {
            for target in Self.targets(of: channel, number: number, in: output) { weights[target * input.count + number] = 1 }
        }
        // What meets in one channel must not clip there.
        let sums = (0..<output.count).map { row in weights[row * input.count..<(row + 1) * input.count].reduce(0, +) }
        let most = max(1, sums.max() ?? 1)
        self.weights = weights.map { $0 / most }
    }

    /// The channel at the same place; without one, that of the same number, counted round.
    private static func targets(of channel: AudioChannel, number: Int, in output: ChannelLayout) -> [Int] {
        if channel == .mono { return Array(0..<min(2, output.count)) }
        if channel != .discrete, let place = output.channels.firstIndex(of: channel) { return [place] }
        return [number % output.count]
    }
}
