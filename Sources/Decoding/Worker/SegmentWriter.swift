import AudioTypes
import MediaTypes
import PlayerModel
import RealtimeAudio

/// Writes one segment into a ring: its begin marker, its samples, its end marker.
///
/// A chunk is handed to the callback only once the next one is known: so the end marker is always there before the last
/// frame is, and the callback never takes the end for an underrun.
///
/// Where tracks may overlap, the newest frames are kept back in ``tail`` until it is known what follows them.
@safe final class SegmentWriter {
    /// What one call did.
    enum Progress {
        case wrote, ringIsFull, markersAreFull, ended
        /// The source has given everything, and its tail is kept back.
        case sourceEnded
        /// Nothing: it is still open what follows the tail. `isUrgent` where the ring goes down meanwhile.
        case awaitsFollower(isUrgent: Bool)
    }

    /// What becomes of the end.
    enum Ending {
        /// The source has not given everything.
        case open
        /// The tail is kept back for whatever follows.
        case awaited
        /// The tail goes into the ring, but for its last `overlap` frames where `follower` is to begin in their place.
        case decided(overlap: Int, follower: DecodeOrder?)
    }

    /// A ring takes at least so many chunks.
    private static let leastChunks = 4
    /// How often the ring may be looked at in vain, below its low-water mark, before a follower is waited for no longer.
    private static let patience = 25

    let order: DecodeOrder
    let input: SegmentInput
    /// How long tracks overlap, in seconds.
    var crossfadeSeconds = 0.0
    var ending = Ending.open
    /// Whether control knows how many frames there were.
    private(set) var isDecodedTold = false
    /// The newest frames, which are not in the ring yet.
    private(set) var tail: HeldFrames?
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// What stands in the ring from this frame on is still wanted; what stands before may be dropped by the callback.
    private let wantedFrom: UInt64
    private var hasBegun: Bool
    /// Frames written into the ring and not yet handed over.
    private var held = 0
    /// Behind the last frame that was decoded.
    private var position: Int64
    private var knownDecodeErrors: Int
    private var looksInVain = 0
    /// At which frame of the ring a follower begins over the end of this one.
    private var followerBegin: UInt64?

    /// Whether the callback has not got to a follower that overlaps with the end of this one.
    var isFollowerToCome: Bool {
        guard let followerBegin else { return true }
        let left = followerBegin &- order.producer.taken
        return left > 0 && left <= UInt64(capacity)
    }

    /// What the callback can have of it by now.
    var progress: DecodeReading {
        DecodeReading(segment: order.segment, frame: position - Int64(held + tailCount))
    }

    /// How many frames were decoded for this segment.
    var frames: Int64 { position - order.startFrame.value }

    /// How many frames are kept back.
    var tailCount: Int { tail?.count ?? 0 }

    /// - Parameters:
    ///   - wantedFrom: from which frame of the ring on it holds what is wanted.
    ///   - hasBegun: whether the begin marker is there already: it was the end of the segment before.
    init(order: DecodeOrder, input: SegmentInput, wantedFrom: UInt64, hasBegun: Bool = false) {
        self.order = order
        self.input = input
        self.wantedFrom = wantedFrom
        self.hasBegun = hasBegun
        position = order.startFrame.value
        knownDecodeErrors = input.source.decodeErrorCount
        unsafe planes = .allocate(capacity: order.producer.format.channelCount)
    }

    /// Takes a segment up again whose tail was overlapped by a follower that does not come after all: now it goes into the ring.
    init(resuming interrupted: SegmentWriter, wantedFrom: UInt64) {
        var order = interrupted.order
        // Where the ring ran dry meanwhile, this is in the middle of a waveform.
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

    /// Does one piece of work: decodes or writes one chunk.
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
        case .decided(let overlap, let follower):
            guard tailCount > overlap else { return finish(follower) }
            return writeTail(atMost: min(limit, tailCount - overlap))
        }
    }

    private func proceed(_ limit: Int) throws(PlaybackError) -> Progress {
        let longest = Crossfade.longest(
            crossfadeSeconds, of: input.source.description, from: order.startFrame, at: order.producer.format.sampleRate)
        let kept = Int(longest.value)
        let isLow = filled + held < enough
        if tailCount > kept { return writeTail(atMost: min(limit, tailCount - kept)) }
        // What is heard next comes first, what is kept back for later second.
        if tailCount > 0, isLow { return writeTail(atMost: min(limit, tailCount)) }
        return kept == 0 || isLow ? try decodeIntoRing(limit) : try decodeIntoTail(limit, kept)
    }

    private func decodeIntoRing(_ limit: Int) throws(PlaybackError) -> Progress {
        let room = unsafe order.producer.writeRegion(after: held, into: planes)
        if room == 0 { return .ringIsFull }
        let count = unsafe try input.read(into: planes, capacity: min(room, limit, share))
        if count == 0 {
            ending = .decided(overlap: 0, follower: nil)
            return finish(nil)
        }
        handOver(andHold: count)
        position += Int64(count)
        return .wrote
    }

    private func decodeIntoTail(_ limit: Int, _ kept: Int) throws(PlaybackError) -> Progress {
        let tail = tail ?? HeldFrames(channelCount: order.producer.format.channelCount, capacity: kept + limit)
        self.tail = tail
        tail.reserve(kept + limit)
        let room = unsafe tail.writeRegion(into: planes)
        let count = unsafe try input.read(into: planes, capacity: min(room, limit))
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

    /// Whether the ring runs too low to wait for a follower any longer.
    private func givesTailUp() -> Bool {
        guard filled < capacity / 2 else { return false }
        looksInVain += 1
        return filled < enough || looksInVain > Self.patience
    }

    /// What the source said about itself since the last call.
    func takeTagChanges() -> [TagChange] { input.source.takeTagChanges() }

    /// How many packets the source has left out since the last call, because they could not be decoded.
    func takeDecodeErrors() -> Int {
        defer { knownDecodeErrors = input.source.decodeErrorCount }
        return input.source.decodeErrorCount - knownDecodeErrors
    }

    /// Ends the decoding because the source failed; whether something is kept back that is still to be heard.
    func endsEarly() -> Bool {
        guard tailCount > 0 else { return false }
        ending = .awaited
        isDecodedTold = true
        return true
    }

    /// Ends the segment where it stands, because it failed or is not wanted any more.
    func abandon() {
        guard hasBegun else { return }
        // With the marker queue full the callback counts silence as an underrun until the next segment: harmless.
        _ = finish(nil)
    }

    /// Says that the segment is over, or that `follower` begins, and hands over what was held for that.
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

    /// How much of what is wanted the callback can take by now.
    private var filled: Int {
        let wanted = order.producer.written &- wantedFrom
        return min(capacity - order.producer.writableCount, max(0, Int(truncatingIfNeeded: wanted)))
    }

    /// How many frames a full ring holds when it is to be topped up: half, usually. Where most of it was taken back, as soon as
    /// there is any room, because the callback will drop all of that at once, and then what is wanted has to be there.
    var wakeMark: Int? { filled < capacity / 2 ? capacity - held : nil }

    /// How much the ring holds at least before anything is kept back, and while it is: a quarter of a second, so that nobody
    /// waits for a beginning, and no ring runs dry for the sake of an end.
    private var enough: Int { min(capacity / Self.leastChunks, Int(order.producer.format.sampleRate.hertz) / 4) }

    /// Of a small ring the held part stays a small part, or nothing would ever be handed over.
    private var share: Int { max(1, capacity / Self.leastChunks) }

    /// Hands over what was held, now that `count` frames behind it are written.
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
