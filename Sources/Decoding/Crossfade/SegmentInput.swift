import PlayerModel

/// What a segment is made of: what its source gives, the beginning of it overlapped by the end of the segment before.
@safe final class SegmentInput {
    let source: any MediaSource
    private let channelCount: Int
    private var overlap: Overlap?
    /// What went wrong before the overlap was over; told behind it.
    private var failure: PlaybackError?

    init(_ source: any MediaSource, channelCount: Int, overlap: Overlap? = nil) {
        self.source = source
        self.channelCount = channelCount
        self.overlap = overlap
    }

    /// Decodes up to `capacity` frames into one plane a channel; 0 at the end.
    func read(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(PlaybackError) -> Int {
        guard let overlap else {
            if let failure { throw failure }
            return unsafe try source.read(into: planes, capacity: capacity)
        }
        let wanted = min(capacity, overlap.left)
        var count = unsafe try readBeginning(into: planes, capacity: wanted)
        if count == 0 {
            // It is over before the track that it overlaps with is: that one fades out alone.
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
            // Nobody wants to hear what was closed; what only failed does not take the track before with it.
            if error.code == .superseded { throw error }
            failure = error
            return 0
        }
    }
}
