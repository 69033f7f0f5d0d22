import AudioTypes
package import MediaTypes

// Speeds of their own, which items, books and feeds have.
extension Player {
    /// Keeps a speed for an item, a book or a feed, or sets the general one. `name` is the folder or the address that is meant; without it,
    /// that of the current item. `nil` forgets the speed that was kept there.
    mutating func setSpeed(
        _ wanted: Double?, for scope: SpeedScope, of name: String?, for request: RequestIdentifier
    ) throws(PlaybackError) -> [PlayerAction] {
        let speed = wanted.flatMap(SpeedNote.speed)
        if let wanted, speed == nil {
            throw PlaybackError(.rangeNotAllowed, "\(wanted) is no speed: give a number from 0.25 to 4")
        }
        guard scope != .all else {
            guard let speed, name == nil else {
                throw PlaybackError(
                    .media(.notAllowed), "the general speed belongs to nothing, and cannot be forgotten: give another one")
            }
            return setGeneralSpeed(speed) + [.answer(request, .done)]
        }
        return keep(speed, for: try speedOwner(scope, name)) + [.answer(request, .done)]
    }

    /// Returns what a speed is chosen for.
    private func speedOwner(_ scope: SpeedScope, _ name: String?) throws(PlaybackError) -> SpeedOwner {
        if let name {
            guard let owner = SpeedOwner.named(name, for: scope) else {
                throw PlaybackError(
                    .media(.notAllowed),
                    scope == .feed
                        ? "\(MediaAddress.bare(name)) is no address of the network by which a feed is known"
                        : "\(name) is no absolute path of a folder")
            }
            return owner
        }
        guard let item else { throw PlaybackError(.nothingToPlay, "there is no current item whose speed could be kept") }
        let album = current.map { $0.lastingTags["album"] } ?? item.ownTags.album
        guard let owner = SpeedOwner.usual(scope, of: item.uri, album: album) else {
            let missing = scope == .feed ? "is on no server, so it is part of no feed" : "has no album and is in no folder"
            throw PlaybackError(.media(.notAllowed), "\(item.uri) \(missing): keep the speed for something else", uri: item.uri)
        }
        return owner
    }

    /// Keeps a speed for what the speed of the current item comes from; `nil` if that is the general one. Who sets a speed while a book plays
    /// at its own means the book.
    mutating func keepInForce(_ wanted: OptionValue) -> [PlayerAction]? {
        guard let owner = speedInForce.owner, case .number(let speed)? = PlayerOption.speed.accepted(wanted) else { return nil }
        return keep(speed, for: owner)
    }

    private mutating func keep(_ speed: Double?, for owner: SpeedOwner) -> [PlayerAction] {
        changeSpeeds { _, speeds in speeds[owner] = speed }
        // First of all: what is opened again below is to find it.
        return [.keepSpeed(owner, speed)] + reviewSpeeds()
    }

    /// Takes over what was kept for media that are open, by their addresses: somebody may have changed it.
    package mutating func learn(_ kept: [String: KeptSpeeds]) -> [PlayerAction] {
        changeSpeeds { item, speeds in speeds = kept[item.uri] ?? speeds }
        return reviewSpeeds()
    }

    /// The media that are open, with the titles of their albums.
    package var openMedia: [(uri: String, album: String?)] {
        var media = ([current].compactMap(\.self) + tracks.ahead).map { ($0.item.uri, $0.lastingTags["album"]) }
        if let waiting = next.waiting { media.append((waiting.item.uri, waiting.description.tags["album"])) }
        return media
    }

    private mutating func changeSpeeds(_ change: (QueueItem, inout KeptSpeeds) -> Void) {
        tracks.changeAll { change($0.item, &$0.description.speeds) }
        next.changeWaiting { change($0, &$1.speeds) }
    }

    /// Plays what is open at the speeds that are wanted now, if any of it has another one.
    mutating func reviewSpeeds() -> [PlayerAction] {
        guard let format = tracks.format else { return tellSpeed() }
        let open = [current].compactMap(\.self) + tracks.ahead
        let areRight = open.allSatisfy { $0.speed == speed(for: $0.description, in: format) }
        return (areRight ? [] : changeSpeed()) + tellSpeed()
    }

    /// Tells the speed that is wanted of the current item, if it is another one than was told, or comes from elsewhere.
    mutating func tellSpeed() -> [PlayerAction] {
        let now = speedInForce
        guard now != toldSpeed ?? SpeedInForce(speed: 1, owner: nil) else { return [] }
        toldSpeed = now
        return [.emit(.speedChanged(now))]
    }
}
