import ControlProtocol
import Glibc
import JSON
import LineServer
import Logging
import NIOCore
import SystemSupport

/// JSON-RPC with one client: begins requests, answers them, sends events. Confined to the event loop.
///
/// It begins requests one after the other: the next begins when the one before has been answered, unless that one waits for
/// media.
final class ControlConversation {
    private let limits: ControlLimits
    private unowned let connection: LineConnection
    private unowned let server: ControlServer

    /// The batch whose members are being begun.
    private var batch: Batch?
    private var unanswered = UnansweredRequests()
    /// Bytes of replies that wait for the rest of their batch.
    private var batchedBytes = 0
    /// The length of the request that is being begun, in bytes.
    private var requestBytes = 0
    private var subscription = Subscription()

    init(over connection: LineConnection, server: ControlServer) {
        self.connection = connection
        self.server = server
        limits = server.limits
    }

    private func send(_ response: Response) { connection.send(response.json.bytes) }

    // MARK: Requests

    private static func message(_ line: ByteBuffer, maximumDepth: Int) throws(ControlError) -> IncomingMessage {
        let message = line.withUnsafeReadableBytes { bytes in
            Result { () throws(ControlError) in try IncomingMessage(parsing: bytes, maximumDepth: maximumDepth) }
        }
        return try message.get()
    }

    private func begin(_ member: Result<Call, InvalidCall>, in batch: Batch?) {
        switch member {
        case .failure(let invalid): destination(of: invalid.id, in: batch)(.failure(invalid.error))
        case .success(let call):
            let answer =
                call.id.map { destination(of: $0, in: batch) } ?? { [weak self] result in
                    // A notification gets no answer, but whoever has carried it here may want to know.
                    if case .failure(let error) = result, error.code == .shuttingDown { self?.connection.hasGivenUp = true }
                }
            guard connection.isOpen else { return answer(.failure(.shuttingDown)) }
            let limit = connection.isCrowded ? limits.crowdedBatchBytes : limits.lines.outputBytes
            if let batch, batch.byteCount > limit {
                let message = "the replies to this batch exceed \(limit) bytes"
                answer(.failure(ControlError(.limitExceeded, message, details: ["limit": "outputBytes"])))
                return
            }
            do {
                try perform(call, try Methods.method(of: call), in: batch, answer: answer)
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Returns the function that takes the answer to the request with `id`.
    private func destination(of id: RequestID, in batch: Batch?) -> (Result<JSONValue, ControlError>) -> Void {
        if let batch {
            let place = batch.reserve()
            return { [weak self] in
                let reply = Response(id: id, result: $0).json.bytes
                self?.connection.didPrepare(reply.count)
                self?.batchedBytes += reply.count
                batch.fill(place, with: reply)
                self?.connection.keptBytesDidChange()
            }
        }
        return { [weak self] in self?.send(Response(id: id, result: $0)) }
    }

    private func perform(
        _ call: Call, _ method: any AnyMethod, in batch: Batch?, answer: @escaping (Result<JSONValue, ControlError>) -> Void
    ) throws(ControlError) {
        guard let handler = server.handler else { throw .shuttingDown }
        if let refusal = handler.refusal(of: method, from: connection.id) { throw refusal }
        if let own = Self.bindings.first(where: { $0.method.name == method.name }) {
            return try own.request(call.parameters).begin(self, connection.id, Reply(answer))
        }
        guard let request = try server.prepare(method, call.parameters) else { throw .shuttingDown }
        if request.opensStream, connection.id.isFar {
            throw ControlError(.invalidRequest, "\(method.name) needs a connection over the control socket")
        }
        if request.opensStream, batch != nil {
            throw ControlError(.invalidRequest, "\(method.name) cannot be part of a batch")
        }
        if request.opensStream, !unanswered.isEmpty {
            let message = "\(method.name) cannot follow a request of this connection that still waits for its answer"
            throw ControlError(.invalidRequest, message)
        }
        hand(request, as: method, answer: answer)
    }

    /// Passes a request to the daemon.
    private func hand(
        _ request: HandlerRequest, as method: any AnyMethod, answer: @escaping (Result<JSONValue, ControlError>) -> Void
    ) {
        let number = unanswered.nextNumber()
        let reply = Reply { [weak self] result in
            if request.opensStream, case .success = result { self?.beginStream() }
            answer(result)
            self?.didAnswer(number)
        }
        unanswered.add(reply, number: number, bytes: requestBytes, holds: !method.waitsForMedia)
        request.begin(connection.id, reply)
    }

    private func didAnswer(_ number: Int) {
        unanswered.remove(number)
        connection.proceed()
    }

    // MARK: Streams

    /// The connection will carry media once the client has had its reply, or has gone without it.
    private func beginStream() {
        guard connection.isOpen else { return }
        unsubscribe()
        let (server, client) = (server, connection.id)
        let isDetaching = connection.detach { [weak server] descriptor, leadingBytes in
            guard let handler = server?.handler else {
                close(descriptor)
                return
            }
            handler.adopt(MediaConnection(descriptor: descriptor, leadingBytes: leadingBytes), from: client)
        }
        if !isDetaching { server.logger.error("cannot take over a client's stream", metadata: ["client": "\(client.number)"]) }
    }

    // MARK: Events

    /// Returns whether the client subscribed to the events of `type`.
    func admits(_ type: EventType) -> Bool { subscription.admits(type) }

    /// Sends an event, if the client subscribed to its type.
    func deliver(_ event: Notification) {
        guard subscription.admits(event.type) else { return }
        let hasRoom = connection.unsentBytes <= connection.outputLimit
        if let line = subscription.line(for: event, hasRoom: hasRoom) { connection.append(line) }
        connection.outputDidChange()
    }

    /// Sends the events that pass `filter` from now on. Returns the sequence of the last event before them, and the status now.
    func subscribe(to filter: EventFilter) throws(ControlError) -> (sequence: Int64, status: Wire.Status) {
        guard let handler = server.handler else { throw .shuttingDown }
        let guarded = EventType.guarded.filter { handler.refusal(of: $0.method, from: connection.id) != nil }
        subscription.begin(filter.without(guarded.reduce(into: Set()) { $0.formUnion($1.types) }))
        server.didSubscribe(self, of: connection.id)
        return (subscription.sequence, handler.currentStatus())
    }

    /// Sends no more events.
    func unsubscribe() {
        subscription.end()
        server.didUnsubscribe(connection.id)
    }
}

/// What the connection asks.
extension ControlConversation: LineConversation {
    var isReady: Bool { !unanswered.holdTheNext }

    var isIdle: Bool { batch == nil && unanswered.isEmpty }

    var keptBytes: Int { batchedBytes + (batch?.memberBytes ?? 0) + unanswered.byteCount }

    func continueWork() -> Bool {
        guard let batch else { return false }
        if let member = batch.nextMember() {
            begin(member, in: batch)
        } else {
            self.batch = nil
            batch.finishIfComplete()
        }
        return true
    }

    func receive(_ line: ByteBuffer) {
        do {
            let message = try Self.message(line, maximumDepth: limits.depth)
            switch message {
            case .single(let call):
                requestBytes = line.readableBytes
                begin(call, in: nil)
            case .batch(let members) where members.count > limits.batchRequests:
                let message = "a batch has more than \(limits.batchRequests) requests"
                send(Response(error: ControlError(.invalidRequest, message, details: ["limit": "batchRequests"])))
            case .batch(let members):
                requestBytes = line.readableBytes / max(1, members.count)
                batch = Batch(members, messageBytes: line.readableBytes) { [weak self] line, replyBytes in
                    self?.batchedBytes -= replyBytes
                    self?.connection.send(line)
                }
            }
        } catch {
            send(Response(error: error))
        }
    }

    func refuseLongLine() {
        let message = "a message is longer than \(limits.lines.lineBytes) bytes"
        send(Response(error: ControlError(.invalidRequest, message, details: ["limit": "messageBytes"])))
    }

    /// Sends the events that were held if there is room, then `server.overflow` with the number of events that were left out.
    func refill() {
        let dropped = subscription.releaseHeld(limit: connection.outputLimit) {
            connection.unsentBytes
        } send: {
            connection.append($0)
        }
        guard dropped > 0 else { return }
        connection.append(subscription.overflowLine(dropped: dropped, at: MonotonicClock.seconds))
    }

    func finish() {
        for reply in unanswered.replies { reply(.failure(.shuttingDown)) }
        while let member = batch?.nextMember() { begin(member, in: batch) }
        batch?.finishIfComplete()
        batch = nil
    }

    func discard() {
        batch = nil
        batchedBytes = 0
        unanswered.removeAll()
        subscription.discardHeld()
    }

    func connectionEnded() {
        subscription.end()
        batch = nil
        unanswered.removeAll()
        server.didUnsubscribe(connection.id)
    }
}
