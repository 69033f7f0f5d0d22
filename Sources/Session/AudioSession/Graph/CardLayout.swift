/// What a profile of a sound card plays, by the name that ALSA's card profiles give it, such as
/// `output:hdmi-surround71-extra1+input:analog-stereo`. PipeWire tells the channels of a profile nowhere else.
struct CardLayout: Hashable, Sendable {
    /// The way out: `hdmi`, `analog`, `iec958-ac3`.
    let family: String
    /// Which of several sockets of that kind, such as `extra1`; empty for the first.
    let place: String
    /// What else is part of the profile: what it takes in.
    let rest: String
    /// How many channels it plays.
    let channelCount: Int

    /// Parses the name of a profile; `nil` if it does not say what it plays, or plays through several ways at once.
    init?(profile name: String) {
        let parts = name.split(separator: "+")
        let outputs = parts.filter { $0.hasPrefix(Self.outputMark) }
        guard outputs.count == 1, let output = outputs.first?.dropFirst(Self.outputMark.count) else { return nil }
        let words = output.split(separator: "-")
        guard let index = words.firstIndex(where: { $0 == "mono" || $0 == "stereo" || $0.hasPrefix("surround") }) else {
            return nil
        }
        var behind = words[(index + 1)...]
        let count: Int?
        switch words[index] {
        case "mono": count = 1
        case "stereo": count = 2
        case "surround":
            // `analog-surround-51`, or `hdmi-surround`, which is 5.1.
            if let next = behind.first, next.allSatisfy({ ("0"..."9").contains($0) }) {
                count = Self.channels(next)
                behind = behind.dropFirst()
            } else {
                count = 6
            }
        default: count = Self.channels(words[index].dropFirst("surround".count))
        }
        guard let count else { return nil }
        family = words[..<index].joined(separator: "-")
        place = behind.joined(separator: "-")
        rest = parts.filter { !$0.hasPrefix(Self.outputMark) }.joined(separator: "+")
        channelCount = count
    }

    private static let outputMark = "output:"

    /// Returns how many channels `51` or `71` has: those around the listener, and the low ones.
    private static func channels(_ digits: Substring) -> Int? {
        guard digits.count == 2, let around = digits.first?.wholeNumberValue, let low = digits.last?.wholeNumberValue else {
            return nil
        }
        return around + low
    }

    /// Whether `other` differs in nothing but the channels.
    func isBeside(_ other: CardLayout) -> Bool { family == other.family && place == other.place && rest == other.rest }
}

extension GraphDevice {
    /// The profiles that can be used now and differ from the active one in nothing but the channels that they play, with these. The active
    /// one is one of them.
    private var layouts: [(profile: DeviceProfile, channelCount: Int)] {
        guard let active = CardLayout(profile: profile) else { return [] }
        return profiles.compactMap { profile in
            guard profile.isAvailable, let layout = CardLayout(profile: profile.name), layout.isBeside(active) else { return nil }
            return (profile, layout.channelCount)
        }
    }

    /// The most channels that the device can play in the way in which it plays now; `nil` if its profiles do not say.
    var mostChannels: Int? { layouts.map(\.channelCount).max() }

    /// Returns the profile in which the device has at least `channelCount` channels, with as few as possible beyond them, and of several such
    /// ones the one that it prefers; `nil` if it has none, or the active one has enough.
    func profile(forChannels channelCount: Int) -> DeviceProfile? {
        guard let now = CardLayout(profile: profile)?.channelCount, now < channelCount else { return nil }
        return layouts.filter { $0.channelCount >= channelCount }
            .min { ($0.channelCount, -$0.profile.priority) < ($1.channelCount, -$1.profile.priority) }?.profile
    }
}
