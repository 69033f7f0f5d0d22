import AudioSession
import AudioTypes
import ControlProtocol
import Decoding
import Logging
import Media
import NIOCore
import NIOPosix
import Network
import PipeWireOutput
import RealtimeAudio

@testable import ControlServer
@testable import Daemon
@testable import Playback
@testable import PlayerModel

extension FuzzTarget {
    /// Requests of two clients to the whole service, without a sound server: every answer is what the catalogue promises.
    static let service = FuzzTarget("service", atMost: 2_048) { bytes in
        let content = Array(bytes)
        let loop = eventLoop
        let future = loop.flatSubmit { ServiceStage(loop).feed(content) }
        do { try future.wait() } catch { fatalError("\(error)") }
    }

    private static let eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
}

/// A service with everything below it that needs no sound server. On the event loop.
private final class ServiceStage {
    private let eventLoop: any EventLoop
    private let engine: Engine
    private let server: ControlServer
    private let driver: SessionDriver
    private let service: Service

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        let output = PipeWireOutput(configuration: OutputConfiguration(), logger: logger)
        let streams = PushedStreams { _ in }
        let media = AnyMediaOpening(network: NetworkConfiguration(), pushed: streams)
        engine = Engine(
            scheduler: EventLoopScheduler(eventLoop: eventLoop), output: SilentOutput(),
            configuration: PlaybackConfiguration(queueLimit: 20), logger: logger)
        server = ControlServer(eventLoop: eventLoop, logger: logger)
        driver = SessionDriver(
            engine: engine, output: output, duckStore: DuckStore(directory: Self.nowhere, logger: logger), eventLoop: eventLoop,
            logger: logger
        ) { _ in }
        service = Service(
            engine: engine, server: server,
            facts: ServerFacts(version: "1", pipewireVersion: "1", ffmpegVersion: "1", startedAt: 0, features: []),
            prober: Prober(eventLoop: eventLoop, media: media), playlists: PlaylistReader(eventLoop: eventLoop, media: media),
            driver: driver, streams: streams, timing: { OutputTiming(quantum: 1_024, graphRate: 48_000, latency: 0.02) })
        engine.assumeIsolated { $0.start(opening: media, pushed: streams) }
        driver.handle(.graphChanged(Self.graph))
    }

    /// Does what the lines say, then ends everything.
    func feed(_ content: [UInt8]) -> EventLoopFuture<Void> {
        var clients: UInt64 = 1
        for line in content.split(separator: UInt8(ascii: "\n")) {
            // A line that begins so is the next client's, and the one before has gone.
            if line.first == UInt8(ascii: "!") {
                service.clientDidDisconnect(ClientID(number: clients))
                clients += 1
            }
            line.drop { $0 == UInt8(ascii: "!") }.withUnsafeBytes { perform($0, from: ClientID(number: clients)) }
        }
        let status = service.currentStatus().json
        check(status, against: .reference("Status"), of: "status")
        return end()
    }

    private func perform(_ line: UnsafeRawBufferPointer, from client: ClientID) {
        guard case .single(.success(let call)) = try? IncomingMessage(parsing: line),
            let method = try? MethodCatalogue.method(of: call), let request = (try? method.request(call.parameters))?.harmless
        else { return }
        // The server's own.
        switch request {
        case .connection: return
        default: break
        }
        service.handle(
            request, from: client,
            reply: Reply { result in
                switch result {
                case .success(let value): self.check(value, against: method.result, of: method.name)
                case .failure(let error):
                    let isKnown = method.errors.contains(error.code) || error.code == .invalidParams
                    precondition(
                        isKnown && !error.message.isEmpty, "\(method.name) fails with \(error.code.name): \(error.message)")
                }
            })
        let length = engine.assumeIsolated { $0.player.queue.items.count }
        precondition(length <= 20, "the queue has \(length) items")
    }

    private func check(_ value: JSONValue, against schema: Schema, of method: String) {
        do throws(Schema.Mismatch) {
            try schema.check(value)
            precondition((try? JSONValue(parsing: value.text)) == value, "no round trip: \(value.text)")
        } catch {
            fatalError("\(method) answers \(value.text): \(error)")
        }
    }

    /// Ends the threads below.
    private func end() -> EventLoopFuture<Void> {
        let ended = eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        engine.assumeIsolated { engine in
            engine.shutDown {
                bound.value.driver.shutDown()
                bound.value.service.endWaiting()
                ended.succeed()
            }
        }
        return ended.futureResult
    }

    /// A sink with a speaker's name and one with headphones'.
    private static let graph: GraphSnapshot = {
        var graph = GraphSnapshot()
        graph.sinks = [
            GraphSink(uid: "speaker", serial: 1, name: "Speaker", type: .builtInSpeaker, channelCount: 2),
            GraphSink(uid: "headset", serial: 2, name: "Headset", type: .bluetoothA2DP, channelCount: 2),
        ]
        graph.defaultSink = "speaker"
        graph.hasSessionManager = true
        return graph
    }()

    fileprivate static let nowhere = "/nonexistent/fermata"
}

/// An output that never asks for sound.
private final class SilentOutput: AudioOutput {
    func open(_ renderer: Renderer) {}
    func setActive(_ isActive: Bool) {}
    func setVolume(_ level: Double) { precondition((0...1).contains(level), "the volume \(level)") }
    func setMuted(_ isMuted: Bool) {}
    func setTitle(_ title: String?) {}
    func shutDown() {}
}

extension Request {
    /// The same about files that are not there: nothing of this machine is read, and nobody is asked.
    fileprivate var harmless: Request {
        func moved(_ uri: String) -> String { "\(ServiceStage.nowhere)/\(uri)" }
        return switch self {
        case .player(.play(.media(let uri))): .player(.play(.media(moved(uri))))
        case .queue(.add(let uris, let position, let isNext, let isUnique)):
            .queue(.add(uris: uris.map(moved), position: position, next: isNext, unique: isUnique))
        case .media(.probe(let uri)): .media(.probe(uri: moved(uri)))
        default: self
        }
    }
}
