import ControlProtocol
import FoundationEssentials
import Glibc
import JSON
import LineServer
import Logging
import NIOCore
import NIOPosix

@testable import ControlServer

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
            try server.answer(with: handler)
            try server.start(path: path)
            return NIOLoopBound((server, handler), eventLoop: loop)
        }.wait()
    }

    static func makeDirectory() throws -> String {
        var template = Array("/tmp/fermata-control-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestFailure("no temporary directory") }
        return String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
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
    var handled: [Call] = []
    /// Whether it is in the middle of telling something.
    private var isTelling = false
    /// How often it was called all the same.
    private(set) var nestedCalls = 0
    private var level = 1.0

    init(server: ControlServer) { self.server = server }

    static let bindings: [MethodBinding<ScriptedHandler>] =
        Methods.all.filter { !["events.subscribe", "events.unsubscribe", "rpc.discover"].contains($0.name) }.map { scripted($0) }

    private static func scripted(_ method: some AnyMethod) -> MethodBinding<ScriptedHandler> {
        MethodBinding(method) { parameters throws(ControlError) in
            let checked = try method.parameters(of: parameters)
            let asked = Call(id: nil, method: method.name, parameters: method.json(of: checked))
            return PreparedRequest(opensStream: method.opensStream(checked)) { handler, client, reply in
                handler.handle(asked, from: client, reply: reply)
            }
        }
    }

    private func handle(_ request: Call, from client: ClientID, reply: Reply) {
        guard case .named(let parameters) = request.parameters else { return }
        handled.append(request)
        if isTelling { nestedCalls += 1 }
        let uris = parameters["uris"]?.arrayValue?.compactMap(\.stringValue) ?? []
        switch request.method {
        case "play" where parameters["uri"] != nil: waiting[parameters["uri"]?.stringValue ?? ""] = reply
        case "status": reply.succeed(currentStatus())
        case "queue.add" where uris[0].hasPrefix("/w"): waiting[uris[0]] = reply
        case "queue.add":
            // As one that reads a playlist on another thread.
            server.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(20)) {
                self.tell { reply.succeed(Wire.QueueAddition(ids: uris.indices.map(Int64.init), revision: 1)) }
            }
        case "volume":
            level = parameters["level"]?.numberValue ?? level
            let volume = Wire.Volume(level: level, muted: false)
            server.publish(.playerVolumeChanged(volume: volume, source: .client))
            reply.succeed(volume)
        case "stream.open":
            if parameters["title"] == "no" {
                reply.fail(ControlError(.queueFull, "no room"))
            } else {
                reply.succeed(["item": 9])
            }
        case "session.beginInterruption":
            interrupters.append(client)
            reply.succeed(["interruption": 1])
        case "server.statistics": reply.succeed(Wire.ServerStatistics(clients: Int64(server.clientCount)))
        case "media.probe":
            let uri = parameters["uri"]?.stringValue ?? ""
            reply.fail(ControlError(.mediaNotFound, "no such file: \(uri)", uri: uri))
        case "server.info": reply.succeed(["filler": .string(String(repeating: "x", count: 60_000))])
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

extension Reply {
    func succeed(_ value: JSONValue) { self(.success(value)) }

    func succeed(_ value: some WireValue) { self(.success(value.json)) }

    func fail(_ error: ControlError) { self(.failure(error)) }
}
