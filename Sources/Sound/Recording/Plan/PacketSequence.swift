import Media

/// Decides before which packet of a copy a file ends. A value that is told every packet.
struct PacketSequence {
    /// How a packet follows the one before it.
    struct Join {
        /// Whether it belongs to other media, or to a part of them that is coded in another way. No container holds both.
        var isOtherStream = false
        /// Whether somebody has moved to another place of the same media.
        var isJump = false
        /// What the media say from this packet on that they play; `nil` if they say nothing new.
        var title: PlayedTitle?
    }

    private var last: WaitingPackets.Entry?

    /// What the media say of themselves, as of the packet that came last.
    var playedTitle: PlayedTitle { PlayedTitle(last?.packet.tags ?? [:]) }

    /// Takes in the next packet, and returns how it follows the one before.
    mutating func add(_ entry: WaitingPackets.Entry) -> Join {
        defer { last = entry }
        guard let last else { return Join() }
        let title = PlayedTitle(entry.packet.tags)
        return Join(
            isOtherStream: entry.packet.stream !== last.packet.stream,
            isJump: entry.number != last.number + 1 && entry.segment != last.segment,
            title: title.text.isEmpty || title.text == playedTitle.text ? nil : title)
    }
}
