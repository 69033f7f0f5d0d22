/// Predicts each sample of one channel from those before it and from the other channel, and learns from what is left: the only
/// stage of Monkey's Audio's fast level since version 3.95.
///
/// All is fixed-point arithmetic of 32 bits, which overflows silently as the reader's does.
struct MonkeysAudioPredictor {
    /// What the predictions are made of: a signal's last value, and how it changed over the last steps, the newest first.
    private struct History {
        var taps: [Int32]
        var weights: [Int32]

        init(weights: [Int32]) {
            self.weights = weights
            taps = Array(repeating: 0, count: weights.count)
        }

        mutating func append(_ value: Int32) {
            taps = [value, value &- taps[0]] + taps[1..<taps.count - 1]
        }

        var prediction: Int32 { zip(taps, weights).reduce(0) { $0 &+ $1.0 &* $1.1 } }

        mutating func learn(from residual: Int32) {
            for index in taps.indices { weights[index] &+= taps[index].signum() * residual.signum() }
        }
    }

    private var own = History(weights: [360, 317, -109, 98])
    private var others = History(weights: [0, 0, 0, 0, 0])
    private var previous: Int32 = 0
    private var previousOther: Int32 = 0
    private var previousFlattened: Int32 = 0

    /// What is left of `sample` after the prediction. `other` is the newest sample of the other channel that the reader knows by then,
    /// 0 where there is no other channel.
    mutating func residual(for sample: Int32, other: Int32) -> Int32 {
        own.append(previousFlattened)
        others.append(other &- Self.decayed(previousOther))
        let flattened = sample &- Self.decayed(previous)
        let residual = flattened &- ((own.prediction &+ others.prediction >> 1) >> 10)
        own.learn(from: residual)
        others.learn(from: residual)
        (previous, previousOther, previousFlattened) = (sample, other, flattened)
        return residual
    }

    /// 31/32 of a sample, which the next one is first thought to be.
    private static func decayed(_ sample: Int32) -> Int32 { (sample &* 31) >> 5 }
}
