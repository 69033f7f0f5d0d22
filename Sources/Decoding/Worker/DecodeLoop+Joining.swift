import AudioTypes
import PlayerModel
import RealtimeAudio

// From one segment to the next: side by side, or one over the other.
extension DecodeLoop {
    /// Decides what becomes of the tail that `writer` keeps back, as soon as it is known what follows.
    mutating func join(_ writer: SegmentWriter) {
        guard prepare(), let next = prepared else { return }
        let overlap = min(Int(next.order.overlap.value), writer.tailCount)
        writer.ending = .decided(overlap: overlap, follower: overlap > 0 ? next.order : nil)
    }

    /// A segment is written, or all of it that nothing overlaps.
    mutating func ended(_ writer: SegmentWriter) {
        running = nil
        if !writer.isDecodedTold { tellDecoded(writer) }
        guard case .decided(let frames, let order?) = writer.ending, let tail = writer.tail, let next = prepared else { return }
        prepared = nil
        overlapped.append(writer)
        events(.overlapped(segment: writer.order.segment, frames: Int64(frames)))
        let overlap = Overlap(
            tail, channelCount: order.producer.format.channelCount, gain: writer.order.gain / order.gain)
        start(order, next.source, overlap: overlap)
    }

    /// Tells that the source has given everything.
    func tellDecoded(_ writer: SegmentWriter) {
        events(
            .decoded(segment: writer.order.segment, frames: writer.frames, duration: writer.input.source.heardDuration))
    }

    /// Takes back what was appended after `segment`.
    ///
    /// Where something of it overlaps with the end of `segment`, that end has to be heard as it is. The callback skips what is
    /// taken back, from the frame on where the overlap would have begun: there the segment goes on, under its old number.
    mutating func cancel(after segment: UInt64) {
        waiting.removeAll { $0.segment > segment }
        if let order = prepared?.order, order.segment > segment { prepared = nil }
        overlapped.removeAll { $0.order.segment > segment }
        guard let writer = running, writer.order.segment <= segment else {
            running?.abandon()
            running = nil
            if let producer { wantedFrom = producer.written }
            if let last = overlapped.last, last.order.segment == segment {
                overlapped.removeLast()
                // Where the follower is in the middle of being heard it is too late: the end would be heard a second time.
                if last.isFollowerToCome { running = SegmentWriter(resuming: last, wantedFrom: wantedFrom) }
            }
            return
        }
        if case .decided(_, _?) = writer.ending { writer.ending = .awaited }
    }
}
