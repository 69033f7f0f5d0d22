import AudioSession
import AudioTypes
import ControlProtocol
import Playback
import PlayerModel
import RealtimeAudio

/// The engine at one moment, for replies.
struct EngineSnapshot: Sendable {
    let player: Player
    /// The route that the sound takes, or would take.
    let route: Route
    /// Whether playback resumes by itself once the reason for the pause is over.
    let resumeExpected: Bool
    let statistics: RenderStatistics
    let decodeErrors: UInt64
    let ringFill: Double
    let reconnects: Int
    let serverVersion: String?

    init(_ engine: isolated Engine, _ session: Session) {
        player = engine.currentPlayer()
        route = session.route
        resumeExpected = (player.waitsToComeBack && session.expectsResume(at: player.now)) || player.expectsServer
        statistics = engine.statistics
        decodeErrors = engine.decodeErrors
        ringFill = engine.ringFill
        reconnects = engine.reconnects
        serverVersion = engine.serverVersion
    }

    var status: Wire.Status {
        let queue = player.queue
        return Wire.Status(
            state: Wire.PlayerState(player.state), reason: Wire.StateReason(player.reason),
            item: player.item.map(Wire.QueueItem.init), position: player.position.map(Wire.Position.init),
            duration: player.duration, durationIsEstimate: player.durationIsEstimate, volume: Wire.Volume(player.volume),
            queue: Wire.QueueSummary(
                length: queue.items.count, index: queue.currentIndex, revision: queue.revision,
                modes: Wire.QueueModes(queue.modes)),
            format: player.sourceDescription.map { Wire.AudioFormat($0, player.gain) },
            output: route.outputs.first.map { Wire.OutputSummary(uid: $0.uid, name: $0.name, type: $0.type) },
            resumeExpected: resumeExpected)
    }
}
