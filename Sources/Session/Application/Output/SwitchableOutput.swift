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
    /// Takes over what the sound of each output goes through, of which this one takes its own.
    func setFilters(_ choices: OutputFilters)
    /// What its sound goes through; `nil` while nothing is open.
    var filterReport: OutputFilterReport? { get }
    /// How long something is heard behind the last frame through what the sound goes through, in seconds.
    var heldSeconds: Double { get }
    /// Sets the closures that get the events, from any thread. Called once, before anything else.
    func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void)
}

extension FurtherOutput {
    /// Takes over what of `orders` is about the sound of this output.
    func apply(_ orders: OutputOrders) {
        setMaximum(orders.volumes.rule(sink: device.uid, port: nil).ceiling)
        setFilters(orders.filters)
    }
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
