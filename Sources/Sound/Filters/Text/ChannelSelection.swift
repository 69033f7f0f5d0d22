package import AudioTypes

/// The channels for which the lines of an equaliser are meant.
package enum ChannelSelection: Hashable, Sendable {
    /// Every channel.
    case all
    /// These alone, in the order of the text.
    case only([Pick])

    /// One channel by its place in the room or by its number.
    package enum Pick: Hashable, Sendable {
        /// The loudspeakers for which the word stands.
        case position(Position)
        /// Counted from 1, in the order of the planes.
        case number(Int)
    }

    /// The words that Equalizer APO has for loudspeakers.
    package enum Position: String, Hashable, Sendable, CaseIterable {
        /// Front left, front right, centre.
        case left = "L", right = "R", center = "C"
        /// The subwoofer.
        case low = "SUB"
        /// At the back.
        case backLeft = "RL", backRight = "RR", backCenter = "RC"
        /// At the sides.
        case sideLeft = "SL", sideRight = "SR"

        private var channel: AudioChannel {
            switch self {
            case .left: .frontLeft
            case .right: .frontRight
            case .center: .frontCenter
            case .low: .lowFrequency
            case .backLeft: .backLeft
            case .backRight: .backRight
            case .backCenter: .backCenter
            case .sideLeft: .sideLeft
            case .sideRight: .sideRight
            }
        }

        /// The loudspeaker for which the word is meant in `layout`. Six channels have one pair besides the front, which some call the back
        /// and others the sides, so each stands for the other where that is missing.
        func channel(of layout: ChannelLayout) -> AudioChannel {
            let counterpart: AudioChannel? =
                switch self {
                case .backLeft: .sideLeft
                case .backRight: .sideRight
                case .sideLeft: .backLeft
                case .sideRight: .backRight
                case .left, .right, .center, .low, .backCenter: nil
                }
            guard let counterpart, !layout.channels.contains(channel) else { return channel }
            return counterpart
        }
    }

    /// Whether the lines are meant for the channel at `index` of `layout`. The one channel of a mono layout is the centre, and what is
    /// left and right as well; back and side stand for each other where a layout has only one of them.
    package func contains(_ index: Int, of layout: ChannelLayout) -> Bool {
        switch self {
        case .all: true
        case .only(let picks):
            picks.contains { pick in
                switch pick {
                case .number(let number): number == index + 1
                case .position(let position):
                    layout.channels[index] == position.channel(of: layout)
                        || layout.channels[index] == .mono && [.left, .right, .center].contains(position)
                }
            }
        }
    }
}

extension ChannelSelection: CustomStringConvertible {
    /// As in a line `Channel: L R`, without `Channel: `.
    package var description: String {
        switch self {
        case .all: "ALL"
        case .only(let picks):
            picks.map { pick in
                switch pick {
                case .number(let number): "\(number)"
                case .position(let position): position.rawValue
                }
            }.joined(separator: " ")
        }
    }
}
