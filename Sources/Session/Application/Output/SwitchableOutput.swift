package import AudioTypes
package import Playback

/// An output that may give its place to another one while a renderer plays, and take it again later.
package protocol SwitchableOutput: AudioOutput {
    /// Returns how the output takes the sound.
    func timing() -> OutputTiming
}

/// An output beside the sound server's, which people choose by its uid.
package protocol FurtherOutput: SwitchableOutput {
    /// The output as clients see it.
    var device: OutputDevice { get }
    /// The only format that it plays.
    var format: StreamFormat { get }
    /// Sets the greatest level that it plays with, 0…1.
    func setMaximum(_ maximum: Double)
    /// Notes on which host the server was found; `nil` if nobody knows. Only for an output whose server has to be found.
    func serverFound(on host: String?)
    /// Takes over which equaliser each output has, of which this one takes its own.
    func setFilters(_ choices: OutputFilters)
    /// What its equaliser does; `nil` while nothing is open.
    var filterReport: OutputFilterReport? { get }
    /// Sets the closures that get the events, from any thread. Called once, before anything else.
    func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void)
}

/// Where announcements go that are heard in rooms.
package struct AnnouncementFeed: Sendable {
    /// The output to the server of rooms, which plays announcements and nothing else.
    package let output: any FurtherOutput
    /// The port at which the server takes the sound. It says which of the server's streams that is.
    package let port: UInt16

    package init(output: any FurtherOutput, port: UInt16) {
        self.output = output
        self.port = port
    }
}
