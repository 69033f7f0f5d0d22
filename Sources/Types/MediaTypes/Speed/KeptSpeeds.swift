import AudioTypes

/// The speeds that were kept for media and for what they belong to, and which of them counts.
package struct KeptSpeeds: Hashable, Sendable {
    /// Everything whose speed would count, most specific first.
    package let owners: [SpeedOwner]
    private var speeds: [SpeedOwner: Double] = [:]

    /// Makes the speeds of media for which none was kept.
    package init(of uri: String, album: String?) { owners = SpeedOwner.all(of: uri, album: album) }

    /// Makes the speeds of what has none.
    package init() { owners = [] }

    /// The speed of an owner; `nil` if none was kept. One of which these media are no part changes nothing.
    package subscript(owner: SpeedOwner) -> Double? {
        get { speeds[owner] }
        set { if owners.contains(owner) { speeds[owner] = newValue } }
    }

    /// Returns the speed that counts: that of the most specific owner which has one, or else the general one.
    package func counting(over general: Double) -> SpeedInForce {
        for owner in owners { if let speed = speeds[owner] { return SpeedInForce(speed: speed, owner: owner) } }
        return SpeedInForce(speed: general, owner: nil)
    }
}

/// The speed that is wanted of media, and from where it comes.
package struct SpeedInForce: Hashable, Sendable {
    /// How many seconds of the media are heard in a second.
    package let speed: Double
    /// What it was kept for; `nil` for the general speed.
    package let owner: SpeedOwner?

    package init(speed: Double, owner: SpeedOwner?) { (self.speed, self.owner) = (speed, owner) }

    /// For what it was chosen.
    package var scope: SpeedScope { owner?.scope ?? .all }
}

// MARK: - As a note

/// A speed as the text of a note, which other programs may have written.
package enum SpeedNote {
    /// The name of the note.
    package static let name = "speed"

    /// Returns the speed that a text says, to the next step; `nil` if it is no number of those that can be chosen.
    package static func speed(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 16,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }),
            let speed = Double(text)
        else { return nil }
        return Self.speed(speed)
    }

    /// Returns the next step of a speed; `nil` if it is none that can be chosen.
    package static func speed(_ wanted: Double) -> Double? {
        guard PlayerOption.speed.factors?.contains(wanted) == true,
            case .number(let speed)? = PlayerOption.speed.accepted(.number(wanted))
        else { return nil }
        return speed
    }

    /// Returns the text of a speed.
    package static func text(_ speed: Double) -> String { speed == speed.rounded() ? "\(Int(speed))" : "\(speed)" }
}
