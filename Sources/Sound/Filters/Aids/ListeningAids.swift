package import AudioTypes
import Glibc

/// What a person wants of the channels themselves, apart from an equaliser.
package struct ListeningAids: Hashable, Sendable {
    /// Whether every channel is the mean of all, for one ear or one loudspeaker.
    package var isMono = false
    /// Whether left and right change places.
    package var isSwapped = false
    /// Decibels by which the side away from it is lowered: positive is towards the right.
    package private(set) var balance = 0.0
    /// Which channel goes where, before all else; `nil` leaves them.
    package var matrix: ChannelMatrix?
    /// Milliseconds by which each channel comes later, in the order of the planes; channels without a number are not late.
    package private(set) var delays: [Double] = []
    /// More bass and treble at low volume; `nil` is without.
    package var loudness: LoudnessShelves?

    /// The balances that there are, in decibels.
    package static let balances = -60.0...60.0
    /// The delays that a channel may have, in milliseconds: 34 m of way.
    package static let delayLengths = 0.0...100.0

    /// Makes aids, or returns `nil` if a number is outside its bounds.
    package init?(
        isMono: Bool = false, isSwapped: Bool = false, balance: Double = 0, matrix: ChannelMatrix? = nil, delays: [Double] = [],
        loudness: LoudnessShelves? = nil
    ) {
        guard Self.balances.contains(balance), delays.count <= ChannelLayout.maximumChannelCount,
            delays.allSatisfy(Self.delayLengths.contains)
        else { return nil }
        (self.isMono, self.isSwapped, self.balance) = (isMono, isSwapped, balance)
        (self.matrix, self.delays, self.loudness) = (matrix, delays, loudness)
    }

    /// What leaves everything as it is.
    package static let none = ListeningAids()

    private init() {}

    /// Whether every channel stays as it is at every volume.
    package var isNeutral: Bool {
        !isMono && !isSwapped && balance == 0 && matrix?.isNeutral ?? true && delays.allSatisfy { $0 == 0 } && loudness == nil
    }

    /// The matrix of all that mixes channels: the own one first, then mono, then the swap, then the balance. The own one counts only if
    /// it has as many channels as the layout.
    package func mixing(for layout: ChannelLayout) -> ChannelMatrix {
        var whole = ChannelMatrix.identity(layout.count)
        if let matrix, matrix.channelCount == layout.count { whole = matrix }
        if isMono {
            let part = 1 / Double(layout.count)
            whole = made(layout) { _, _ in part }.after(whole)
        }
        if isSwapped { whole = made(layout) { $1 == self.mirror(of: $0, in: layout) ? 1 : 0 }.after(whole) }
        if balance != 0 {
            let lowered = pow(10, -abs(balance) / 20)
            let isLowered: (AudioChannel) -> Bool = balance > 0 ? { $0.isLeft } : { $0.isRight }
            whole = made(layout) { $0 != $1 ? 0 : isLowered(layout.channels[$0]) ? lowered : 1 }.after(whole)
        }
        return whole
    }

    /// By how many frames the channel at `index` comes later at a sample rate.
    package func delay(of index: Int, at rate: SampleRate) -> Int {
        index < delays.count ? Int((delays[index] / 1_000 * Double(rate.hertz)).rounded()) : 0
    }

    private func made(_ layout: ChannelLayout, _ factor: (Int, Int) -> Double) -> ChannelMatrix {
        let rows = (0..<layout.count).map { row in (0..<layout.count).map { factor(row, $0) } }
        return ChannelMatrix(rows) ?? .identity(layout.count)
    }

    private func mirror(of index: Int, in layout: ChannelLayout) -> Int {
        guard let other = layout.channels[index].opposite else { return index }
        return layout.channels.firstIndex(of: other) ?? index
    }
}

extension AudioChannel {
    /// The channel on the other side of the room; `nil` in the middle.
    var opposite: AudioChannel? {
        switch self {
        case .frontLeft: .frontRight
        case .frontRight: .frontLeft
        case .backLeft: .backRight
        case .backRight: .backLeft
        case .frontLeftOfCenter: .frontRightOfCenter
        case .frontRightOfCenter: .frontLeftOfCenter
        case .sideLeft: .sideRight
        case .sideRight: .sideLeft
        case .topFrontLeft: .topFrontRight
        case .topFrontRight: .topFrontLeft
        case .topBackLeft: .topBackRight
        case .topBackRight: .topBackLeft
        case .frontCenter, .lowFrequency, .backCenter, .topCenter, .topFrontCenter, .topBackCenter, .discrete, .mono: nil
        }
    }

    /// Whether it stands on the left.
    var isLeft: Bool {
        switch self {
        case .frontLeft, .backLeft, .frontLeftOfCenter, .sideLeft, .topFrontLeft, .topBackLeft: true
        default: false
        }
    }

    /// Whether it stands on the right.
    var isRight: Bool { opposite != nil && !isLeft }
}
