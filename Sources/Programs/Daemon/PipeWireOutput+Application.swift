import Application
import AudioSession
package import AudioTypes
import PipeWireOutput
package import Playback
package import RealtimeAudio
package import Recording

// The output of the daemon. Its target knows neither the engine nor who carries out the session's decisions.
extension PipeWireOutput: AudioOutput, SessionOutput, SwitchableOutput {
    package var graphRate: Int { timing().graphRate }
}

extension PipeWireOutput: AnnouncementOutputs {
    package func openAnnouncement(
        isGuarded: Bool, events: @escaping @Sendable (OutputEvent) -> Void,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) throws -> any AudioOutput {
        try makeExtraStream(
            purpose: "announcement", role: "Notification", isGuarded: isGuarded, events: events, renderEvents: renderEvents)
    }
}

extension PipeWireOutput: CaptureInputs {
    package func openCapture(
        _ order: CaptureOrder, into buffer: CaptureBuffer, events: @escaping @Sendable (CaptureEvent) -> Void
    ) throws -> any CaptureInput {
        var configuration = CaptureConfiguration(source: order.source, title: order.title)
        (configuration.longestCycle, configuration.group) = (order.longestCycle, order.group)
        return try capture(configuration, into: buffer, events: events)
    }
}

extension CaptureStream: CaptureInput {}

extension ExtraStream: AudioOutput {}
