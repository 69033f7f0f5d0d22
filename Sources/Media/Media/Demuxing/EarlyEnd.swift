import AudioTypes
import MediaTypes

/// The rule that tells whether media end before their stated length.
enum EarlyEnd {
    /// How much of a stated length may be missing at the end, in seconds. This is more than two frames of any codec, and more than
    /// the padding that some containers count.
    static let tolerance = 0.5
}

extension AudioReader {
    /// Throws if sound is missing before the end: the file became shorter while it was read, or was never as long as its header
    /// says.
    func checkEnd(at frame: Int64) throws(MediaError) {
        let seconds = FrameCount(frame).seconds(at: outputFormat.sampleRate)
        if let promised = try promisedSeconds, seconds + endTolerance < promised {
            if track.source.hasShrunk {
                throw MediaError(.corrupt, "\(track.name) ended early: the file became shorter while it was played")
            }
            throw incomplete("\(Self.text(of: seconds)) of its \(Self.text(of: promised)) seconds are there")
        }
        if try track.demuxer.isCut() { throw incomplete("only its first \(Self.text(of: seconds)) seconds are there") }
    }

    /// The duration to check the end against. A cut breaks one packet; if more packets are broken, this is `nil`, because the
    /// error count reports the damage.
    private var promisedSeconds: Double? {
        get throws(MediaError) { track.source.hasShrunk || track.check.errorCount <= 1 ? try track.promisedSeconds() : nil }
    }

    /// The converter keeps back one frame of its input, and such a frame is long at a rate of a few hertz.
    private var endTolerance: Double { EarlyEnd.tolerance + 2 / Double(info.format.sampleRate.hertz) }

    private func incomplete(_ what: String) -> MediaError {
        MediaError(.incomplete, "\(track.name) is incomplete: \(what)")
    }

    /// Formats `seconds` with one decimal.
    private static func text(of seconds: Double) -> String {
        let tenths = Int((min(seconds, 1e9) * 10).rounded(.down))
        return "\(tenths / 10).\(tenths % 10)"
    }
}
