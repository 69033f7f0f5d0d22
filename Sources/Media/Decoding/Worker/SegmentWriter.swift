import AudioTypes
import MediaTypes
import PlayerModel
import RealtimeAudio

/// Writes one segment into a ring: its begin marker, its samples, its end marker.
///
/// The writer hands each chunk to the callback only once the next chunk is known. So the end marker is always there before the
/// last frame is, and the callback never takes the end for an underrun.
///
/// If tracks may overlap, the writer keeps the newest frames back in ``tail`` until it is known which segment follows.
@safe final class SegmentWriter {
    /// What one call of ``writeChunk(atMost:)`` did.
    enum Progress {
        case wrote, ringIsFull, markersAreFull, ended
        /// Nothing: the source has nothing yet, and the worker may have a message.
        case waits
        /// The source has given all its frames; the tail is kept back.
        case sourceEnded
        /// Nothing: it is not known yet which segment follows the tail. `isUrgent` says that the ring runs low meanwhile.
        case awaitsFollower(isUrgent: Bool)
    }

    /// What happens to the end of the segment.
    enum Ending {
        /// The source has not given all its frames.
        case open
        /// The tail is kept back until it is known which segment follows.
        case awaited
        /// The tail goes into the ring, except its last frames if `follower` begins in their place: `overlap` of them are mixed into its
        /// first ones, and `leftOut` behind them are not heard.
        case decided(overlap: Int, leftOut: Int = 0, follower: DecodeOrder?)
    }

    /// The ring has room for at least this number of chunks.
    private static let leastChunks = 4
    /// How many times the writer waits for a follower while the ring is less than half full, before it gives up.
    private static let mostLooksInVain = 25

    let order: DecodeOrder
    let input: SegmentInput
    /// How long tracks overlap, in seconds.
    var crossfadeSeconds = 0.0
    var ending = Ending.open
    /// Whether control knows how many frames the segment has.
    private(set) var isDecodedTold = false
    /// The newest frames, which are kept back from the ring.
    private(set) var tail: HeldFrames?
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Frames of the ring from this one on are still wanted; the callback may drop those before it.
    private let wantedFrom: UInt64
    private var hasBegun: Bool
    /// How many frames are written into the ring and not yet handed over.
    private var held = 0
    /// The frame behind the last one that was decoded.
    private var position: Int64
    private var knownDecodeErrors: Int
    private var looksInVain = 0
    /// The frame of the ring at which a follower begins over the end of this segment.
    private var followerBegin: UInt64?

    /// Whether the callback has not yet reached a follower that overlaps with the end of this segment.
    var isFollowerToCome: Bool {
        guard let followerBegin else { return true }
        let left = followerBegin &- order.producer.taken
        return left > 0 && left <= UInt64(capacity)
    }

    /// How far into the segment the callback can read by now.
    var progress: DecodeReading {
        DecodeReading(segment: order.segment, frame: position - Int64(held + tailCount))
    }

    /// How many frames were decoded for this segment.
    var frames: Int64 { position - order.startFrame.value }

    /// How many frames are kept back.
    var tailCount: Int { tail?.count ?? 0 }

    /// - Parameters:
    ///   - wantedFrom: the frame of the ring from which on its frames are wanted.
    ///   - hasBegun: whether the begin marker is there already, because it took the place of the end marker of the segment
    ///     before.
    init(order: DecodeOrder, input: SegmentInput, wantedFrom: UInt64, hasBegun: Bool = false) {
        self.order = order
        self.input = input
        self.wantedFrom = wantedFrom
        self.hasBegun = hasBegun
        position = order.startFrame.value
        knownDecodeErrors = input.source.decodeErrorCount
        unsafe planes = .allocate(capacity: order.producer.format.channelCount)
    }

    /// Makes a writer that resumes a segment whose tail was to be overlapped by a follower that does not come after all: now
    /// the tail goes into the ring.
    init(resuming interrupted: SegmentWriter, wantedFrom: UInt64) {
        var order = interrupted.order
        // If the ring ran dry meanwhile, this segment resumes in the middle of a waveform.
        order.rampsIn = true
        self.order = order
        input = interrupted.input
        self.wantedFrom = wantedFrom
        hasBegun = false
        position = interrupted.position
        knownDecodeErrors = interrupted.knownDecodeErrors
        ending = .decided(overlap: 0, follower: nil)
        tail = interrupted.tail
        unsafe planes = .allocate(capacity: order.producer.format.channelCount)
    }

    deinit { unsafe planes.deallocate() }

    /// Does one piece of work: decodes or writes up to `limit` frames.
    func writeChunk(atMost limit: Int) throws(PlaybackError) -> Progress {
        if !hasBegun {
            guard push(.begin, of: order, at: position - Int64(tailCount)) else { return .markersAreFull }
            hasBegun = true
        }
        switch ending {
        case .open: return try proceed(limit)
        case .awaited:
            guard givesTailUp() else { return .awaitsFollower(isUrgent: filled < capacity / 2) }
            ending = .decided(overlap: 0, follower: nil)
            return .wrote
        case .decided(let overlap, let leftOut, let follower):
            let kept = overlap + leftOut
            guard tailCount > kept else { return finish(follower) }
            return writeTail(atMost: min(limit, tailCount - kept))
        }
    }

    private func proceed(_ limit: Int) throws(PlaybackError) -> Progress {
        let format = order.producer.format
        let longest = Crossfade.longest(
            crossfadeSeconds, of: input.source.description, from: order.startFrame, at: format.sampleRate, speed: order.speed,
            without: order.silentEnd)
        // Coded sound cannot be mixed. Where nothing may overlap, nothing is left out either.
        let kept = format.coding == nil && longest > .zero ? Int((longest + order.silentEnd).value) : 0
        let isLow = filled + held < enough
        if tailCount > kept { return writeTail(atMost: min(limit, tailCount - kept)) }
        // Frames that are heard next come first; frames that are kept back for later come second.
        if tailCount > 0, isLow { return writeTail(atMost: min(limit, tailCount)) }
        return kept == 0 || isLow ? try decodeIntoRing(limit) : try decodeIntoTail(limit, kept)
    }

    private func decodeIntoRing(_ limit: Int) throws(PlaybackError) -> Progress {
        let room = unsafe order.producer.writeRegion(after: held, into: planes)
        if room == 0 { return .ringIsFull }
        let count = unsafe try input.read(into: planes, capacity: min(room, limit, share))
        if count == 0, input.source.isWaiting { return .waits }
        if count == 0 {
            ending = .decided(overlap: 0, follower: nil)
            return finish(nil)
        }
        handOver(andHold: count)
        // More may come late or never.
        if input.source.isLive { handOver(andHold: 0) }
        position += Int64(count)
        return .wrote
    }

    private func decodeIntoTail(_ limit: Int, _ kept: Int) throws(PlaybackError) -> Progress {
        let tail = tail ?? HeldFrames(channelCount: order.producer.format.channelCount, capacity: kept + limit)
        self.tail = tail
        tail.reserve(kept + limit)
        let room = unsafe tail.writeRegion(into: planes)
        let count = unsafe try input.read(into: planes, capacity: min(room, limit))
        if count == 0, input.source.isWaiting { return .waits }
        if count == 0 {
            guard tail.count > 0 else {
                ending = .decided(overlap: 0, follower: nil)
                return finish(nil)
            }
            ending = .awaited
            isDecodedTold = true
            return .sourceEnded
        }
        tail.commit(count)
        position += Int64(count)
        return .wrote
    }

    private func writeTail(atMost limit: Int) -> Progress {
        let room = unsafe order.producer.writeRegion(after: held, into: planes)
        if room == 0 { return .ringIsFull }
        handOver(andHold: unsafe tail?.take(into: planes, atMost: min(room, limit, share)) ?? 0)
        return .wrote
    }

    /// Returns whether the ring runs too low to wait longer for a follower.
    private func givesTailUp() -> Bool {
        guard filled < capacity / 2 else { return false }
        looksInVain += 1
        return filled < enough || looksInVain > Self.mostLooksInVain
    }

    /// Returns the changes of tags that the source has read since the last call.
    func takeTagChanges() -> [TagChange] { input.source.takeTagChanges() }

    /// Returns how many packets the source has left out since the last call, because they could not be decoded.
    func takeDecodeErrors() -> Int {
        defer { knownDecodeErrors = input.source.decodeErrorCount }
        return input.source.decodeErrorCount - knownDecodeErrors
    }

    /// Ends the decoding because the source failed; returns whether frames are kept back that still have to be heard.
    func endsEarly() -> Bool {
        guard tailCount > 0 else { return false }
        ending = .awaited
        isDecodedTold = true
        return true
    }

    /// Ends the segment at this point, because it failed or is no longer wanted.
    func abandon() {
        guard hasBegun else { return }
        // If the marker queue is full, the callback counts silence as an underrun until the next segment. That is harmless.
        _ = finish(nil)
    }

    /// Pushes the marker that ends the segment, or the one that begins `follower`; then hands over the frames that were held.
    private func finish(_ follower: DecodeOrder?) -> Progress {
        let isTold =
            if let follower {
                push(.begin, of: follower.comingOutOfAnother, at: follower.startFrame.value)
            } else {
                push(.end, of: order, at: position - Int64(tailCount))
            }
        guard isTold else { return .markersAreFull }
        if follower != nil { followerBegin = order.producer.written &+ UInt64(held) }
        handOver(andHold: 0)
        return .ended
    }
}

// MARK: - The ring

extension SegmentWriter {
    private var capacity: Int { order.producer.capacity }

    /// How many wanted frames the callback can take by now.
    private var filled: Int {
        let wanted = order.producer.written &- wantedFrom
        return min(capacity - order.producer.writableCount, max(0, Int(truncatingIfNeeded: wanted)))
    }

    /// The number of frames below which the worker fills up a full ring again; `nil` for half of it. If most of the ring was
    /// taken back, any room is enough: the callback will drop those frames all at once, and then the wanted ones must be there.
    var wakeMark: Int? { filled < capacity / 2 ? capacity - held : nil }

    /// The least that the ring holds before frames are kept back, and while they are: a quarter of a second. So nobody waits
    /// for a beginning, and no ring runs dry for the sake of an end.
    private var enough: Int { min(capacity / Self.leastChunks, Int(order.producer.format.sampleRate.hertz) / 4) }

    /// The frame of the media before which every frame is certainly heard, or dropped.
    var certainlyHeard: Int64 { position - Int64(tailCount + held + capacity - order.producer.writableCount) }

    /// The frame of the media behind the last one that is heard as part of this segment.
    var end: Int64 { position - Int64(tailCount) }

    /// The most frames of one chunk. In a small ring the chunk that is held must stay a small part, or nothing would ever be
    /// handed over.
    private var share: Int { max(1, capacity / Self.leastChunks) }

    /// Hands over the frames that were held, now that `count` frames behind them are written.
    private func handOver(andHold count: Int) {
        order.producer.commit(held)
        held = count
    }

    private func push(_ kind: SegmentMarker.Kind, of order: DecodeOrder, at mediaFrame: Int64) -> Bool {
        let marker = SegmentMarker(
            ringFrame: order.producer.written &+ UInt64(held), segment: order.segment, mediaFrame: mediaFrame,
            generation: order.generation, kind: kind, rampsIn: order.rampsIn, gain: order.gain)
        return order.producer.push(marker)
    }
}
