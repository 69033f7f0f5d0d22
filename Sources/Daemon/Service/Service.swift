import AudioSession
import AudioTypes
import ControlProtocol
import ControlServer
import Decoding
import Media
import Playback
import PlayerModel

/// Answers the clients: translates the protocol's requests to commands of the engine, and the engine's state to replies.
///
/// Confined to the control thread, like the server that calls it and the engine that it calls.
final class Service: ControlHandler {
    let engine: Engine
    let server: ControlServer
    let facts: ServerFacts
    let prober: Prober
    let playlists: PlaylistReader
    let driver: SessionDriver
    let streams: PushedStreams
    /// Streams whose connections still have to carry the reply.
    var announcedStreams: [ClientID: PushedStream] = [:]
    /// Reads the configuration again; throws a sentence for the user.
    var reload: () throws(ControlError) -> Void = {}
    /// Called with each entry that was left out when media were added.
    var leftOut: (SkippedEntry) -> Void = { _ in }
    /// Returns the timing of the graph now, for `session.get`.
    let timing: () -> OutputTiming
    /// The tokens that end what clients wait for, once the clients are gone.
    private var cancellations: [ClientID: CancellationToken] = [:]
    /// Called when something that must survive a restart has changed, other than what the player reports.
    var settingsChanged: () -> Void = {}

    init(
        engine: Engine, server: ControlServer, facts: ServerFacts, prober: Prober, playlists: PlaylistReader,
        driver: SessionDriver, streams: PushedStreams, timing: @escaping () -> OutputTiming
    ) {
        self.engine = engine
        self.server = server
        self.facts = facts
        self.prober = prober
        self.playlists = playlists
        self.driver = driver
        self.streams = streams
        self.timing = timing
    }

    func currentStatus() -> Wire.Status { snapshot().status }

    /// Returns the token that ends the work for `client` alone. It lasts as long as the client's connection.
    func cancellation(of client: ClientID) -> CancellationToken {
        if let token = cancellations[client] { return token }
        let token = CancellationToken()
        cancellations[client] = token
        return token
    }

    /// Ends everything that `client` waits for.
    func endWaiting(of client: ClientID) {
        prober.clientDidDisconnect(client)
        cancellations.removeValue(forKey: client)?.cancel()
    }

    /// Ends everything that any client waits for. The server answers these requests as it ends.
    func endWaiting() { cancellations.keys.forEach(endWaiting) }

    /// Reads everything of the engine that a reply may need, at one moment.
    func snapshot() -> EngineSnapshot {
        let session = driver.session
        return engine.assumeIsolated { EngineSnapshot($0, session) }
    }
}
