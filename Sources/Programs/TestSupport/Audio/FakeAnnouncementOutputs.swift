package import AudioTypes
package import Playback
import Synchronization

/// Makes outputs for announcements whose cycles the test runs.
package final class FakeAnnouncementOutputs: AnnouncementOutputs {
    private let made = Mutex<[FakeOutput]>([])

    package init() {}

    /// All outputs so far, in their order.
    package var all: [FakeOutput] { made.withLock { $0 } }

    package func openAnnouncement(
        isGuarded: Bool, events: @escaping @Sendable (OutputEvent) -> Void,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) -> any AudioOutput {
        let output = FakeOutput()
        output.start(events: events, renderEvents: renderEvents)
        made.withLock { $0.append(output) }
        return output
    }
}
