import AudioTypes
import MediaTypes

// Tags that change while media plays (the titles of a station), reported when their frame is heard.
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
        guard current?.wasHeard == true, let heard = heardFrame else { return [] }
        guard let tags = tracks.takeTags(upTo: heard), let track = current else { return [] }
        let item = describe(track.item, track.description)
        tracks.describeCurrent(as: item)
        return [.emit(.metadataChanged(tags)), .setTitle(item.title ?? item.uri), .save]
    }

    /// The nanoseconds until ``announceTags()`` has something to report; `nil` if no tags are to come, or nothing plays.
    package var timeToTags: Int64? {
        guard state == .playing, let track = current, let next = track.comingTags.first, let format = tracks.format else {
            return nil
        }
        guard track.wasHeard, position?.rate == 1, let heard = heardFrame else { return Self.tagsRetry }
        let frames = max(0, next.frame.value - heard)
        return Int64(FrameCount(frames).seconds(at: format.sampleRate) * 1e9) + 1_000_000
    }

    private var heardFrame: Int64? { tracks.format.map { FrameCount(seconds: secondsNow, at: $0.sampleRate).value } }
}
