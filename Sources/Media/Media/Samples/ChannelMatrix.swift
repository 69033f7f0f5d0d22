import AudioTypes

/// The weights with which the channels of one layout are mixed into those of another, for cases that swresample lacks or
/// handles differently.
struct ChannelMatrix: Equatable {
    /// The weights row by row: for each output channel those of all input channels.
    let weights: [Double]

    /// Returns `nil` if swresample's own matrix is used: between layouts whose channels all have a position, except from mono.
    init?(from input: ChannelLayout, to output: ChannelLayout) {
        if input == .mono, output.channels.contains(.frontLeft) {
            // Copy mono to the left and the right unchanged, as the PipeWire graph does; swresample would lower it by 3 dB.
            weights = output.channels.map { $0 == .frontLeft || $0 == .frontRight ? 1 : 0 }
            return
        }
        guard input != output, input.nativeMask == nil || output.nativeMask == nil else { return nil }
        var weights = Array(repeating: 0.0, count: input.count * output.count)
        for (number, channel) in input.channels.enumerated() {
            for target in Self.targets(of: channel, number: number, in: output) { weights[target * input.count + number] = 1 }
        }
        // Several inputs that are mixed into one channel must not clip there.
        let sums = (0..<output.count).map { row in weights[row * input.count..<(row + 1) * input.count].reduce(0, +) }
        let most = max(1, sums.max() ?? 1)
        self.weights = weights.map { $0 / most }
    }

    /// The output channel at the same position; if there is none, the one at the same index, modulo the number of output
    /// channels.
    private static func targets(of channel: AudioChannel, number: Int, in output: ChannelLayout) -> [Int] {
        if channel == .mono { return Array(0..<min(2, output.count)) }
        if channel != .discrete, let place = output.channels.firstIndex(of: channel) { return [place] }
        return [number % output.count]
    }
}
