import Glibc
import Logging
import NIOCore
import NIOPosix
import TestSupport

@testable import LineServer

/// A line server with a real socket, which speaks a small protocol of its own.
final class ScriptedServer: Sendable {
    let directory: TemporaryDirectory
    let path: String
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let state: NIOLoopBound<(server: LineServer, script: ScriptedProtocol)>

    /// - Parameters:
    ///   - passesBlankLines: whether lines without a word reach the conversation.
    ///   - address: an address of the network to listen on as well.
    ///   - total: how many clients it may have together with its neighbour.
    init(
        limits: LineServerLimits = LineServerLimits(), passesBlankLines: Bool = false, address: String? = nil, total: Int? = nil
    ) throws {
        directory = try TemporaryDirectory()
        path = directory.file("below/lines.sock")
        let (loop, path) = (group.next(), path)
        state = try loop.submit {
            let server = LineServer(
                eventLoop: loop, limits: limits, places: total.map { ClientPlaces(total: $0) },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let script = ScriptedProtocol(passesBlankLines: passesBlankLines)
            server.lineProtocol = script
            try server.start(path: path)
            if let address { try server.start(address: address) }
            return NIOLoopBound((server, script), eventLoop: loop)
        }.wait()
    }

    /// Does something on the event loop and waits for it.
    func onLoop<Value: Sendable>(_ body: @escaping @Sendable (LineServer, ScriptedProtocol) throws -> Value) throws -> Value {
        try group.next().submit { [state] in try body(state.value.server, state.value.script) }.wait()
    }

    /// Waits until the conversation with a client has got so many lines.
    func waitForLines(_ count: Int, of client: UInt64 = 1) async throws {
        try await waitUntil("\(count) lines") {
            (try? onLoop { _, script in script.conversations[ClientID(number: client)]?.received.count }) == count
        }
    }

    /// Starts another server that shares the places with this one, and returns its path.
    func startNeighbour() throws -> String {
        let path = directory.file("neighbour.sock")
        try onLoop { server, script in
            let other = LineServer(
                eventLoop: server.eventLoop, limits: server.limits, places: server.places,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            other.lineProtocol = script
            try other.start(path: path)
            script.neighbour = other
        }
        return path
    }

    /// Ends the server.
    func stop() throws {
        try group.next().flatSubmit { [state] in
            state.value.script.neighbour?.shutDown() ?? state.value.server.eventLoop.makeSucceededVoidFuture()
        }.wait()
        try group.next().flatSubmit { [state] in state.value.server.shutDown() }.wait()
        try group.syncShutdownGracefully()
    }
}

/// A protocol as others are: a greeting, commands answered with several lines, lists of commands, waiting, a change of purpose.
final class ScriptedProtocol: LineProtocol {
    let passesBlankLines: Bool
    private(set) var conversations: [ClientID: ScriptedConversation] = [:]
    private(set) var disconnected: [ClientID] = []
    private(set) var isEnding = false
    /// Another server that speaks this protocol.
    fileprivate(set) var neighbour: LineServer?
    /// Whether a client has sent `enough`.
    fileprivate(set) var isEnough = false
    /// How often a client has spun before any has sent `enough`.
    fileprivate(set) var spins = 0
    /// How often a client has sent `spin`.
    fileprivate(set) var served = 0
    /// The connections that were detached.
    fileprivate(set) var detached: [(descriptor: CInt, leadingBytes: [UInt8])] = []

    /// What each attempt to detach a connection returned.
    fileprivate(set) var detachAnswers: [Bool] = []

    init(passesBlankLines: Bool) { self.passesBlankLines = passesBlankLines }

    func converse(over connection: LineConnection) -> any LineConversation {
        let conversation = ScriptedConversation(over: connection, of: self)
        conversations[connection.id] = conversation
        connection.send(Array("OK script".utf8))
        return conversation
    }

    func line(for refusal: Refusal) -> [UInt8] { Array("refused: \(refusal)".utf8) }

    func serverIsEnding() { isEnding = true }

    func clientDidDisconnect(_ client: ClientID) {
        disconnected.append(client)
        conversations[client] = nil
    }
}

/// The commands: `count N` answers with N lines, each a step of work; `long N` with a line of N bytes; `wait` when
/// ``release()`` is called; `spin` works for 20 ms, unless any client has sent `enough`; `later` for 6 ms, and for 2 ms in a task behind its answer; `toil` works, without a line, until any client sends `enough`, or for half a minute; `detach` hands the
/// connection over, and tries to do so again; `bye` is
/// told where the client is, and ends the connection; any other line is repeated.
final class ScriptedConversation: LineConversation {
    unowned let connection: LineConnection
    private var remaining = 0
    private var toilsUntil: ContinuousClock.Instant?
    private var isWaiting = false
    private var held: [String] = []
    private(set) var received: [String] = []
    private unowned let script: ScriptedProtocol

    init(over connection: LineConnection, of script: ScriptedProtocol) {
        self.connection = connection
        self.script = script
    }

    private func reply(_ line: String) { connection.send(Array(line.utf8)) }

    /// Answers `wait`.
    func release() {
        isWaiting = false
        reply("released")
        connection.proceed()
    }

    /// Sends a line unasked, as soon as there is room.
    func announce(_ line: String) {
        held.append(line)
        connection.outputDidChange()
    }

    var isReady: Bool { !isWaiting }
    var isIdle: Bool { remaining == 0 && toilsUntil == nil && !isWaiting }
    var keptBytes: Int { held.reduce(0) { $0 + $1.utf8.count } }

    func continueWork() -> Bool {
        if let end = toilsUntil {
            guard script.isEnough || ContinuousClock.now >= end else { return true }
            toilsUntil = nil
            reply(script.isEnough ? "told that it is enough" : "told nothing")
            return true
        }
        guard remaining > 0 else { return false }
        reply("\(remaining)")
        remaining -= 1
        return true
    }

    func receive(_ line: ByteBuffer) {
        let text = String(buffer: line)
        received.append(text)
        let words = text.split(separator: " ")
        switch words.first {
        case "spin":
            script.served += 1
            spin(milliseconds: 20)
            reply("spun")
        case "later":
            // For longer than a turn.
            spin(milliseconds: 6)
            reply("soon")
            connection.context?.eventLoop.assumeIsolated().execute { self.spin(milliseconds: 2) }
        case "count": remaining = Int(words[1]) ?? 0
        case "long": reply(String(repeating: "x", count: Int(words[1]) ?? 0))
        case "wait": isWaiting = true
        case "toil":
            reply("at work")
            toilsUntil = .now + .seconds(30)
        case "enough": script.isEnough = true
        case "bye":
            reply(connection.isLocal ? "local" : "remote")
            connection.end()
        case "detach":
            reply("yours")
            // The second receiver gets nothing.
            for _ in 0..<2 {
                script.detachAnswers.append(connection.detach { [script] in script.detached.append(($0, $1)) })
            }
        default: reply(text)
        }
    }

    private func spin(milliseconds: Int) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while !script.isEnough, ContinuousClock.now < end {}
        if !script.isEnough { script.spins += 1 }
    }

    func refuseLongLine() { reply("too long") }

    func refill() {
        while connection.unsentBytes <= connection.outputLimit, !held.isEmpty {
            connection.append(Array(held.removeFirst().utf8))
        }
    }

    func finish() {
        if isWaiting { reply(script.isEnding ? "ending, as announced" : "ending") }
    }

    func discard() { held = [] }

    func connectionEnded() { held = [] }
}
