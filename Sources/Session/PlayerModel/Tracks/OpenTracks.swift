import AudioTypes
import MediaTypes

/// The open tracks: the current one, and the tracks that follow it without a gap.
struct OpenTracks: Hashable, Sendable {
    /// The largest number of tracks that are kept open behind the current one. Each keeps a file open; only tracks of a few
    /// milliseconds ever reach this number.
    private static let mostAhead = 128

    /// The track that is playing, paused or buffering.
    private(set) var current: Track?
    /// The tracks behind `current`, in the order of playing.
    private(set) var ahead: [Track] = []
    /// Whether the last frame of `current` was heard, but nothing of the next track yet.
    private(set) var waitsForNext = false
    /// The format that the output runs at; `nil` before the first track.
    private(set) var format: StreamFormat?
    /// The time line of the current track.
    var timeLine: TimeLine? { current.flatMap { timeLine(of: $0) } }
    /// The last segment that was ever taken back: the callback may still have segments up to this one to skip.
    private var takenBackThrough: UInt64 = 0

    /// The last track in the order of playing.
    var last: Track? { ahead.last ?? current }

    /// The track whose audio is to be heard next: the current one, or the one behind it if the current one is over. `nil` if
    /// that is not open yet.
    var wanted: Track? { waitsForNext ? ahead.first : current }

    /// Returns the time line of a track.
    func timeLine(of track: Track) -> TimeLine? {
        format.map { TimeLine(sampleRate: $0.sampleRate, factor: track.speed, loop: track.loop, cuts: track.cuts) }
    }

    /// Whether all tracks were heard to their end.
    var areOver: Bool { waitsForNext && ahead.isEmpty }

    /// Whether no further track may be opened ahead.
    var areFull: Bool { ahead.count >= Self.mostAhead }

    /// The track whose audio is `segment`.
    subscript(segment: UInt64) -> Track? {
        current?.segment == segment ? current : ahead.first { $0.segment == segment }
    }
}

// MARK: - Opened and closed

extension OpenTracks {
    /// Makes an opened track the current one and lets the output run at `format`. The old tracks have been closed.
    mutating func begin(_ track: Track, in format: StreamFormat) {
        current = track
        self.format = format
    }

    /// Begins the current track again at `frame`, as a new segment. The tracks behind it have been closed.
    mutating func restart(_ segment: UInt64, at frame: FrameCount, loop: FrameLoop? = nil) {
        current?.segment = segment
        current?.loop = loop
        current?.loopReturns = 0
        current?.cuts = SilenceCuts()
        current?.skippedTold = 0
        current?.hasFailed = false
        current?.startFrame = frame
        current?.wasHeard = false
        current?.endFrame = nil
    }

    /// Lets the output run at `format` from the next segment of the current track on. The tracks behind it have been closed.
    mutating func change(to format: StreamFormat) { self.format = format }

    /// Changes the current track. What changes holds from its next segment on.
    mutating func changeCurrent(_ change: (inout Track) -> Void) {
        guard var track = current else { return }
        change(&track)
        current = track
    }

    /// Changes the current track and those behind it.
    mutating func changeAll(_ change: (inout Track) -> Void) {
        changeCurrent(change)
        for index in ahead.indices { change(&ahead[index]) }
    }

    /// Adds a track behind the last one.
    mutating func append(_ track: Track) { ahead.append(track) }

    /// Forgets the tracks behind the current one, and returns them.
    mutating func removeAhead() -> [Track] {
        defer { ahead = [] }
        waitsForNext = false
        return ahead
    }

    /// Forgets the current track, and returns it.
    mutating func removeCurrent() -> Track? {
        defer { current = nil }
        return current
    }

    /// Forgets the track behind the current one whose audio is `segment`, and all tracks behind that; returns them. `nil` if
    /// there is no such track.
    mutating func remove(from segment: UInt64) -> [Track]? {
        guard let index = ahead.firstIndex(where: { $0.segment == segment }) else { return nil }
        defer { ahead.removeSubrange(index...) }
        return Array(ahead[index...])
    }

    /// Takes back the track `segment` and all tracks behind it, because other items follow now. `newest` is the segment that
    /// was made last.
    ///
    /// The callback skips one range of segments. As long as it may not have passed the range of an earlier call, the new range
    /// must include that one, and so every segment that is not heard yet.
    /// - Returns: the last segment that stays, and the tracks that go; `nil` if there is no such track.
    mutating func takeBack(from segment: UInt64, newest: UInt64) -> (kept: UInt64, removed: [Track])? {
        guard var index = ahead.firstIndex(where: { $0.segment == segment }) else { return nil }
        if let current, takenBackThrough > current.segment { index = 0 }
        let kept = index == 0 ? (current?.segment ?? 0) : ahead[index - 1].segment
        takenBackThrough = newest
        defer { ahead.removeSubrange(index...) }
        return (kept, Array(ahead[index...]))
    }
}

// MARK: - Decoded and heard

extension OpenTracks {
    /// Notes that the last frame of a segment of `frames` frames is in the ring, or is kept back for an overlap.
    mutating func endDecoding(of segment: UInt64, after frames: FrameCount) {
        change(segment) { $0.endFrame = $0.startFrame + frames }
    }

    /// Notes that the sound of a segment breaks off because of an error.
    mutating func noteFailure(of segment: UInt64) { change(segment) { $0.hasFailed = true } }

    /// Notes that a segment ends because its stream came back as another one.
    mutating func comeBack(_ segment: UInt64) { change(segment) { $0.comesBack = true } }

    /// Notes that the last `frames` of a segment are mixed into the next one: the segment ends that much earlier.
    mutating func shorten(_ segment: UInt64, by frames: FrameCount) {
        change(segment) { $0.endFrame?.value -= frames.value }
    }

    /// Notes that no audio of the current track will come.
    mutating func emptyCurrent() {
        if let start = current?.startFrame { current?.endFrame = start }
    }

    /// Notes that the last frame of the current track was heard.
    mutating func endCurrent() { waitsForNext = true }

    /// Notes that the first frame of the current track was heard. Returns whether that is news.
    mutating func hearCurrent() -> Bool {
        guard let current, !current.wasHeard else { return false }
        self.current?.wasHeard = true
        return true
    }

    /// Makes the track behind the current one whose audio is `segment` the current one, because it is heard.
    /// - Returns: the tracks before it, which are over, the previous current one last; and how many items the queue goes on.
    ///   `nil` if there is no such track.
    mutating func advance(to segment: UInt64) -> (over: [Track], steps: Int)? {
        guard let index = ahead.firstIndex(where: { $0.segment == segment }) else { return nil }
        let over = ahead[..<index] + [current].compactMap(\.self)
        var track = ahead[index]
        let steps = track.distance
        track.wasHeard = true
        track.distance = 0
        current = track
        waitsForNext = false
        ahead.removeSubrange(...index)
        for later in ahead.indices { ahead[later].distance -= steps }
        return (Array(over), steps)
    }

    private mutating func change(_ segment: UInt64, _ change: (inout Track) -> Void) {
        if var track = current, track.segment == segment {
            change(&track)
            current = track
        } else if let index = ahead.firstIndex(where: { $0.segment == segment }) {
            change(&ahead[index])
        }
    }
}

// MARK: - Tags and durations

extension OpenTracks {
    /// Notes tags for a later frame of a segment.
    mutating func add(_ change: TagChange, to segment: UInt64) {
        self.change(segment) { $0.add(change) }
    }

    /// Gives the current track the newest of the tags that hold by `frame`, and returns these; `nil` if none are new.
    mutating func takeTags(upTo frame: Int64) -> [String: String]? {
        guard let newest = current?.takeTags(upTo: frame) else { return nil }
        current?.description.tags = newest.tags
        return newest.tags
    }

    /// Notes a silence that is left out of a segment.
    mutating func add(_ cut: SilenceCut, to segment: UInt64) { change(segment) { $0.cuts.add(cut) } }

    /// Gives the current track its item as the queue has it now.
    mutating func describeCurrent(as item: QueueItem) { current?.item = item }

    /// Takes over from the queue the durations that were found out.
    mutating func adoptDurations(from queue: PlayQueue) {
        current?.adoptDuration(from: queue)
        for index in ahead.indices { ahead[index].adoptDuration(from: queue) }
    }
}
