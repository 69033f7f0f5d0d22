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
    /// How long a cycle of the graph should be, in seconds; 0 for the output's own choice, which saves power. The graph
    /// takes the shortest value that any client asks for, and rounds it down to a power of two frames.
    package var preferredBufferDuration = 0.0
    /// Whether nobody waits for anything: then the output's own choice is a longer cycle, which takes less power.
    package var isSteady = false
    /// At which rate the graph should run, in hertz; 0 for the stream's own rate. The stream keeps its rate; if the two differ, the
    /// sound server resamples it. The graph follows only while its driver does not run.
    package var preferredSampleRate = 0.0

    package init() {}
}
