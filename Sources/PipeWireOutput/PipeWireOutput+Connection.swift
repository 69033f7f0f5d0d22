import AudioSession
import AudioTypes
import CPipeWire
import Logging
import SystemSupport

/// Connecting to the server, losing it, and trying again. All of it under the loop's lock.
extension PipeWireOutput {
    /// How long a server may take for its first answer, in nanoseconds. A running server needs milliseconds. A server
    /// that is stopped or hangs still accepts connections, and never answers.
    static let answerTimeout: Int64 = 5_000_000_000

    /// Tries to connect to the server; returns at once.
    func connect() {
        guard connection == nil else { return }
        do throws(OutputError) {
            // A context is expensive (it reads its configuration and loads modules), so it outlives a failed attempt.
            if context == nil {
                guard let made = try makeContext() else { return }
                context = consume made
            }
            connection = try makeConnection()
            answerTimer?.fire(afterNanoseconds: Self.answerTimeout)
        } catch {
            tellLoss(error.message)
            retry()
        }
    }

    private func makeContext() throws(OutputError) -> Context? {
        guard let loop = unsafe loop?.loop else { return nil }
        return try unsafe Context(loop: loop)
    }

    private func makeConnection() throws(OutputError) -> Connection? {
        let handlers = Connection.Handlers(
            answered: { [unowned self] version in
                serverAnswered = .now
                answerTimer?.fire(afterNanoseconds: 0)
                lossWasTold = false
                tell(.serverConnected(version: version))
                logger.info("connected to PipeWire", metadata: ["version": "\(version)"])
                makeStream()
            },
            lost: { [unowned self] message in
                loss = message
                wake?.signal()
            },
            graphChanged: { [unowned self] in
                lookAtGraph()
                wake?.signal()
            })
        guard let loop = unsafe loop?.loop else { return nil }
        switch context {
        case .some(let context):
            let made = try unsafe Connection(
                context: context, loop: loop, remote: configuration.remote, handlers: handlers)
            made.graph?.privateOutputs = PrivateOutputs(configuration.privateOutputs)
            return made
        case .none: return nil
        }
    }

    /// Treats a server that does not answer as absent, and has the loop try again later. Must not be called within a
    /// callback of the connection.
    func missAnswer() {
        guard connection != nil, serverAnswered == nil, loss == nil else { return }
        loss = "the PipeWire server takes the connection and does not answer"
        wake?.signal()
    }

    /// Clears a dead connection away. Must not be called within one of its callbacks.
    func clearLostConnection() {
        guard let message = loss else { return }
        loss = nil
        answerTimer?.fire(afterNanoseconds: 0)
        destroyStream()
        // The owner decides again whether to play when the server is back.
        isActive = false
        connection = nil
        context = nil
        told.graph = nil
        outputGuard.serverEnded()
        isVerifyingDriver = false
        duckLedger.serverLost()
        if let since = serverAnswered { backoff.lost(after: since.duration(to: .now)) }
        serverAnswered = nil
        tellLoss(message)
        retry()
    }

    private func tellLoss(_ message: String) {
        if lossWasTold { return }
        lossWasTold = true
        tell(.serverLost(message: message))
        logger.warning("no sound server", metadata: ["reason": "\(message)"])
    }

    private func retry() { retryTimer?.fire(afterNanoseconds: backoff.next()) }
}
