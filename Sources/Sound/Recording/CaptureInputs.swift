package import AudioTypes
package import RealtimeAudio

/// Makes streams that capture. The sound system behind it is none of this target's business.
package protocol CaptureInputs: AnyObject, Sendable {
    /// Makes a stream that fills `buffer` from now until its `shutDown()`, whatever happens to its source and to the sound server.
    /// - Parameters:
    ///   - title: the name that mixers show for the stream.
    ///   - events: gets the events of the stream, from any thread.
    /// - Throws: if the stream cannot be made.
    func openCapture(
        of source: CaptureSource, title: String, into buffer: CaptureBuffer, events: @escaping @Sendable (CaptureEvent) -> Void
    ) throws -> any CaptureInput
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
