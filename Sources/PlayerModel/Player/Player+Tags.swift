import AudioTypes
import MediaTypes

// What media says about itself while it goes on, told when it is heard.
extension Player {
    /// How often to look where it is not known when something is heard, in nanoseconds.
    private static let tagsRetry: Int64 = 250_000_000

    /// The worker met other tags, some way ahead of what is heard.
    mutating func tagsChanged(_ segment: UInt64, _ change: TagChange) -> [PlayerAction] {
        if current?.segment == segment {
            current?.add(change)
        } else if let index = ahead.firstIndex(where: { $0.segment == segment }) {
            ahead[index].add(change)
        }
        return announceTags()
    }

    /// Tells the tags whose frames are heard by now.
    package mutating func announceTags() -> [PlayerAction] {
        guard var track = current, track.wasHeard, let heard = heardFrame else { return [] }
        guard let newest = track.takeTags(upTo: heard) else { return [] }
        track.description.tags = newest.tags
        track.item = describe(track.item, track.description)
        current = track
        return [.emit(.metadataChanged(newest.tags)), .setTitle(track.item.title ?? track.item.uri), .save]
    }

    /// In how many nanoseconds ``announceTags()`` has something to tell; `nil` where nothing is coming, or time stands still.
    package var timeToTags: Int64? {
        guard state == .playing, let track = current, let next = track.comingTags.first, let format else { return nil }
        guard track.wasHeard, position?.rate == 1, let heard = heardFrame else { return Self.tagsRetry }
        let frames = max(0, next.frame.value - heard)
        return Int64(FrameCount(frames).seconds(at: format.sampleRate) * 1e9) + 1_000_000
    }

    private var heardFrame: Int64? { format.map { FrameCount(seconds: secondsNow, at: $0.sampleRate).value } }
}
