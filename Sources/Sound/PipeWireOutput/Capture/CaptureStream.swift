package import AudioTypes
import CPipeWire
import Logging
import RealtimeAudio

/// A stream that captures sound into a ``CaptureBuffer``, on the connection of a ``PipeWireOutput``. It exists from its making to
/// ``shutDown()``, also while there is no server: it captures from whichever server comes, and the buffer tells how long the
/// gap is.
///
/// Fermata's control thread calls the methods. Each takes the loop's lock.
@safe package final class CaptureStream: @unchecked Sendable {
    private let connection: Connection
    /// The parts; `nil` after the end.
    private var parts: CaptureParts?

    /// Makes a stream, which the graph runs as soon as it can. Under the loop's lock.
    init(
        _ connection: Connection, _ configuration: CaptureConfiguration, _ output: OutputConfiguration,
        into buffer: CaptureBuffer, logger: Logger, events: @escaping @Sendable (CaptureEvent) -> Void
    ) throws(OutputError) {
        self.connection = connection
        let parts = try CaptureParts(connection, configuration, output, into: buffer, logger: logger, events: events)
        self.parts = parts
        connection.add(parts)
        parts.begin()
    }

    deinit { shutDown() }

    /// Sets the title that mixers show.
    package func setTitle(_ title: String) { connection.withLock { parts?.setTitle(title) } }

    /// Sets whether the graph runs the stream.
    package func setActive(_ isActive: Bool) { connection.withLock { parts?.setActive(isActive) } }

    /// Returns how the graph runs the stream. Its latency is the time from the moment at which a frame was sound until the start
    /// of its cycle, in seconds.
    package func timing() -> OutputTiming {
        connection.withLock { parts?.timing() } ?? OutputTiming(quantum: 0, graphRate: 0, latency: 0)
    }

    /// Ends the stream; its callback no longer runs when this returns.
    package func shutDown() {
        connection.withLock {
            guard let parts else { return }
            parts.end()
            connection.remove(parts)
            // The last reference ends here, under the lock, and with it the sources of the loop.
            self.parts = nil
        }
    }
}
