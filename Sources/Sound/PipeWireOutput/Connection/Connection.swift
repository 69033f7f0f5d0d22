import CPipeWire
import Filters
import Logging
import SystemSupport

/// The connection to the user's PipeWire server: the loop's thread, and whichever server there is.
///
/// A connection outlives servers. It finds the server, notices its loss, and finds the next one. It knows the server's
/// graph, and nothing of the streams: these register as ``ConnectionUser``.
///
/// The loop's lock guards all state of the connection and of its users. The loop's thread holds the lock in its callbacks;
/// other threads call everything within ``withLock(_:)``.
@safe final class Connection {
    /// How long a server may take for its first answer, in nanoseconds. A running server needs milliseconds. A server
    /// that is stopped or hangs still accepts connections, and never answers.
    private static let answerTimeout: Int64 = 5_000_000_000

    private let remote: String?
    private let logger: Logger
    private let threadLoop: ThreadLoop
    private var users: [any ConnectionUser] = []
    /// Has the loop's thread call ``turn()``.
    private var wakeSource: LoopSource?
    private var retryTimer: LoopSource?
    /// Runs after a server has accepted the connection, until its first answer.
    private var answerTimer: LoopSource?
    private var presence = ServerPresence()
    private var context: Context?
    /// The thread that calls the callbacks. Any thread.
    let dataThread = DataThread()
    /// The server's core; `nil` while there is no server.
    private(set) var core: Core?
    /// The server's graph, complete or not; `nil` while there is no server.
    private(set) var graph: GraphMonitor?
    /// What ``filters`` has made; the end of a connection that has none must not make it.
    private var madeFilters: FilterLibrary?
    /// Fires when a thread has made filters; `nil` before the first that take long.
    private var filterSource: LoopSource?
    private var privateOutputs: HeadphonePatterns
    /// Whether somebody wants to know what sinks take as it is.
    private var listsFormats = false

    /// Makes a connection that does nothing before ``start()``.
    /// - Parameters:
    ///   - remote: the server's socket, by name or absolute path; `nil` for the default one.
    ///   - privateOutputs: decides which sinks count as headphones whatever their device says.
    init(remote: String?, privateOutputs: HeadphonePatterns, logger: Logger) throws(OutputError) {
        self.remote = remote
        self.privateOutputs = privateOutputs
        self.logger = logger
        threadLoop = try ThreadLoop(name: "fermata-pw")
        wakeSource = try unsafe LoopSource.event(threadLoop.loop) { [unowned self] in turn() }
        retryTimer = try timer { [unowned self] in connect() }
        answerTimer = try timer { [unowned self] in missAnswer() }
    }

    deinit { end() }

    /// Registers a user, before ``start()`` or under the lock. The connection calls its users in the order in which they were
    /// added, and keeps them until ``remove(_:)`` or ``end()``. A user that comes later does not hear of the server that is there.
    func add(_ user: any ConnectionUser) { users.append(user) }

    /// Forgets a user, which has released all that it has made on the server. Under the lock, not in the loop's thread.
    func remove(_ user: any ConnectionUser) { users.removeAll { $0 === user } }

    /// Tries to connect, and starts the loop's thread.
    func start() throws(OutputError) {
        withLock { connect() }
        try threadLoop.start()
    }

    /// Ends the loop's thread, has the users release everything that belongs to the server, and ends the connection. Not
    /// under the lock, and not in the loop's thread.
    func end() {
        threadLoop.stop()
        disconnect()
        madeFilters?.end()
        filterSource = nil
        users = []
        wakeSource = nil
        retryTimer = nil
        answerTimer = nil
    }

    // MARK: For users

    /// The filters of all streams.
    var filters: FilterLibrary {
        if let madeFilters { return madeFilters }
        let filters = FilterLibrary { [unowned self] in listen(to: $0) }
        madeFilters = filters
        return filters
    }

    /// Runs `body` while the loop's thread calls nothing.
    func withLock<Result>(_ body: () -> Result) -> Result { threadLoop.withLock(body) }

    /// Has the loop's thread call ``ConnectionUser/loopTurned()`` of every user soon. Several calls before that count as
    /// one.
    func wake() { wakeSource?.signal() }

    /// Makes a timer of the loop; see ``LoopSource/timer(_:call:)``.
    func timer(call: @escaping () -> Void) throws(OutputError) -> LoopSource {
        try unsafe LoopSource.timer(threadLoop.loop, call: call)
    }

    /// Has the loop's thread call `call` whenever `descriptor` is readable; see ``LoopSource/readable(_:descriptor:call:)``.
    func readable(descriptor: Int32, call: @escaping () -> Void) throws(OutputError) -> LoopSource {
        try unsafe LoopSource.readable(threadLoop.loop, descriptor: descriptor, call: call)
    }

    /// The server's graph once the server has reported everything that existed at the start; `nil` before that.
    var completeGraph: GraphMonitor? { graph.flatMap { $0.isComplete ? $0 : nil } }

    /// Whether the server is known to be gone, and the next turn of the loop clears its objects away.
    var isLost: Bool { presence.isLost }

    /// Waits until the server has handled everything that it was asked for, for a second at most. Under the lock, which
    /// the call gives up meanwhile; not in the loop's thread.
    func waitForServer() {
        if core == nil { return }
        // The server may die during the wait, and the loop's thread then releases the core: nothing here may hold it.
        core?.afterRoundTrip { [unowned self] in threadLoop.signal() }
        threadLoop.waitForSignal()
    }

    /// Sets which sinks count as headphones from now on, whatever their device says.
    func setPrivateOutputs(_ outputs: HeadphonePatterns) {
        privateOutputs = outputs
        graph?.privateOutputs = outputs
    }

    /// Sets whether somebody wants to know what sinks take as it is. While nobody does, no sink is asked.
    func setListsFormats(_ lists: Bool) {
        listsFormats = lists
        graph?.setListsFormats(lists)
    }

    /// Has the loop's thread take the filters that threads have made. Returns whether it can.
    private func listen(to workshop: FilterWorkshop) -> Bool {
        guard let event = try? EventDescriptor() else { return false }
        filterSource = try? readable(descriptor: event.descriptor) { [unowned self] in
            event.drain()
            madeFilters?.takeMade()
        }
        if filterSource == nil { return false }
        workshop.listen { event.signal() }
        return true
    }

    // MARK: The server

    /// Tries to connect to the server; returns at once.
    private func connect() {
        guard core == nil else { return }
        do throws(OutputError) {
            // A context is expensive (it reads its configuration and loads modules), so it outlives a failed attempt.
            let context = if let context { context } else { try makeContext(dataThread, named: "fermata-data") }
            self.context = context
            let made = try makeCore(context)
            let graph = try unsafe GraphMonitor(core: made, loop: threadLoop.loop) { [unowned self] in graphChanged() }
            graph.privateOutputs = privateOutputs
            graph.setListsFormats(listsFormats)
            self.graph = graph
            core = made
            answerTimer?.fire(afterNanoseconds: Self.answerTimeout)
        } catch {
            tellLoss(error.message)
            retry()
        }
    }

    /// Makes a context whose events come on the loop's thread, with a data thread of its own. Under the lock.
    func makeContext(_ dataThread: DataThread, named name: String) throws(OutputError) -> Context {
        try unsafe Context(loop: threadLoop.loop, dataThread, named: name)
    }

    private func makeCore(_ context: Context) throws(OutputError) -> Core {
        let handlers = Core.Handlers(
            answered: { [unowned self] version in answered(version) },
            lost: { [unowned self] message in
                presence.lose(message)
                wake()
            })
        return try Core(context: context, remote: remote, handlers: handlers)
    }

    private func answered(_ version: String) {
        presence.answer(at: .now)
        answerTimer?.fire(afterNanoseconds: 0)
        logger.info("connected to PipeWire", metadata: ["version": "\(version)"])
        for user in users { user.serverConnected(version: version) }
    }

    private func graphChanged() {
        for user in users { user.graphChanged() }
        wake()
    }

    private func missAnswer() {
        if core != nil, presence.missAnswer() { wake() }
    }

    /// Does the work that a callback of PipeWire must not do. One call covers any number of changes.
    private func turn() {
        clearLostServer()
        for user in users { user.loopTurned() }
    }

    private func clearLostServer() {
        guard let message = presence.takeLoss(at: .now) else { return }
        answerTimer?.fire(afterNanoseconds: 0)
        disconnect()
        tellLoss(message)
        retry()
    }

    /// Releases everything that belongs to the server. Must not be called within a callback of the server's objects.
    private func disconnect() {
        for user in users { user.serverEnded() }
        core?.endListening()
        graph = nil
        core = nil
        context = nil
    }

    private func tellLoss(_ message: String) {
        guard presence.mustTellLoss() else { return }
        for user in users { user.serverLost(message) }
        logger.warning("no sound server", metadata: ["reason": "\(message)", "what helps": "\(Remedy.soundServer)"])
    }

    private func retry() { retryTimer?.fire(afterNanoseconds: presence.nextWait()) }
}
