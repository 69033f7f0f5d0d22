import ControlProtocol
import ControlServer
import Glibc
import Playback

/// Answers the clients: maps the protocol's requests to the engine, and the engine's news to the protocol's events.
///
/// Confined to the control thread, like the server that calls it and the engine it calls.
final class Service: ControlHandler {
    let engine: Engine
    let server: ControlServer
    let facts: ServerFacts
    let prober: Prober
    let playlists: PlaylistReader
    /// A `play` that waits for its playlist to be read.
    var waitingPlay: Reply?
    /// Reads the configuration again; throws a sentence for the user.
    var reload: () throws(ControlError) -> Void = {}
    /// Told of every entry of a playlist that cannot be used.
    var leftOut: (String) -> Void = { _ in }
    /// What the graph does now, for `session.get`.
    let timing: () -> GraphTiming
    /// Sends the sound to another output; the uid, or `nil` for the default.
    let selectOutput: (String?) -> Void

    init(
        engine: Engine, server: ControlServer, facts: ServerFacts, prober: Prober, playlists: PlaylistReader,
        timing: @escaping () -> GraphTiming, selectOutput: @escaping (String?) -> Void
    ) {
        self.engine = engine
        self.server = server
        self.facts = facts
        self.prober = prober
        self.playlists = playlists
        self.timing = timing
        self.selectOutput = selectOutput
    }

    func currentStatus() -> Wire.Status { snapshot().status }

    func clientDidDisconnect(_ client: ClientID) {}

    func adopt(_ stream: MediaConnection, from client: ClientID) { close(stream.descriptor) }

    /// Everything a reply may need of the engine, read at once.
    func snapshot() -> EngineSnapshot { engine.assumeIsolated { EngineSnapshot($0) } }
}
