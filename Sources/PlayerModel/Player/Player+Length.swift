import AudioTypes
import MediaTypes

// How long the item is that is heard, as that becomes known: by its container, by counting in the background, by its end.
extension Player {
    /// The current item's duration in seconds, where known.
    package var duration: Double? { current?.description.duration ?? item?.duration }

    /// Whether that may differ from what will be heard.
    package var durationIsEstimate: Bool {
        if let current, current.description.duration != nil { return current.description.durationIsEstimate }
        return item?.durationIsEstimate ?? false
    }

    /// The second from which on nothing of the current item is heard; `nil` where that is only estimated.
    var knownEnd: Double? { durationIsEstimate ? nil : duration }

    /// By how many seconds two durations may differ that mean the same: those of chains are counted in microseconds.
    private static let durationTolerance = 2e-6

    /// All of a segment's source was decoded: whatever was told of its duration before, now it is known to the frame.
    mutating func reachedEnd(_ segment: UInt64, _ duration: Double?) -> [PlayerAction] {
        guard let duration, let track = ([current].compactMap(\.self) + ahead).first(where: { $0.segment == segment }) else {
            return []
        }
        // How long a station was on is nothing about it.
        guard track.description.duration != nil || !track.description.isRemote else { return [] }
        if let told = track.description.knownEnd, abs(told - duration) < Self.durationTolerance { return [] }
        let revision = queue.revision
        queue.learn([track.item.id: MediaFacts(heardDuration: duration)])
        adoptLengths()
        return queue.revision == revision ? [] : queueChanged()
    }

    /// Takes over from the queue what was found out about the tracks that are open.
    mutating func adoptLengths() {
        if let track = current { current = track.withLength(in: queue) }
        for index in ahead.indices { ahead[index] = ahead[index].withLength(in: queue) }
    }
}

extension Track {
    fileprivate func withLength(in queue: PlayQueue) -> Track {
        guard let index = queue.index(of: item.id) else { return self }
        let known = queue.items[index]
        var track = self
        track.item.take(duration: known.duration, isEstimate: known.durationIsEstimate)
        track.description = description.withLength(of: known)
        return track
    }
}

extension SourceDescription {
    /// The same with the duration of an item that was counted, where this one is an estimate.
    func withLength(of item: QueueItem) -> SourceDescription {
        guard let duration = item.duration, !item.durationIsEstimate else { return self }
        var description = self
        description.duration = duration
        description.durationIsEstimate = false
        return description
    }
}
