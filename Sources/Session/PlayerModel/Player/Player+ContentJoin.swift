import AudioTypes
import MediaTypes

// Joints that what is heard at the ends of two tracks decides.
extension Player {
    /// How far the length of the sound that was measured may be from the one that was decoded, in seconds: resampling rounds, and the tags of
    /// another file are off by more.
    private static let tolerance = 0.1

    /// Returns how `track` follows `previous` by what is heard there, and has it start behind the silence at its beginning. `nil` if that is not
    /// wanted, if nobody knows how they end and begin, or if what was decoded is not what was measured.
    func contentJoin(_ track: inout Track, with previous: Track, _ rate: SampleRate) -> SegmentJoin? {
        let limit = configuration.options.crossfadeSeconds
        guard limit > 0, let leaving = leavingSide(previous, rate), let coming = comingSide(track, rate) else { return nil }
        let join = ContentJoin(of: leaving, with: coming, limit: limit)
        if join.skipped > 0 { track.startFrame = FrameCount(seconds: join.skipped, at: rate) }
        return SegmentJoin(
            overlap: FrameCount(seconds: join.overlap, at: rate), leftOut: FrameCount(seconds: join.leftOut, at: rate),
            fadesIn: false)
    }

    /// How many of the last frames of a track may be left out as silence, whatever follows.
    func silentEnd(of track: Track, _ format: StreamFormat) -> FrameCount {
        guard configuration.options.crossfadeSeconds > 0, let ends = ends(of: track) else { return .zero }
        return FrameCount(seconds: ContentJoin.longestSilence(of: ends, speed: track.speed), at: format.sampleRate)
    }

    private func leavingSide(_ track: Track, _ rate: SampleRate) -> ContentJoin.Side? {
        guard let ends = ends(of: track), !track.hasFailed, let end = track.endFrame else { return nil }
        if let seconds = ends.seconds, abs(end.seconds(at: rate) * track.speed - seconds) > Self.tolerance { return nil }
        return ContentJoin.Side(
            ends: ends, played: (end - track.startFrame).seconds(at: rate), speed: track.speed,
            decibels: track.gain?.decibels ?? 0)
    }

    private func comingSide(_ track: Track, _ rate: SampleRate) -> ContentJoin.Side? {
        // What goes on where it was left does not begin.
        guard let ends = ends(of: track), track.startFrame == .zero, track.description.isSeekable,
            let duration = track.description.duration
        else { return nil }
        return ContentJoin.Side(
            ends: ends, played: duration / track.speed, speed: track.speed, decibels: track.gain?.decibels ?? 0)
    }

    /// How the sound of a track begins and ends, if that is to decide how it overlaps. Of what is played otherwise than as it is in the media,
    /// nobody knows.
    private func ends(of track: Track) -> SoundEnds? {
        guard configuration.options.crossfadeBy == .content, !track.description.isRemote, track.loop == nil,
            let format = tracks.format,
            format.coding == nil, silence(of: track, format) == nil
        else { return nil }
        return track.description.ends
    }
}
