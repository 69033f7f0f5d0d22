/// The pairing that a person has begun: six digits that a device has to name, once and soon. A value; times are in nanoseconds of one clock.
///
/// Six digits can be tried out. So few attempts count, from one place and in all, and then the digits are worth nothing.
package struct Pairing<Place: Hashable & Sendable>: Sendable {
    /// How long the digits count, in nanoseconds.
    package static var lifetime: Int64 { 300_000_000_000 }
    /// How many wrong attempts may come from one place.
    package static var attemptsOfPlace: Int { 5 }
    /// How many wrong attempts there may be in all.
    package static var attempts: Int { 20 }
    /// How many digits there are.
    package static var digits: Int { 6 }

    private struct Offer: Sendable {
        let code: String
        let role: Role
        let endsAt: Int64
        var failures: [Place: Int] = [:]
        var allFailures = 0
    }

    private var offer: Offer?

    /// Makes one that nobody has begun.
    package init() {}

    /// Begins, and ends what was begun before.
    package mutating func begin(code: String, role: Role, at time: Int64) {
        offer = Offer(code: code, role: role, endsAt: time + Self.lifetime)
    }

    /// Ends: the digits are worth nothing any more.
    package mutating func end() { offer = nil }

    /// Takes the digits that a device at `place` has named, and returns its role.
    package mutating func redeem(_ code: String, from place: Place, at time: Int64) -> Result<Role, PairingRefusal> {
        guard var offer, time < offer.endsAt else {
            offer = nil
            return .failure(.wrong)
        }
        guard offer.failures[place, default: 0] < Self.attemptsOfPlace else { return .failure(.tooMany) }
        if SecretText.isEqual(code, offer.code) {
            self.offer = nil
            return .success(offer.role)
        }
        offer.failures[place, default: 0] += 1
        offer.allFailures += 1
        self.offer = offer.allFailures < Self.attempts ? offer : nil
        return .failure(.wrong)
    }
}

/// Why a device was not paired.
package enum PairingRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The digits are wrong, or do not count any more, or nobody has begun. Nobody is told which.
    case wrong
    /// So many wrong ones have come from there that none is looked at.
    case tooMany
    /// So many devices are paired, which is the limit.
    case tooManyDevices
    /// The name is none.
    case badName
    /// The device could not be noted on the disk.
    case notKept

    /// A sentence for a person.
    package var description: String {
        switch self {
        case .wrong: "the code is wrong, or does not count any more: `fermata remote pair` shows a new one"
        case .tooMany: "too many wrong codes have come from here: wait for a new one"
        case .tooManyDevices: "\(PairedDevices.most) devices are paired, which is the limit: `fermata remote revoke` makes room"
        case .badName: "the name of a device has 1 to \(PairedDevices.longestName) characters"
        case .notKept: "the device cannot be noted on the disk"
        }
    }
}
