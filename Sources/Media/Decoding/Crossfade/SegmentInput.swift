import PlayerModel

/// The input of a segment: the samples of its source, whose beginning may be mixed with the end of the segment before.
@safe final class SegmentInput {
    let source: any MediaSource
    private let channelCount: Int
    private var overlap: Overlap?
    /// An error that came before the overlap was over. It is thrown after the overlap.
    private var failure: PlaybackError?

    init(_ source: any MediaSource, channelCount: Int, overlap: Overlap? = nil) {
        self.source = source
        self.channelCount = channelCount
        self.overlap = overlap.flatMap { $0.left > 0 ? $0 : nil }
    }

    /// Decodes up to `capacity` frames into `planes`, one plane a channel, and returns how many; 0 at the end.
    func read(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(PlaybackError) -> Int {
        guard let overlap else {
            if let failure { throw failure }
            return unsafe try source.read(into: planes, capacity: capacity)
        }
        let wanted = min(capacity, overlap.left)
        var count = unsafe try readBeginning(into: planes, capacity: wanted)
        if count == 0, failure == nil, source.isWaiting { return 0 }
        if count == 0 {
            // The source ends before the overlap does: the ending track fades out alone.
            for channel in 0..<channelCount { unsafe planes[channel].update(repeating: 0, count: wanted) }
            count = wanted
        }
        unsafe overlap.mix(into: planes, count: count)
        if overlap.left == 0 { self.overlap = nil }
        return count
    }

    private func readBeginning(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(PlaybackError) -> Int {
        if failure != nil { return 0 }
        do throws(PlaybackError) {
            return unsafe try source.read(into: planes, capacity: capacity)
        } catch {
            // A source that was closed is not to be heard, so its error is thrown at once. After any other error, the track
            // before must still be heard to its end.
            if error.code == .superseded { throw error }
            failure = error
            return 0
        }
    }
}
