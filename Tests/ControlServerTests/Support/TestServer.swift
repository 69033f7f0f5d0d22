import ControlProtocol
import ControlServer
import FoundationEssentials
import Glibc
import JSON
import LineServer
import Logging
import NIOCore
import NIOPosix

/// A control server with a real socket in a directory of its own.
final class TestServer: Sendable {
    let directory: String
    let path: String
    let group: MultiThreadedEventLoopGroup
    private let state: NIOLoopBound<(server: ControlServer, handler: ScriptedHandler)>

    init(limits: ControlLimits = ControlLimits()) throws {
        directory = try Self.makeDirectory()
        path = directory + "/fermata/control.sock"
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let path = path
        state = try loop.submit {
            let server = ControlServer(
                eventLoop: loop, limits: limits, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let handler = ScriptedHandler(server: server)
            server.handler = handler
            try server.start(path: path)
            return NIOLoopBound((server, handler), eventLoop: loop)
        }.wait()
    }

    static func makeDirectory() throws -> String {
        var template = Array("/tmp/fermata-control-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestFailure("no temporary directory") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Does something on the event loop and waits for it.
    func onLoop<Value: Sendable>(_ body: @escaping @Sendable (ControlServer, ScriptedHandler) throws -> Value) throws -> Value {
        try group.next().submit { [state] in try body(state.value.server, state.value.handler) }.wait()
    }

    func publish(_ events: [Event]) throws { try onLoop { server, _ in events.forEach { server.publish($0) } } }

    /// Ends the server and removes its directory.
    func stop() throws {
        try group.next().flatSubmit { [state] in state.value.server.shutDown() }.wait()
        try group.syncShutdownGracefully()
        try FileManager.default.removeItem(atPath: directory)
    }
}

/// What went wrong in a test's own machinery.
struct TestFailure: Error {
    let message: String
    init(_ message: String) { self.message = message }
}

/// A daemon that plays nothing: enough behaviour to see order, waiting and the life of connections.
final class ScriptedHandler: ControlHandler {
    unowned let server: ControlServer
    var waiting: [String: Reply] = [:]
    var disconnected: [ClientID] = []
    var interrupters: [ClientID] = []
    var streams: [MediaConnection] = []
    var handled: [Request] = []
    /// Whether it is in the middle of telling something.
    private var isTelling = false
    /// How often it was called all the same.
    private(set) var nestedCalls = 0
    private var level = 1.0

    init(server: ControlServer) { self.server = server }

    func handle(_ request: Request, from client: ClientID, reply: Reply) {
        handled.append(request)
        if isTelling { nestedCalls += 1 }
        switch request {
        case .player(.play(.media(let uri), _)): waiting[uri] = reply
        case .player(.status): reply.succeed(currentStatus())
        case .queue(.add(let uris, _, _, _, _)) where uris[0].hasPrefix("/w"): waiting[uris[0]] = reply
        case .queue(.add(let uris, _, _, _, _)):
            // As one that reads a playlist on another thread.
            server.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(20)) {
                self.tell { reply.succeed(Wire.QueueAddition(ids: uris.indices.map(Int64.init), revision: 1)) }
            }
        case .player(.volume(let newLevel, _, _)):
            level = newLevel ?? level
            let volume = Wire.Volume(level: level, muted: false)
            server.publish(.playerVolumeChanged(volume: volume, source: .client))
            reply.succeed(volume)
        case .media(.openStream(_, let title, _)):
            if title == "no" { reply.fail(ControlError(.queueFull, "no room")) } else { reply.succeed(["item": 9]) }
        case .session(.beginInterruption):
            interrupters.append(client)
            reply.succeed(["interruption": 1])
        case .server(.statistics): reply.succeed(Wire.ServerStatistics(clients: Int64(server.clientCount)))
        case .media(.probe(let uri)): reply.fail(ControlError(.mediaNotFound, "no such file: \(uri)", uri: uri))
        case .server(.info): reply.succeed(["filler": .string(String(repeating: "x", count: 60_000))])
        default: reply.succeed([:])
        }
    }

    func currentStatus() -> Wire.Status {
        Wire.Status(
            state: .stopped, reason: .startup, volume: Wire.Volume(level: level, muted: false),
            queue: Wire.QueueSummary(length: 0, index: nil, revision: 0, modes: Wire.QueueModes()))
    }

    func adopt(_ stream: MediaConnection, from client: ClientID) { streams.append(stream) }

    func clientDidDisconnect(_ client: ClientID) {
        disconnected.append(client)
        if isTelling { nestedCalls += 1 }
    }

    /// Answers or publishes as a part of something that is done only when this returns.
    func tell(_ body: () -> Void) {
        isTelling = true
        body()
        isTelling = false
    }
}
