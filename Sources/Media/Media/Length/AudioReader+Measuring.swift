package import AudioTypes
import MediaTypes

extension AudioReader {
    /// The real length of the track, from its first audible frame to its last. It is known once a read or a seek has reached
    /// the end; `nil` before.
    package var heardLength: MediaTime? {
        guard hasEnded else { return nil }
        // If the rate changes, count the frames of the output instead.
        if !track.hasChangedRate, let position = track.position {
            // A seek to beyond the stated end reaches that end without a frame.
            let frames = track.length.map { min(position, track.linkStart + $0) } ?? position
            return MediaTime(value: frames, timescale: Int64(info.format.sampleRate.hertz))
        }
        return MediaTime(value: position.value, timescale: Int64(outputFormat.sampleRate.hertz))
    }

    /// Decodes to the end without giving out any frame, and returns the length of the track.
    /// - Throws: what ``read(into:capacity:)`` throws, except ``MediaError/Code/incomplete``.
    mutating func measure() throws(MediaError) -> MediaTime? {
        do throws(MediaError) {
            while try unsafe produce(into: nil, capacity: 1 << 20) > 0 {}
        } catch {
            // Missing sound is not audible, so it does not count.
            guard error.code == .incomplete else { throw error }
        }
        return heardLength
    }
}
