import ControlProtocol
import NIOCore

extension ClientConnection {
    /// Begins requests until one has to wait, or until it is the other clients' turn.
    func serve() {
        guard !isServing else { return }
        isServing = true
        defer { isServing = false }
        waitsForOutput = false
        var begun = 0
        let writtenBefore = written
        while phase == .open, holding == 0 {
            if output.byteCount > outputLimit {
                waitsForOutput = true
                return
            }
            if begun == ControlLimits.requestsPerTurn || written - writtenBefore > ControlLimits.bytesPerTurn {
                scheduleTurn()
                return
            }
            begun += 1
            if let batch {
                if let member = batch.nextMember() {
                    begin(member, in: batch)
                } else {
                    self.batch = nil
                    waitingBytes -= batch.memberBytes
                    batch.finishIfComplete()
                }
                continue
            }
            switch framer.next(isEnded: isInputEnded) {
            case .line(let line): receive(line)
            case .incomplete: return
            case .tooLong:
                let message = "a message is longer than \(limits.messageBytes) bytes"
                send(Response(error: ControlError(.invalidRequest, message, details: ["limit": "messageBytes"])))
                phase = .closing
            }
        }
    }

    /// Continues with this connection after the event loop has served the others.
    func scheduleTurn() {
        guard let context, !isTurnScheduled else { return }
        isTurnScheduled = true
        context.eventLoop.assumeIsolated().execute {
            self.isTurnScheduled = false
            self.advance()
        }
    }

    private func receive(_ line: ByteBuffer) {
        lastRequest = .now()
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
                let batch = Batch(members, messageBytes: line.readableBytes) { [weak self] line, replyBytes in
                    self?.batchedBytes -= replyBytes
                    self?.send(line)
                }
                waitingBytes += batch.memberBytes
                self.batch = batch
            }
        } catch {
            send(Response(error: error))
        }
    }

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
            let answer = call.id.map { destination(of: $0, in: batch) } ?? { _ in }
            guard phase == .open else { return answer(.failure(.shuttingDown)) }
            let limit = server.isCrowded ? limits.crowdedBatchBytes : limits.outputBytes
            if let batch, batch.byteCount > limit {
                let message = "the replies to this batch exceed \(limit) bytes"
                answer(.failure(ControlError(.limitExceeded, message, details: ["limit": "outputBytes"])))
                return
            }
            do {
                let method = try MethodCatalogue.method(of: call)
                perform(try method.request(call.parameters), as: method, in: batch, answer: answer)
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
                self?.written += reply.count
                self?.batchedBytes += reply.count
                batch.fill(place, with: reply)
                self?.countKept()
            }
        }
        return { [weak self] in self?.send(Response(id: id, result: $0)) }
    }

    private func perform(
        _ request: Request, as method: Method, in batch: Batch?, answer: @escaping (Result<JSONValue, ControlError>) -> Void
    ) {
        switch request {
        case .connection(.discover): answer(.success(OpenRPCDocument.json))
        case .connection(.subscribe(let filter)): answer(subscribe(filter))
        case .connection(.unsubscribe):
            unsubscribe()
            answer(.success([:]))
        case .media(.openStream) where batch != nil:
            answer(.failure(ControlError(.invalidRequest, "stream.open cannot be part of a batch")))
        case .media(.openStream) where !unanswered.isEmpty:
            let message = "stream.open cannot follow a request of this connection that still waits for its answer"
            answer(.failure(ControlError(.invalidRequest, message)))
        default: hand(request, as: method, answer: answer)
        }
    }

    /// Passes a request to the daemon.
    private func hand(
        _ request: Request, as method: Method, answer: @escaping (Result<JSONValue, ControlError>) -> Void
    ) {
        guard let handler = server.handler else { return answer(.failure(.shuttingDown)) }
        let holds = !method.waitsForMedia
        if holds { holding += 1 }
        handed += 1
        let number = handed
        let reply = Reply { [weak self] result in
            if case .media(.openStream) = request, case .success = result { self?.beginHandingOver() }
            answer(result)
            self?.didAnswer(number, holds: holds)
        }
        unanswered[number] = (reply, requestBytes)
        waitingBytes += requestBytes
        handler.handle(request, from: id, reply: reply)
    }

    private func didAnswer(_ number: Int, holds: Bool) {
        if let answered = unanswered.removeValue(forKey: number) { waitingBytes -= answered.bytes }
        if holds { holding -= 1 }
        // Not now: this answer may be part of work that the handler has not finished.
        if !isServing { scheduleTurn() }
    }

    /// Answers all unanswered requests, and the members of a batch that have not begun, with `shutting_down`.
    func answerTheRest() {
        for (_, waiting) in unanswered.sorted(by: { $0.key < $1.key }) { waiting.reply.fail(.shuttingDown) }
        while let member = batch?.nextMember() { begin(member, in: batch) }
        batch?.finishIfComplete()
        batch = nil
    }
}
