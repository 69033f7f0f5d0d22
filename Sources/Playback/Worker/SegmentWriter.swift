import AudioTypes
import Media
import RealtimeAudio

/// Writes one segment into a ring: its begin marker, its samples, its end marker.
///
/// A chunk is handed to the callback only once the next one is known: so the end marker is always there before the last
/// frame is, and the callback never takes the end for an underrun.
@safe final class SegmentWriter {
    /// What one call did.
    enum Progress {
        case wrote, ringIsFull, markersAreFull, ended
    }

    /// A ring takes at least so many chunks.
    private static let leastChunks = 4

    let order: DecodeOrder
    private let source: any MediaSource
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private var hasBegun = false
    /// Frames written into the ring and not yet handed over.
    private var held = 0
    private var position: Int64
    private var sourceIsAtEnd = false
    private var knownDecodeErrors: Int

    /// What the callback can have of it by now.
    var progress: DecodeProgress.Reading { DecodeProgress.Reading(segment: order.segment, frame: position - Int64(held)) }

    /// How many frames were decoded for this segment.
    var frames: Int64 { position - order.startFrame.value }

    init(order: DecodeOrder, source: any MediaSource) {
        self.order = order
        self.source = source
        position = order.startFrame.value
        knownDecodeErrors = source.decodeErrorCount
        unsafe planes = .allocate(capacity: order.renderer.format.channelCount)
    }

    deinit { unsafe planes.deallocate() }

    /// Decodes and writes one chunk.
    func writeChunk(atMost limit: Int) throws(PlaybackError) -> Progress {
        if !hasBegun {
            guard push(.begin, at: position, after: 0) else { return .markersAreFull }
            hasBegun = true
        }
        if sourceIsAtEnd { return finish() }
        let state = unsafe order.renderer.state
        let room = unsafe state.pointee.ring.writeRegion(after: held, into: planes)
        if room == 0 { return .ringIsFull }
        // Of a small ring the held part stays a small part, or nothing would ever be handed over.
        let share = unsafe max(1, state.pointee.ring.capacity / Self.leastChunks)
        let count = unsafe try source.read(into: planes, capacity: min(room, limit, share))
        if count == 0 {
            sourceIsAtEnd = true
            return finish()
        }
        unsafe state.pointee.ring.commit(held)
        held = count
        position += Int64(count)
        return .wrote
    }

    /// What the source said about itself since the last call.
    func takeTagChanges() -> [TagChange] { source.takeTagChanges() }

    /// How many packets the source has left out since the last call, because they could not be decoded.
    func takeDecodeErrors() -> Int {
        defer { knownDecodeErrors = source.decodeErrorCount }
        return source.decodeErrorCount - knownDecodeErrors
    }

    /// Ends the segment where it stands, because it failed or is not wanted any more.
    func abandon() {
        guard hasBegun else { return }
        // With the marker queue full the callback counts silence as an underrun until the next segment: harmless.
        _ = finish()
    }

    private func finish() -> Progress {
        guard push(.end, at: position, after: held) else { return .markersAreFull }
        unsafe order.renderer.state.pointee.ring.commit(held)
        held = 0
        return .ended
    }

    private func push(_ kind: SegmentMarker.Kind, at mediaFrame: Int64, after offset: Int) -> Bool {
        let state = unsafe order.renderer.state
        let marker = unsafe SegmentMarker(
            ringFrame: state.pointee.ring.written &+ UInt64(offset), segment: order.segment, mediaFrame: mediaFrame,
            generation: order.generation, kind: kind, rampsIn: order.rampsIn, gain: order.gain)
        return unsafe state.pointee.markers.push(marker)
    }
}
