import AudioTypes

// What follows without a gap: opened and decoded behind what is heard.
extension Player {
    /// A segment's last frame is in the ring.
    mutating func decoded(_ segment: UInt64) -> [PlayerAction] {
        if current?.segment == segment { current?.isDecoded = true }
        if let index = ahead.firstIndex(where: { $0.segment == segment }) { ahead[index].isDecoded = true }
        return prepareNext()
    }

    /// Opens what follows the last decoded track, where nothing is being opened already.
    mutating func prepareNext(after skipped: Int = 0) -> [PlayerAction] {
        guard openingAhead == nil, opening == nil, let last = ahead.last ?? current, last.isDecoded else { return [] }
        let distance = last.distance + 1 + skipped
        guard skipped < queue.items.count, let item = queue.item(ahead: distance) else {
            return waitsForNext ? endQueue() : []
        }
        let token = makeToken()
        openingAhead = (token, item, distance)
        return [.open(token, uri: item.uri)]
    }

    mutating func append(
        _ item: QueueItem, _ distance: Int, _ token: SourceToken, _ description: SourceDescription
    ) -> [PlayerAction] {
        openingAhead = nil
        guard let format else { return [.close(token)] }
        let described = describe(item, description)
        let track = Track(
            item: described, token: token, description: description, segment: makeSegment(), startFrame: .zero,
            distance: distance, reason: .gapless)
        ahead.append(track)
        return [
            .append(
                SegmentStart(
                    token: token, segment: track.segment, generation: generation, frame: .zero, rampsIn: false, format: format))
        ]
    }

    mutating func failedAhead(_ item: QueueItem, _ distance: Int, _ error: PlaybackError) -> [PlayerAction] {
        openingAhead = nil
        let last = ahead.last ?? current
        return [.emit(.itemFailed(item, error))] + prepareNext(after: distance - (last?.distance ?? 0))
    }

    /// Reports that an item's audio ended early.
    func itemFailed(_ segment: UInt64, _ error: PlaybackError) -> [PlayerAction] {
        let track = ([current].compactMap { $0 } + ahead).first { $0.segment == segment }
        return track.map { [.emit(.itemFailed($0.item, error))] } ?? []
    }

    /// Leaves a track none of whose audio will come.
    mutating func abandon(_ segment: UInt64) -> [PlayerAction] {
        if current?.segment == segment {
            guard let next = queue.itemAfterSkip() else { return stop(.error) }
            return open(
                .item(next), for: [], reason: .gapless, onFailure: .tryNext(distance: 2), staysPaused: state == .paused)
        }
        guard let index = ahead.firstIndex(where: { $0.segment == segment }) else { return [] }
        let skipped = ahead[index].distance
        let closed = ahead[index...].map { PlayerAction.close($0.token) }
        ahead.removeSubrange(index...)
        return closed + prepareNext(after: skipped - (ahead.last ?? current).map(\.distance, default: 0))
    }

    /// Takes back what was decoded ahead and does not follow any more, because the queue changed.
    mutating func reviewAhead() -> [PlayerAction] {
        var actions: [PlayerAction] = []
        let wrong = ahead.indices.first { queue.item(ahead: ahead[$0].distance)?.id != ahead[$0].item.id }
        if let wrong {
            let kept = wrong == 0 ? (current?.segment ?? 0) : ahead[wrong - 1].segment
            actions += [.cancelSegments(after: kept, through: lastSegment)] + ahead[wrong...].map { .close($0.token) }
            ahead.removeSubrange(wrong...)
        }
        if let next = openingAhead, wrong != nil || queue.item(ahead: next.distance)?.id != next.item.id {
            openingAhead = nil
            actions += [.cancelOpening(next.token), .close(next.token)]
        }
        return actions + prepareNext()
    }
}

extension Optional {
    /// A property of the wrapped value, or `fallback`.
    fileprivate func map<Value>(_ path: KeyPath<Wrapped, Value>, default fallback: Value) -> Value {
        map { $0[keyPath: path] } ?? fallback
    }
}
