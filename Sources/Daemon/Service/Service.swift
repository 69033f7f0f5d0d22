import AudioSession
import AudioTypes
import ControlProtocol
import ControlServer
import Decoding
import Media
import Playback
import PlayerModel

/// Answers the clients: maps the protocol's requests to the engine, and the engine's news to the protocol's events.
///
/// Confined to the control thread, like the server that calls it and the engine it calls.
final class Service: ControlHandler {
    let engine: Engine
    let server: ControlServer
    let facts: ServerFacts
    let prober: Prober
    let playlists: PlaylistReader
    let driver: SessionDriver
    let streams: PushedStreams
    /// Streams whose connections still carry the reply.
    var announcedStreams: [ClientID: PushedStream] = [:]
    /// Reads the configuration again; throws a sentence for the user.
    var reload: () throws(ControlError) -> Void = {}
    /// Told of everything that was left out where media was added.
    var leftOut: (SkippedEntry) -> Void = { _ in }
    /// What the graph does now, for `session.get`.
    let timing: () -> OutputTiming
    /// End what clients wait for, once they are gone.
    private var cancellations: [ClientID: CancellationToken] = [:]
    /// Something that must survive a restart was changed, besides what the player tells.
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

    /// Ends what is done for that client alone: kept as long as its connection.
    func cancellation(of client: ClientID) -> CancellationToken {
        if let token = cancellations[client] { return token }
        let token = CancellationToken()
        cancellations[client] = token
        return token
    }

    /// Ends what that client waits for.
    func endWaiting(of client: ClientID) {
        prober.clientDidDisconnect(client)
        cancellations.removeValue(forKey: client)?.cancel()
    }

    /// Ends what any client waits for. The server answers them as it ends.
    func endWaiting() { cancellations.keys.forEach(endWaiting) }

    /// Everything a reply may need of the engine, read at once.
    func snapshot() -> EngineSnapshot {
        let session = driver.session
        return engine.assumeIsolated { EngineSnapshot($0, session) }
    }
}
