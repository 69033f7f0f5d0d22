import Application
import AudioSession
import AudioTypes
import ControlProtocol
import MediaTypes
import PlayerModel

extension Wire.Status {
    /// Makes the status from playback at one moment.
    init(_ snapshot: ApplicationSnapshot) {
        let player = snapshot.player
        let queue = player.queue
        self.init(
            state: Wire.PlayerState(player.state), reason: Wire.StateReason(player.reason),
            item: player.item.map { Wire.QueueItem($0, in: queue) }, position: player.position.map(Wire.Position.init),
            duration: player.duration, durationIsEstimate: player.durationIsEstimate, volume: Wire.Volume(player),
            volumeFade: player.volumeFade.map(Wire.VolumeFade.init),
            queue: Wire.QueueSummary(
                length: queue.items.count, index: queue.currentIndex, revision: queue.revision,
                modes: Wire.QueueModes(queue.modes), failed: queue.failures.isEmpty ? nil : queue.failures.count,
                failure: queue.latestFailure?.message),
            format: player.sourceDescription.map { Wire.AudioFormat($0, player.gain, passedThrough: player.passedThrough) },
            output: snapshot.route.outputs.first.map { Wire.OutputSummary(uid: $0.uid, name: $0.name, type: $0.type) },
            resumeExpected: snapshot.resumeExpected, stopAfter: player.pendingStop.map(Wire.StopAfter.init),
            notice: snapshot.notice, recordings: snapshot.recordings.isEmpty ? nil : snapshot.recordings,
            chapter: player.chapterIndex.map { Wire.Chapter(player.chapters[$0], index: $0) }, resumedFrom: player.resumedFrom,
            audio: player.sourceDescription?.playedTrack.map { Wire.AudioTrack($0) },
            options: player.configuration.options, loop: player.loop.map(Wire.Loop.init),
            skippedSilence: player.skippedSilence, speed: Wire.WantedSpeed(player.speedInForce),
            normalSpeed: player.speedObstacle.map(Wire.SpeedObstacle.init), cause: snapshot.cause.map(Wire.HeardChange.init))
    }
}

extension Wire.AudioTrack {
    fileprivate init(_ track: SoundTrack) {
        self.init(index: track.index, language: track.language?.code, title: track.title)
    }
}
