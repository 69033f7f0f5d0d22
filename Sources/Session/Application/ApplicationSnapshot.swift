package import AudioSession
import Playback
package import PlayerModel
package import RealtimeAudio

/// Everything that doors tell about playback, at one moment.
package struct ApplicationSnapshot: Sendable {
    package let player: Player
    /// The route that the sound takes, or would take.
    package let route: Route
    /// Whether playback resumes by itself once the reason for the pause is over.
    package let resumeExpected: Bool
    /// Why the player stands still or does not sound as usual; `nil` if it plays as it should, or nobody knows.
    package let cause: HeardCause?
    package let statistics: RenderStatistics
    /// How many packets could not be decoded since the start.
    package let decodeErrors: UInt64
    /// How full the ring is, 0…1.
    package let ringFill: Double
    /// How often the sound server came back since the start.
    package let reconnects: Int
    /// The version of the sound server; `nil` before the first connection.
    package let serverVersion: String?

    /// What may disturb the sound, as a sentence for a person; `nil` if nothing does.
    package let notice: String?

    /// The ids of the recordings that are not over.
    package let recordings: [Int64]

    init(_ engine: isolated Engine, _ session: Session, _ history: ChangeHistory, hasRealtimePriority: Bool?, recordings: [Int64])
    {
        player = engine.currentPlayer()
        route = session.route
        resumeExpected = Self.expectsResume(player, session)
        cause = history.cause(in: session, resumes: resumeExpected)
        statistics = engine.statistics
        decodeErrors = engine.decodeErrors
        ringFill = engine.ringFill
        reconnects = engine.reconnects
        serverVersion = engine.serverVersion
        self.recordings = recordings
        notice = hasRealtimePriority == false ? Self.ordinaryPriority : nil
    }

    /// Returns whether playback resumes by itself once the reason for the pause is over.
    static func expectsResume(_ player: Player, _ session: Session) -> Bool {
        (player.waitsToComeBack && session.expectsResume(at: player.readings.now)) || player.expectsServer
    }

    private static let ordinaryPriority =
        "The sound may break off while the machine is busy: its thread has no real-time priority. fermatad(1) says how to grant it."
}
