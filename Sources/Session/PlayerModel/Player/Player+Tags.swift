import AudioTypes
import MediaTypes

// Tags of what is on the air (the titles of a station, the links of a chain), reported when their frame is heard.
extension Player {
    /// The interval of the checks while it is not known when a frame is heard, in nanoseconds.
    private static let tagsRetry: Int64 = 250_000_000

    /// Notes tags that the worker met, some way ahead of what is heard.
    mutating func tagsChanged(_ segment: UInt64, _ change: TagChange) -> [PlayerAction] {
        tracks.add(change, to: segment)
        return announceTags()
    }

    /// Reports the tags whose frames are heard by now.
    package mutating func announceTags() -> [PlayerAction] {
        guard let tags = airTags(), let track = current else { return [] }
        return [.emit(.metadataChanged(tags)), .setTitle(track.item.title ?? track.item.uri)]
    }

    /// Puts on the air the tags whose frames are heard by now, and returns them; `nil` if there are none.
    mutating func airTags() -> [String: String]? {
        guard current?.wasHeard == true, let heard = heardFrame, let tags = tracks.takeTags(upTo: heard),
            let track = current
        else { return nil }
        let id = track.item.id
        queue.air(tags.filter { track.lastingTags[$0.key] != $0.value }, of: id)
        if let index = queue.index(of: id) { tracks.describeCurrent(as: queue.items[index]) }
        return tags
    }

    /// The nanoseconds until ``announceTags()`` has something to report; `nil` if no tags are to come, or nothing plays.
    package var timeToTags: Int64? {
        guard state == .playing, let track = current, let next = track.comingTags.first, let timeLine = tracks.timeLine else {
            return nil
        }
        guard track.wasHeard, position?.isMoving == true, let heard = heardFrame else { return Self.tagsRetry }
        let frames = max(0, next.frame.value - heard)
        return Int64(FrameCount(frames).seconds(at: timeLine.sampleRate) * 1e9) + 1_000_000
    }

    private var heardFrame: Int64? {
        playedNow.flatMap { played in
            tracks.timeLine.map { TimeLine(sampleRate: $0.sampleRate, factor: $0.factor).frame(at: played).value }
        }
    }
}
