package import AudioTypes
import MediaTypes

/// Reading the packets of a track as they are, in samples that carry them.
extension AudioReader {
    /// The format in which the packets can be read as they are; `nil` if they cannot.
    package var codedFormat: StreamFormat? { track.carriage?.format }

    /// Does one step of reading packets. The parameters and the result are those of `step(into:at:capacity:)`.
    mutating func carry(into planes: Planes?, at start: Int, capacity: Int) throws(MediaError) -> Int? {
        let place = position.value + Int64(start)
        if (carrier?.waitingCount ?? 0) > 0 {
            return unsafe carrier?.take(into: planes, at: start, capacity: capacity, position: place)
        }
        if track.pending.isEmpty, try !track.next() {
            hasEnded = true
            try checkEnd(at: place)
            return nil
        }
        track.take(track.pending.count)
        guard let carriage = track.carriage, let packet = track.codedPacket else { throw track.demuxer.undecodable }
        if carrier == nil { carrier = unsafe try Carrier(carriage, stream: track.demuxer.stream, name: track.name) }
        // Sound of another rate has no place among samples of the first one.
        let fits = track.frameFormat.sampleRate == track.format.sampleRate
        if !fits || carrier?.put(packet, start: track.frameStart, count: track.frame.count, from: place) == false {
            track.errorCount += 1
        }
        return 0
    }

    /// Moves to `target` among the samples that carry packets. Zeros are read from there to the first whole unit.
    mutating func moveCarried(to target: Int64, _ carriage: Carriage) throws(MediaError) {
        try track.seek(to: carriage.trackFrame(from: target))
        // The rate changes before the target, in a part that was not decoded until now.
        if track.hasChangedRate { return try move(to: FrameCount(target)) }
        position = FrameCount(target)
        hasEnded = track.pending.isEmpty
    }
}
