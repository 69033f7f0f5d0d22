package import AudioTypes
package import Playback

/// An output that may give its place to another one while a renderer plays, and take it again later.
package protocol SwitchableOutput: AudioOutput {
    /// Plays nothing any more, until the next `open(_:)`. No callback runs after this returns.
    func close()
    /// Returns how the output takes the sound.
    func timing() -> OutputTiming
}

/// An output beside the sound server's, which people choose by its uid.
package protocol FurtherOutput: SwitchableOutput {
    /// The output as clients see it.
    var device: OutputDevice { get }
    /// The only format that it plays.
    var format: StreamFormat { get }
    /// Sets the closures that get the events, from any thread. Called once, before anything else.
    func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void)
}
