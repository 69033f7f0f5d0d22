package import AudioTypes

extension AudioReader {
    /// How long the track is in truth, from its first audible frame to its last: known once a read or a seek has come to its end,
    /// and `nil` before.
    package var heardLength: MediaTime? {
        guard hasEnded else { return nil }
        // Frames of several rates are counted as they come out.
        if !track.hasChangedRate, let position = track.position {
            // Whoever went to behind a written end comes to nothing there.
            let frames = track.length.map { min(position, track.linkStart + $0) } ?? position
            return MediaTime(value: frames, timescale: Int64(info.format.sampleRate.hertz))
        }
        return MediaTime(value: position.value, timescale: Int64(outputFormat.sampleRate.hertz))
    }

    /// Goes to the end without giving a frame to anybody, and answers how long all of it is.
    /// - Throws: what ``read(into:capacity:)`` throws.
    mutating func measure() throws(MediaError) -> MediaTime? {
        do throws(MediaError) {
            while try unsafe produce(into: nil, capacity: 1 << 20) > 0 {}
        } catch {
            // What is missing is not heard.
            guard error.code == .incomplete else { throw error }
        }
        return heardLength
    }
}
