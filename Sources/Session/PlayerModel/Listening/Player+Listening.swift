import AudioTypes
import MediaTypes

// What was heard of each item: counted whenever the clock is read, and reported when the item is over or left.
extension Player {
    /// Counts what was heard of the current item up to now.
    mutating func countHeard() {
        guard let track = current, track.wasHeard, let timeLine = tracks.timeLine, let played = playedLast else { return }
        let start = timeLine.played(at: track.startFrame)
        // As the callback told it, at most a cycle ago, and not counted on by the time: the callback may stand still since then. The
        // clock may be in the next item already.
        let most = track.loop == nil && track.cuts.isEmpty ? knownEnd : nil
        let place = min(played, most ?? .infinity, track.endFrame.map { timeLine.played(at: $0) } ?? .infinity)
        listening.hear(track.item.id, segment: track.segment, from: start, to: place, date: readings.date)
    }

    /// Reports the listening to tracks that were heard to their end, oldest first.
    mutating func reportHeard(_ over: [Track]) -> [PlayerAction] {
        over.flatMap { track -> [PlayerAction] in
            guard let timeLine = tracks.timeLine(of: track), let end = track.endFrame.map({ timeLine.seconds(at: $0) }) else {
                return []
            }
            let start = timeLine.played(at: track.startFrame)
            let played = track.endFrame.map { timeLine.played(at: $0) } ?? end
            listening.hear(track.item.id, segment: track.segment, from: start, to: played, date: readings.date)
            return report(track, .completed, at: end)
        }
    }

    /// Reports the listening to the current track, which is about to be left for the reason `end`. If it was heard to its end, that
    /// counts instead.
    mutating func reportListening(_ end: ListeningReport.End) -> [PlayerAction] {
        guard let track = current else { return [] }
        if tracks.waitsForNext { return reportHeard([track]) }
        return report(track, end, at: position?.seconds ?? secondsNow)
    }

    private mutating func report(_ track: Track, _ end: ListeningReport.End, at seconds: Double) -> [PlayerAction] {
        guard let run = listening.finish(track.item.id), run.seconds > 0 else { return [] }
        let duration = track.description.duration ?? track.item.duration
        let rule = configuration.resume
        var place: ListeningReport.PlaceChange?
        if track.description.isSeekable, rule.applies(to: track.item.uri, duration: duration, isSpoken: track.item.isSpoken) {
            place = end == .completed ? .forget : rule.change(leftAt: seconds, of: duration)
        }
        return [
            .listened(
                ListeningReport(
                    item: track.item, seconds: run.seconds, duration: duration, startedAt: run.startedAt, end: end, place: place))
        ]
    }

    /// Reports the listening to the current item because the daemon ends. The next run goes on with the item.
    package mutating func endListening() -> [PlayerAction] { reportListening(.left) }
}
