package import RealtimeAudio

/// An output that plays a renderer's audio: all that the engine asks of one. An ``OutputChain`` calls it on the control thread; no
/// method waits for the sound server.
///
/// The code that makes the output hands its events and those of its callback to the engine, in order, as ``EngineInput``.
package protocol AudioOutput: AnyObject, Sendable {
    /// Makes an inactive stream at the renderer's format, which replaces the stream before.
    func open(_ renderer: Renderer)
    /// Ends the stream, so that the sink is free for others, until the next ``open(_:)``. No callback runs after this returns.
    func close()
    /// Lets the callback run, or lets the sink sleep.
    func setActive(_ isActive: Bool)
    /// Sets the volume, on the cubic scale, 0…1.
    func setVolume(_ level: Double)
    /// Mutes the stream at the mixer, or ends that.
    func setMuted(_ isMuted: Bool)
    /// Sets the title that mixers show for the stream.
    func setTitle(_ title: String?)
    /// The rate in hertz at which the graph runs the newest stream; 0 before its first cycle, or if that is not known.
    var graphRate: Int { get }
    /// Ends everything. No callback runs after this returns.
    func shutDown()
}

// What only an output needs that gets coded sound.
extension AudioOutput {
    package func close() { setActive(false) }

    package var graphRate: Int { 0 }
}
