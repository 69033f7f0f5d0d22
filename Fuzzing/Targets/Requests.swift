import AudioSession
import AudioTypes
import ControlDoor
import ControlProtocol
import Decoding
import JSON
import LineServer
import Logging
import Media
import NIOCore
import NIOPosix
import Network
import RealtimeAudio
import Recording

@testable import Application
@testable import ControlServer
@testable import Playback
@testable import PlayerModel

extension FuzzTarget {
    /// Requests of two clients to the whole service, without a sound server: every answer is what the catalogue promises.
    static let service = FuzzTarget("service", atMost: 2_048) { bytes in
        let content = Array(bytes)
        let loop = eventLoop
        let future = loop.flatSubmit { DoorStage(loop).feed(content) }
        do { try future.wait() } catch { fatalError("\(error)") }
    }

    private static let eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
}

/// The door of the control socket with everything below it that needs no sound server. On the event loop.
private final class DoorStage {
    private let eventLoop: any EventLoop
    private let application: Application
    private let door: ControlDoor
    private static let table: MethodTable<ControlDoor> = {
        do { return try MethodTable(ControlDoor.bindings) } catch { fatalError("\(error)") }
    }()

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        var settings = ApplicationSettings()
        settings.playback.queueLimit = 20
        application = Application(
            settings, network: NetworkConfiguration(), output: SilentOutput(), streams: PushedStreams { _ in },
            stateDirectory: Self.nowhere, cacheDirectory: nil, eventLoop: eventLoop, logger: logger)
        door = ControlDoor(
            application, ControlServer(eventLoop: eventLoop, logger: logger),
            facts: ServerFacts(version: "1", pipewireVersion: "1", ffmpegVersion: "1", startedAt: 0, features: []),
            reload: { () throws(ControlError) in })
        // Without the message buses, which a whole start would look for.
        application.watchEngine()
        application.graphChanged(Self.graph)
    }

    /// Does what the lines say, then ends everything.
    func feed(_ content: [UInt8]) -> EventLoopFuture<Void> {
        var clients: UInt64 = 1
        for line in content.split(separator: UInt8(ascii: "\n")) {
            // A line that begins so is the next client's, and the one before has gone.
            if line.first == UInt8(ascii: "!") {
                door.clientDidDisconnect(ClientID(number: clients))
                clients += 1
            }
            line.drop { $0 == UInt8(ascii: "!") }.withUnsafeBytes { perform($0, from: ClientID(number: clients)) }
        }
        let status = door.currentStatus().json
        check(status, against: .reference("Status"), of: "status")
        return end()
    }

    private func perform(_ line: UnsafeRawBufferPointer, from client: ClientID) {
        guard case .single(.success(let call)) = try? IncomingMessage(parsing: line),
            let method = try? Methods.method(of: call), let binding = Self.table[method],
            let request = try? binding.request(call.parameters.harmless)
        else { return }
        let reply = Reply { result in
            switch result {
            case .success(let value): self.check(value, against: method.result, of: method.name)
            case .failure(let error):
                let isKnown = method.errors.contains(error.code) || error.code == .invalidParams
                precondition(
                    isKnown && !error.message.isEmpty, "\(method.name) fails with \(error.code.name): \(error.message)")
            }
        }
        request.begin(door, client, reply)
        let length = application.snapshot.player.queue.items.count
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
        application.fadeOut { [application] in
            application.close()
            ended.succeed()
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
        graph.sources = [
            GraphSource(InputDevice(uid: "microphone", name: "Microphone", type: .builtInMic, channelCount: 1), serial: 3)
        ]
        graph.defaultSource = "microphone"
        graph.hasSessionManager = true
        return graph
    }()

    fileprivate static let nowhere = "/nonexistent/fermata"
}

/// A stream that captures nothing.
private final class SilentInput: CaptureInput {
    func setTitle(_ title: String) {}
    func setActive(_ isActive: Bool) {}
    func timing() -> OutputTiming { OutputTiming(quantum: 0, graphRate: 0, latency: 0) }
    func shutDown() {}
}

/// An output that never asks for sound, of a graph that stands still.
private final class SilentOutput: AudioOutput, SessionOutput, AnnouncementOutputs, CaptureInputs {
    let libraryVersion = "1"
    let wouldChangeRate = false
    let hasRealtimePriority: Bool? = nil

    func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void,
        graphChanged: @escaping @Sendable (GraphSnapshot) -> Void
    ) {}
    func openAnnouncement(
        isGuarded: Bool, events: @escaping @Sendable (OutputEvent) -> Void,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) -> any AudioOutput { SilentOutput() }
    func openCapture(
        _ order: CaptureOrder, into buffer: CaptureBuffer, events: @escaping @Sendable (CaptureEvent) -> Void
    ) -> any CaptureInput { SilentInput() }
    func timing() -> OutputTiming { OutputTiming(quantum: 1_024, graphRate: 48_000, latency: 0.02) }
    func open(_ renderer: Renderer) {}
    func setActive(_ isActive: Bool) {}
    func setVolume(_ level: Double) { precondition((0...1).contains(level), "the volume \(level)") }
    func setMuted(_ isMuted: Bool) {}
    func setTitle(_ title: String?) {}
    func shutDown() {}
    func setTarget(uid: String?) {}
    func relink() {}
    func setPort(_ port: String, ofSink sink: String) {}
    func setPort(_ port: String, ofSource source: String) {}
    func silenceSystemSounds(_ isSilent: Bool) {}
    func setProfile(_ profile: String, ofDevice device: String) {}
    func setVolume(_ level: Double?, isMuted: Bool?, ofInput uid: String) {
        precondition(level.map { (0...1).contains($0) } ?? true, "the volume of an input \(level ?? 0)")
    }
    func setVolume(_ level: Double?, isMuted: Bool?, ofOutput uid: String) {
        precondition(level.map { (0...1).contains($0) } ?? true, "the volume of an output \(level ?? 0)")
    }
    func setTargets(_ uids: [String]) {
        precondition(Set(uids).count == uids.count && uids.count <= Session.mostOutputs, "the outputs \(uids)")
    }
    func apply(_ orders: OutputOrders) {
        precondition(orders.delays.values.allSatisfy(OutputDelay.range.contains), "the delays \(orders.delays)")
        precondition(orders.preferredBufferDuration.isFinite && orders.preferredBufferDuration >= 0)
        precondition(orders.preferredSampleRate.isFinite && orders.preferredSampleRate >= 0)
    }
    let latencies: [String: OutputLatency] = [:]
    let filterReports: [String: OutputFilterReport] = [:]
    func setEchoCanceller(_ canceller: EchoCanceller?, failed: @escaping @Sendable (String) -> Void) {}
    func setCut(_ isCut: Bool) {}
    func recordDucking(_ changed: @escaping @Sendable (DuckBook) -> Void) {}
    func duckBookWritten(_ revision: UInt64) {}
    func duckOthers(decibels: Double) {}
    func endDucking() {}
    func restoreDucked(_ records: [DuckRecord]) {}
}

extension Call.Parameters {
    /// The same about files that are not there: nothing of this machine is read, and nobody is asked.
    fileprivate var harmless: Call.Parameters {
        guard case .named(var object) = self else { return self }
        func moved(_ uri: JSONValue) -> JSONValue { uri.stringValue.map { .string("\(DoorStage.nowhere)/\($0)") } ?? uri }
        object["uri"] = object["uri"].map(moved)
        object["uris"] = object["uris"].map { uris in uris.arrayValue.map { .array($0.map(moved)) } ?? uris }
        return .named(object)
    }
}
