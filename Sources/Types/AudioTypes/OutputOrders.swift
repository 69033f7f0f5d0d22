/// What an output is to do until it is told otherwise: all of it in one value, which holds for every stream that the output makes.
package struct OutputOrders: Hashable, Sendable {
    /// Patterns for sinks that count as headphones whatever their device says, matched against a sink's uid and its
    /// names. `*` and `?` work as in a shell; upper and lower case are the same.
    package var privateOutputs = ["*headphone*", "*headset*", "*earphone*", "*earbud*", "*3.5mm*"]
    /// Whether anything may be passed through to a sink that decodes it. While nothing may, no sink is asked what it takes.
    package var passesThrough = false
    /// Whether the stream is silenced at the first sign that the private output which plays it is going; see
    /// ``OutputEvent/soundCut``.
    package var isGuarded = false
    /// By how many seconds (0…2) outputs that play beside others are late, by the uids of their sinks; those that are not named are as
    /// late as the slowest.
    package var delays: [String: Double] = [:]
    /// Which equaliser each output has.
    package var filters = OutputFilters()
    /// What each output has of its own about the volume.
    package var volumes = OutputVolumes()
    /// How long a cycle of the graph should be, in seconds; 0 for the output's own choice, which saves power. The graph
    /// takes the shortest value that any client asks for, as the nearest power of two frames.
    package var preferredBufferDuration = 0.0
    /// Whether nobody waits for anything: then the output's own choice is a longer cycle, which takes less power.
    package var isSteady = false
    /// At which rate the graph should run, in hertz; 0 for the stream's own rate. The stream keeps its rate; if the two differ, the
    /// sound server resamples it. The graph follows only while its driver does not run.
    package var preferredSampleRate = 0.0

    /// PipeWire's `media.role` of the streams, in place of the configured one; `nil` for that.
    package var mediaRole: String?

    package init() {}

    /// How long a cycle the output asks for if nobody has wished one: 2,048 frames at 48 kHz, 43 ms. Nobody waits
    /// for music as a player waits for a game, and half as many wake-ups cost half as much.
    private static let relaxedDuration = 2_048.0 / 48_000

    /// Returns the cycle to ask the graph for, in seconds, so that it makes of it the power of two frames nearest to what is wished.
    ///
    /// The graph scales the value to its own rate, which may be another one than the stream's, and rounds it down to a power of two. A third
    /// more than what is wished makes that the nearest one, at any rate. In steady play, the output's own choice is twice as long: 4,096
    /// frames at 48 kHz, which the graph allows if its `clock.max-quantum` is that long. PipeWire's own is 2,048.
    /// - Parameters:
    ///   - wish: what is wished, in seconds; 0 for the output's own choice.
    ///   - isSteady: whether nobody waits for anything.
    package static func cycle(for wish: Double, isSteady: Bool) -> Double {
        let own = isSteady ? 2 * relaxedDuration : relaxedDuration
        return (wish > 0 ? min(wish, 1) : own) * 4 / 3
    }

    /// The cycle to ask the graph for, in seconds.
    package var cycle: Double { Self.cycle(for: preferredBufferDuration, isSteady: isSteady) }
}
