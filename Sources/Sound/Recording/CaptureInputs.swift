package import AudioTypes
package import RealtimeAudio

/// Makes streams that capture. The sound system behind it is none of this target's business.
package protocol CaptureInputs: AnyObject, Sendable {
    /// Makes a stream that fills `buffer` from now until its `shutDown()`, whatever happens to its source and to the sound server.
    /// - Parameter events: gets the events of the stream, from any thread.
    /// - Throws: if the stream cannot be made.
    func openCapture(
        _ order: CaptureOrder, into buffer: CaptureBuffer, events: @escaping @Sendable (CaptureEvent) -> Void
    ) throws -> any CaptureInput
}

/// What a stream captures, and how.
package struct CaptureOrder: Hashable, Sendable {
    package var source: CaptureSource
    /// The name that mixers show for the stream.
    package var title: String
    /// The longest cycle that the stream wants of the graph, in seconds; 0 for one that saves power.
    package var longestCycle = 0.0

    /// Streams of one name are run by one clock of the graph, so that they stay in step; `nil` for a stream that stands alone.
    package var group: String?

    /// Makes an order for a stream without haste.
    package init(_ source: CaptureSource, title: String) {
        self.source = source
        self.title = title
    }
}

/// A stream that captures. Used on the control thread.
package protocol CaptureInput: AnyObject, Sendable {
    /// Sets the name that mixers show.
    func setTitle(_ title: String)
    /// Sets whether the sound system runs the stream. While it does not, no program shows that something listens.
    func setActive(_ isActive: Bool)
    /// How the sound system runs the stream.
    func timing() -> OutputTiming
    /// Ends the stream; nothing comes into its buffer when this returns.
    func shutDown()
}
