package import RealtimeAudio

/// What plays a renderer's audio. Called on the control thread; no method waits for the sound server.
package protocol AudioOutput: AnyObject, Sendable {
    /// Makes a stream at the renderer's format, inactive, in the place of the one before.
    func open(_ renderer: Renderer)
    /// Lets the callback run, or lets the sink sleep.
    func setActive(_ isActive: Bool)
    /// The volume on the cubic scale, 0…1.
    func setVolume(_ level: Double)
    /// Mutes at the mixer.
    func setMuted(_ isMuted: Bool)
    /// What mixers show as being played.
    func setTitle(_ title: String?)
    /// Ends everything; no callback runs after it returns.
    func shutDown()
}
