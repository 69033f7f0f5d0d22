/// What the sound of an output goes through besides an equaliser. Plain numbers; `Filters` says which of them can be used.
package struct SoundParts: Hashable, Sendable {
    /// The path of an impulse response, in which `%r` may stand for the sample rate; `nil` is none.
    package var impulse: String?
    /// How many times the same path was chosen again, so that the file is read anew. It is not saved.
    package var impulseReading = 0
    /// The loudest sample, in decibels below full scale; `nil` is without a limiter.
    package var limiter: Double?
    /// Whether quiet sound becomes louder and loud sound quieter.
    package var isNight = false
    /// Whether every channel is the mean of all.
    package var isMono = false
    /// Whether left and right change places.
    package var isSwapped = false
    /// Decibels by which the side away from it is lowered: positive is towards the right.
    package var balance = 0.0
    /// What each ear hears of the other side; `nil` is nothing.
    package var crossfeed: Crossfeed?
    /// More bass and treble at low volume; `nil` is without.
    package var loudness: Loudness?
    /// Which channel goes where: a row for each output, in it a factor for each input; empty leaves them.
    package var matrix: [[Double]] = []
    /// Milliseconds by which each channel comes later, in the order of the channels.
    package var delays: [Double] = []
    /// Which channels get which side of a crossover; `nil` is everything for all.
    package var crossover: Crossover?

    /// How each ear hears the other side.
    package struct Crossfeed: Hashable, Sendable {
        /// Up to which frequency, in hertz.
        package var cutoff: Double
        /// By how much quieter at low frequencies, in decibels.
        package var feed: Double

        /// Takes two numbers.
        package init(cutoff: Double = 700, feed: Double = 4.5) { (self.cutoff, self.feed) = (cutoff, feed) }
    }

    /// How bass and treble follow the volume.
    package struct Loudness: Hashable, Sendable {
        /// The volume that needs nothing, in decibels.
        package var reference: Double
        /// Whether the middle is lowered instead of bass and treble being raised.
        package var isAttenuating: Bool

        /// Takes what is wanted.
        package init(reference: Double, isAttenuating: Bool = false) {
            (self.reference, self.isAttenuating) = (reference, isAttenuating)
        }
    }

    /// A frequency, and which side of it each channel gets.
    package struct Crossover: Hashable, Sendable {
        /// What a channel gets.
        package enum Side: String, Hashable, Sendable, CaseIterable, Codable {
            case whole, low, high
        }

        /// Hertz.
        package var frequency: Double
        /// For each channel, in order.
        package var sides: [Side]

        /// Takes what is wanted.
        package init(frequency: Double, sides: [Side]) { (self.frequency, self.sides) = (frequency, sides) }
    }

    /// Nothing.
    package static let none = SoundParts()

    /// Makes what changes nothing.
    package init() {}

    /// How much of the state it takes, nearly, in bytes.
    package var byteCount: Int {
        let numbers = matrix.reduce(0) { $0 + $1.count } + delays.count + (crossover?.sides.count ?? 0)
        return (impulse?.utf8.count ?? 0) + 8 * numbers
    }
}
