import AudioTypes
import MediaTypes

// Tags that change while media plays (the titles of a station), reported when their frame is heard.
extension Player {
    /// The interval of the checks while it is not known when a frame is heard, in nanoseconds.
    private static let tagsRetry: Int64 = 250_000_000

    /// Notes tags that the worker met, some way ahead of what is heard.
    mutating func tagsChanged(_ segment: UInt64, _ change: TagChange) -> [PlayerAction] {
        if current?.segment == segment {
            current?.add(change)
        } else if let index = ahead.firstIndex(where: { $0.segment == segment }) {
            ahead[index].add(change)
        }
        return announceTags()
    }

    /// Reports the tags whose frames are heard by now.
    package mutating func announceTags() -> [PlayerAction] {
        guard var track = current, track.wasHeard, let heard = heardFrame else { return [] }
        guard let newest = track.takeTags(upTo: heard) else { return [] }
        track.description.tags = newest.tags
        track.item = describe(track.item, track.description)
        current = track
        return [.emit(.metadataChanged(newest.tags)), .setTitle(track.item.title ?? track.item.uri), .save]
    }

    /// The nanoseconds until ``announceTags()`` has something to report; `nil` if no tags are to come, or nothing plays.
    package var timeToTags: Int64? {
        guard state == .playing, let track = current, let next = track.comingTags.first, let format else { return nil }
        guard track.wasHeard, position?.rate == 1, let heard = heardFrame else { return Self.tagsRetry }
        let frames = max(0, next.frame.value - heard)
        return Int64(FrameCount(frames).seconds(at: format.sampleRate) * 1e9) + 1_000_000
    }

    private var heardFrame: Int64? { format.map { FrameCount(seconds: secondsNow, at: $0.sampleRate).value } }
}
