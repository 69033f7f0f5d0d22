import AudioTypes
import MediaTypes

// Long silences that are left out. The decode worker leaves them out and says where; the player counts along.
extension Player {
    /// How often to look again where cuts may have become known meanwhile, in nanoseconds: the worker is farther ahead than this.
    private static let lookAgain: Int64 = 500_000_000

    /// The silences that are left out of a track: of one that is repeated in part, only those behind the last pass.
    func silence(of track: Track, _ format: StreamFormat) -> SilenceRule? {
        guard obstacle(to: track.description, in: format) == nil, var rule = SilenceRule(configuration.options.skipSilence) else {
            return nil
        }
        guard loop != nil, track.segment == current?.segment else { return rule }
        guard let frames = track.loop, frames.passes != nil else { return nil }
        rule.from = frames.end
        return rule
    }

    /// How many seconds of silence of the current item were left out; `nil` if none are to be.
    package var skippedSilence: Double? {
        guard let track = current else { return nil }
        if silenceSaved.item == track.item.id { return silenceSaved.seconds }
        return tracks.format.flatMap { silence(of: track, $0) }.map { _ in 0 }
    }

    /// Plays what is open with the silences that are wanted now.
    mutating func changeSilence() -> [PlayerAction] {
        guard let (track, seconds) = soundingTrack, let format = tracks.format else {
            return takeBackAhead(from: tracks.ahead.first) + prepareNext()
        }
        let isRepeated = loop != nil && track.segment == current?.segment && track.loop?.passes == nil
        guard !isRepeated, obstacle(to: track.description, in: format) == nil else {
            return takeBackAhead(behind: track) + prepareNext()
        }
        return goOn(track, at: clampedFrame(seconds, track.description, format, speed: track.speed)) { _ in }
    }

    /// Takes in that a silence is left out of a segment, which is heard later.
    mutating func leaveOut(_ cut: SilenceCut, of segment: UInt64) -> [PlayerAction] {
        tracks.add(cut, to: segment)
        return []
    }

    /// Returns when to look next at what happens at the second `place` of the current item, in nanoseconds: silences in between may be left
    /// out, and some of them are not known yet.
    func time(to place: Double, from now: Double, _ timeLine: TimeLine) -> Int64 {
        guard let track = current, let format = tracks.format, silence(of: track, format) != nil || !timeLine.cuts.isEmpty else {
            return timeLine.nanoseconds(from: now, to: place)
        }
        return min(timeLine.nanoseconds(from: timeLine.played(toPlace: now), to: timeLine.played(toPlace: place)), Self.lookAgain)
    }

    /// The nanoseconds until ``lookAtSilence()`` has something to report; `nil` if nothing is known to come.
    package var timeToSilence: Int64? {
        guard state == .playing, let track = current, track.wasHeard, !track.cuts.isEmpty, let timeLine = tracks.timeLine,
            position?.isMoving == true, let played = playedNow
        else { return nil }
        let frame = timeLine.given(by: played)
        if track.cuts.skipped(by: frame) > track.skippedTold { return 0 }
        guard let next = track.cuts.next(after: frame) else { return nil }
        return timeLine.nanoseconds(from: played, to: timeLine.played(toGiven: Double(next.frame))) + 1_000_000
    }

    /// Reports silences that were left out by now.
    package mutating func lookAtSilence() -> [PlayerAction] {
        guard let track = current, track.wasHeard, !track.cuts.isEmpty, let timeLine = tracks.timeLine, let played = playedNow
        else {
            return []
        }
        let skipped = track.cuts.skipped(by: timeLine.given(by: played))
        guard skipped > track.skippedTold else { return [] }
        let seconds = Double(skipped - track.skippedTold) / timeLine.hertz
        tracks.changeCurrent { $0.skippedTold = skipped }
        if silenceSaved.item != track.item.id { silenceSaved = (track.item.id, 0) }
        silenceSaved.seconds += seconds
        return (position.map { [.emit(.positionChanged($0))] } ?? [])
            + [.emit(.silenceSkipped(seconds: seconds, total: silenceSaved.seconds)), .save]
    }
}
