package import AudioTypes

/// What the session asks of an output: where the sound goes, how the graph runs, what other programs' streams do. No method waits
/// for the sound server.
///
/// The session itself, a value, only decides; the program that carries its decisions out calls these methods on the control thread.
package protocol SessionOutput: AnyObject, Sendable {
    /// The version of the library that plays the sound.
    var libraryVersion: String { get }

    /// Connects to the sound server. If no server answers, the first event reports that, and the output keeps trying.
    /// - Parameters:
    ///   - events: gets every ``AudioTypes/OutputEvent``.
    ///   - renderEvents: gets the events of the callback.
    ///   - graphChanged: gets the whole graph once all of it is known, and again after each change. Not called while there is no
    ///     server.
    /// - Throws: if the output cannot run at all, whether or not a server is there.
    func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void,
        graphChanged: @escaping @Sendable (GraphSnapshot) -> Void
    ) throws

    /// Has the output do from now on what `orders` say, also with later streams. Counts before the start too.
    func apply(_ orders: OutputOrders)

    // MARK: Where the sound goes

    /// Sets the sink to play to by its name, or `nil` for the default sink. The setting also holds for later streams, and takes
    /// effect again whenever the sink comes back, until somebody else sends the stream elsewhere.
    func setTarget(uid: String?)
    /// Sends the sound to all of these sinks at once, in one graph and from the same frames; the first is the primary, by which
    /// positions are counted. Outputs that stay lose no frame. Holds for later streams, until the next call of this or of
    /// ``setTarget(uid:)``.
    func setTargets(_ uids: [String])
    /// How late the sound is heard at each sink that it goes to, by the uids of the sinks; empty while nothing runs.
    var latencies: [String: OutputLatency] { get }
    /// What the equaliser of each sink does that the sound goes to, by the uids of the sinks; empty while nothing is open.
    var filterReports: [String: OutputFilterReport] { get }
    /// Sets the volume of a sink (0…1, on the cubic scale of mixers) and its mute switch; `nil` leaves either as it is.
    func setVolume(_ level: Double?, isMuted: Bool?, ofOutput uid: String)
    /// The uid of an output that can be chosen although there is no sound server, if there is one.
    var independentOutput: String? { get }

    /// Notes on which host the server behind an independent output was found; `nil` if nobody knows. Outputs that look for none ignore it.
    func serverFound(on host: String?)
    /// Makes the stream again, because it has lost its links.
    func relink()
    /// Makes a sink play through another port of its card, for every program.
    func setPort(_ port: String, ofSink sink: String)
    /// Makes an input take sound in through another port of its card, for every program.
    func setPort(_ port: String, ofSource source: String)
    /// Switches a device to another of its profiles, for every program; a device or profile that does not exist does nothing.
    func setProfile(_ profile: String, ofDevice device: String)
    /// Sets the volume of an input (0…1, on the cubic scale of mixers) and its mute switch; `nil` leaves either as it is.
    func setVolume(_ level: Double?, isMuted: Bool?, ofInput uid: String)
    /// Has the sound server make a source without the echo of what is played, or ends that. Nothing of it exists before the first
    /// call.
    /// - Parameter failed: gets the reason if the source cannot be made, or ends by itself. Any thread.
    func setEchoCanceller(_ canceller: EchoCanceller?, failed: @escaping @Sendable (String) -> Void)
    /// Silences the stream at once and without a fade, or ends the silence.
    func setCut(_ isCut: Bool)

    // MARK: How the graph runs

    /// Whether the graph would switch to the preferred rate if the stream rested for a moment.
    var wouldChangeRate: Bool { get }
    /// Returns how the graph runs the stream.
    func timing() -> OutputTiming
    /// Whether the thread that fetches the sound has real-time priority; `nil` while there is none.
    var hasRealtimePriority: Bool? { get }

    // MARK: Other programs

    /// Sets the closure that has ``DuckBook`` written down; called before ``start(events:renderEvents:graphChanged:)``. The output
    /// touches no stream of a book before ``duckBookWritten(_:)`` reports that the book is safe.
    func recordDucking(_ changed: @escaping @Sendable (DuckBook) -> Void)
    /// Notes that the book with that revision, or a newer one, is stored where it survives a crash.
    func duckBookWritten(_ revision: UInt64)
    /// Lowers the streams of other programs by so many decibels (below 0).
    func duckOthers(decibels: Double)
    /// Restores the volumes that ``duckOthers(decibels:)`` lowered.
    func endDucking()
    /// Silences the sounds of the system, which streams with the roles Event and Notification are, also those that begin later, or lets
    /// them be heard again.
    func silenceSystemSounds(_ isSilent: Bool)
    /// Restores the volumes that an earlier run, which wrote `records`, left lowered.
    func restoreDucked(_ records: [DuckRecord])
}

extension SessionOutput {
    package var independentOutput: String? { nil }

    package func serverFound(on host: String?) {}
}
