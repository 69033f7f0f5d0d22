import AudioTypes
import MediaTypes

// The duration of the current item, as it becomes known: from its container, from counting in the background, from its end.
extension Player {
    /// The current item's duration in seconds; `nil` if unknown.
    package var duration: Double? { current?.description.duration ?? item?.duration }

    /// Whether ``duration`` may differ from what will be heard.
    package var durationIsEstimate: Bool {
        if let current, current.description.duration != nil { return current.description.durationIsEstimate }
        return item?.durationIsEstimate ?? false
    }

    /// The second from which on nothing of the current item is heard; `nil` if it is unknown or only estimated.
    var knownEnd: Double? { durationIsEstimate ? nil : duration }

    /// The difference in seconds up to which two durations mean the same: the durations of chains are counted in microseconds.
    private static let durationTolerance = 2e-6

    /// Takes in that the whole source of a segment was decoded. Its `duration` in seconds is now known to the frame, whatever
    /// was reported before.
    mutating func reachedEnd(_ segment: UInt64, _ duration: Double?) -> [PlayerAction] {
        guard let duration, let track = tracks[segment] else { return [] }
        // The time for which a station was played is not its duration.
        guard track.description.duration != nil || !track.description.isRemote else { return [] }
        if let told = track.description.knownEnd, abs(told - duration) < Self.durationTolerance { return [] }
        let revision = queue.revision
        queue.learn([track.item.id: MediaFacts(heardDuration: duration)])
        tracks.adoptDurations(from: queue)
        return queue.revision == revision ? [] : queueChanged()
    }
}
