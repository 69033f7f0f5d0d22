import Logging
import NIOCore
import Network
import SystemSupport

/// Has one service told what is heard: keeps what waits, begins turns, and waits between them. Confined to the control thread.
final class ListenSender {
    /// How it is.
    enum State: Hashable {
        /// The service is not told.
        case off
        /// Nothing was to be told yet.
        case ready
        /// All was told that there was.
        case told
        /// Why songs wait, as a sentence; it is tried again.
        case later(String, waiting: Int)
        /// What a person has to do, as a sentence.
        case needsPerson(String, waiting: Int)
    }

    /// The waits before a service is asked again that does not answer.
    private static let (firstWait, longestWait) = (30 * second, 3_600 * second)
    /// How soon it is asked again where a person has to do something: only when something is to be told.
    private static let waitForPerson = 3 * second
    private static let second: Int64 = 1_000_000_000

    let service: ListenService
    private let store: ListenStore
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var settings: ListenTurn.Settings?
    private var network = NetworkConfiguration()
    private var playing: Listen?
    private var turn: ListenStop?
    /// Whether something has come while a turn was under way.
    private var isAnother = false
    private var retry: Scheduled<Void>?
    /// Before this time, the service is not asked.
    private var notBefore: Int64 = 0
    private var backoff = Backoff(first: firstWait, longest: longestWait)
    /// How it was when a turn ended last.
    private var known = State.off

    init(_ service: ListenService, directory: String, eventLoop: any EventLoop, logger: Logger) {
        self.service = service
        self.eventLoop = eventLoop
        self.logger = logger
        store = ListenStore(service, directory: directory, logger: logger)
    }

    /// How it is now.
    var state: State {
        switch known {
        case .off, .ready, .told: known
        case .later(let reason, _): .later(reason, waiting: store.count)
        case .needsPerson(let reason, _): .needsPerson(reason, waiting: store.count)
        }
    }

    /// Whether the service is told.
    var isOn: Bool { settings != nil }

    /// Takes over how the service is told; `nil`: it is not. What waits is told at once, and a person is asked to sign in where that is needed.
    func configure(_ settings: ListenTurn.Settings?, _ network: NetworkConfiguration) {
        self.network = network
        guard settings != self.settings else { return }
        end()
        self.settings = settings
        guard let settings else { return known = .off }
        store.load()
        (known, notBefore) = (.ready, 0)
        backoff = Backoff(first: Self.firstWait, longest: Self.longestWait)
        var signsIn = false
        if case .lastFM = settings { signsIn = store.session == nil }
        if signsIn || store.count > 0 { begin(signsIn: signsIn) }
    }

    /// Ends what is under way, and writes down what is not written.
    func end() {
        turn?.end()
        turn = nil
        retry?.cancel()
        (retry, playing, isAnother) = (nil, nil, false)
        store.save()
    }

    /// Takes in what was heard.
    func heard(_ listen: Listen) {
        guard isOn else { return }
        store.add(listen)
        begin()
    }

    /// Takes in what is heard from now on.
    func plays(_ listen: Listen) {
        guard isOn else { return }
        playing = listen
        begin()
    }

    private func begin(signsIn: Bool = false) {
        guard let settings else { return }
        guard turn == nil else { return isAnother = true }
        let mayAsk = MonotonicClock.nanoseconds >= notBefore
        guard mayAsk || !store.isSaved else { return playing = nil }
        let stop = ListenStop()
        let turn = ListenTurn(
            settings: settings, network: network, store: store, logger: logger, stop: stop, playing: playing,
            mayAsk: mayAsk, signsIn: signsIn)
        // What is heard is told once, or not at all: soon it is something else.
        (playing, isAnother) = (nil, false)
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-listens") { [eventLoop] in
                let outcome = turn.run()
                eventLoop.execute { bound.value.ended(stop, outcome) }
            }
            self.turn = stop
        } catch {
            logger.error("A service is not told what is heard.", metadata: ["service": "\(service.name)", "reason": "\(error)"])
        }
    }

    private func ended(_ stop: ListenStop, _ outcome: ListenTurn.Outcome) {
        // Of a turn that was ended, nothing counts.
        guard stop === turn else { return }
        turn = nil
        switch outcome {
        case .nothing: break
        case .told:
            backoff = Backoff(first: Self.firstWait, longest: Self.longestWait)
            take(.told)
        case .failed(.refused(let reason)), .failed(.later(let reason, seconds: nil)): wait(backoff.next(), reason)
        case .failed(.later(let reason, seconds: let seconds?)): wait(seconds * Self.second, reason)
        case .failed(.needsPerson(let reason)):
            notBefore = MonotonicClock.nanoseconds + Self.waitForPerson
            take(.needsPerson(reason, waiting: store.count))
        }
        if isAnother { begin() }
    }

    private func wait(_ nanoseconds: Int64, _ reason: String) {
        take(.later(reason, waiting: store.count))
        notBefore = MonotonicClock.nanoseconds + nanoseconds
        retry?.cancel()
        retry = eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(nanoseconds)) { [weak self] in self?.tryAgain() }
    }

    private func tryAgain() {
        retry = nil
        // The clock of the loop may be a little ahead.
        notBefore = 0
        if store.count > 0 { begin() }
    }

    /// Takes over how it is, and tells it once.
    private func take(_ new: State) {
        defer { known = new }
        switch (new, known) {
        case (.later(let reason, _), .later(let former, _)) where reason == former: return
        case (.needsPerson(let reason, _), .needsPerson(let former, _)) where reason == former: return
        case (.later(let reason, _), _), (.needsPerson(let reason, _), _):
            logger.warning(
                "A service is not told what is heard.", metadata: ["service": "\(service.name)", "reason": "\(reason)"])
        case (.told, .later), (.told, .needsPerson):
            logger.notice("A service is told what is heard again.", metadata: ["service": "\(service.name)"])
        default: break
        }
    }
}
