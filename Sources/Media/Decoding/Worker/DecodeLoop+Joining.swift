import AudioTypes
import PlayerModel
import RealtimeAudio

// How one segment follows another: directly behind it, or overlapping with it.
extension DecodeLoop {
    /// Decides what happens to the tail that `writer` keeps back, as soon as it is known which segment follows.
    mutating func join(_ writer: SegmentWriter) {
        guard prepare(), let next = prepared else { return }
        let join = next.order.join
        let leftOut = min(Int(join.leftOut.value), writer.tailCount)
        let overlap = min(Int(join.overlap.value), writer.tailCount - leftOut)
        writer.ending = .decided(overlap: overlap, leftOut: leftOut, follower: overlap + leftOut > 0 ? next.order : nil)
    }

    /// Handles the end of a segment: all of it is written, except the frames that the next segment overlaps.
    mutating func ended(_ writer: SegmentWriter) {
        running = nil
        taps.take(from: writer)
        taps.end(writer.order.segment, at: writer.end)
        if !writer.isDecodedTold { tellDecoded(writer) }
        guard case .decided(let frames, let leftOut, let order?) = writer.ending, let tail = writer.tail, let next = prepared
        else { return }
        prepared = nil
        overlapped.append(writer)
        events(.overlapped(segment: writer.order.segment, frames: Int64(frames + leftOut)))
        let overlap = Overlap(
            tail, count: frames, channelCount: order.producer.format.channelCount, gain: writer.order.gain / order.gain,
            fadesIn: order.join.fadesIn)
        start(order, next.source, overlap: overlap)
    }

    /// Reports that the source has given all its frames.
    func tellDecoded(_ writer: SegmentWriter) {
        events(
            .decoded(segment: writer.order.segment, frames: writer.frames, duration: writer.input.source.heardDuration))
    }

    /// Takes back the segments that were appended after `segment`.
    ///
    /// If one of them overlaps with the end of `segment`, that end must be heard unmixed. The callback skips the segments that
    /// are taken back, from the frame on at which the overlap would begin. There `segment` goes on, under its old number.
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
                // If the callback is already in the next segment, it is too late: the end would be heard a second time.
                if last.isFollowerToCome { running = SegmentWriter(resuming: last, wantedFrom: wantedFrom) }
            }
            return
        }
        if case .decided(_, _, _?) = writer.ending { writer.ending = .awaited }
    }
}
