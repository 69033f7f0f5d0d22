import AudioTypes

/// Follows which input sound comes from, or would come from, and reports each real change once, after the graph has stood still.
struct InputTracker: Hashable, Sendable {
    /// What one snapshot says of the inputs.
    struct Picture: Hashable, Sendable {
        var input: RouteInput?
        /// The uids of all inputs.
        var existing: Set<String> = []
        /// The input that a client chose, whether or not it exists.
        var wish: String?
    }

    /// A change of the input.
    struct Change: Hashable {
        var reason: RouteChangeReason
        var previous: RouteInput?
        var current: RouteInput?
    }

    /// The picture when the graph last stood still; `nil` before the first one.
    private(set) var settled: Picture?
    private var newest = Picture()
    /// The time since which `newest` differs from `settled`.
    private(set) var changedAt: Int64?

    /// Takes in the picture of a snapshot.
    mutating func take(_ picture: Picture, at now: Int64) {
        newest = picture
        guard let settled else { return self.settled = picture }
        if picture == settled { changedAt = nil } else { changedAt = changedAt ?? now }
    }

    /// Forgets that something changes: the sound server is away. What comes back is compared with what was before.
    mutating func wait() { changedAt = nil }

    /// Makes the newest picture the settled one. Returns the change if the input is another.
    mutating func settle() -> Change? {
        changedAt = nil
        let old = settled ?? newest
        settled = newest
        guard old.input?.device != newest.input?.device else { return nil }
        return Change(reason: RouteChangeReason(from: old, to: newest), previous: old.input, current: newest.input)
    }
}

extension RouteChangeReason {
    /// Finds the reason why sound now comes from the input of `new` and no longer from that of `old`.
    fileprivate init(from old: InputTracker.Picture, to new: InputTracker.Picture) {
        guard let after = new.input?.device.uid else {
            self = .noSuitableRouteForCategory
            return
        }
        guard let before = old.input?.device.uid else {
            self = .newDeviceAvailable
            return
        }
        if before == after {
            self = .routeConfigurationChange
        } else if !new.existing.contains(before) {
            self = .oldDeviceUnavailable
        } else if old.wish == new.wish, !old.existing.contains(after) {
            self = .newDeviceAvailable
        } else {
            self = .override
        }
    }
}
