import Database
import MediaTypes
import MusicLibrary
import Synchronization
import SystemSupport

/// The speeds that were kept for media and for what they belong to. The library keeps them; until it has, they are kept here, so that media
/// that is opened again at once has its speed as well.
///
/// Any thread. Nothing is read as long as nothing has a speed of its own.
final class ListeningSpeeds: Sendable {
    private struct State {
        /// What the library has not kept yet, with the number of the change.
        var unsaved: [SpeedOwner: (speed: Double?, number: UInt64)] = [:]
        var lastNumber: UInt64 = 0
        /// Whether anything has a speed of its own, as far as one knows; `nil` before anybody has looked, and once notes have changed.
        var isAny: Bool?
        /// How often notes have changed.
        var changes: UInt64 = 0
        /// What is to be looked at once the library has answered; `nil` if nobody has asked since.
        var waiting: [(uri: String, album: String?)]?
        var isLooking = false
        /// The notes that do not count and were told of.
        var wrong: [SpeedOwner: String] = [:]
    }

    /// How long the opening of media waits for the library: it may be busy with a question, or its disk may hang.
    static let usualPatience = Duration.seconds(5)
    /// The same as long as nobody knows whether anything has a speed of its own: most people have none, and do not want to wait for that.
    static let doubtfulPatience = Duration.seconds(1)
    /// The most speeds that the library has not kept: its disk may be full.
    private static let unsavedLimit = 1_000
    /// The most wrong notes that are known as such: of more, one may be told again.
    private static let wrongLimit = 1_000

    private let library: Library
    private let patience: Duration
    private let patienceInDoubt: Duration
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - patience: how long the opening of media waits for the library once it is known that anything has a speed of its own.
    ///   - patienceInDoubt: how long it waits before.
    ///   - report: gets a sentence about a speed that cannot be kept or used, or is not known in time; on any thread.
    init(
        _ library: Library, patience: Duration = usualPatience, patienceInDoubt: Duration = doubtfulPatience,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.library = library
        self.patience = patience
        self.patienceInDoubt = patienceInDoubt
        self.report = report
    }

    /// Asks for the speeds that were kept for media. Returns what waits for the disk, and returns them then.
    /// - Parameter cameLate: is called on any thread once the library says that one was kept, if that comes too late.
    func askForSpeeds(of uri: String, album: String?, cameLate: @escaping @Sendable () -> Void) -> () -> KeptSpeeds {
        let speeds = KeptSpeeds(of: uri, album: album)
        guard mayHaveAny else { return { [self] in withUnsaved(speeds) } }
        let answer = Monitor<(result: Result<KeptSpeeds, DatabaseError>?, isLate: Bool)>((nil, false))
        library.ask { [self] store throws(DatabaseError) in
            try read(speeds, from: store)
        } answer: { result in
            let isLate = answer.withLock { answer in
                answer.result = result
                return answer.isLate
            }
            if isLate, case .success(let kept) = result, kept.counting(over: 1).owner != nil { cameLate() }
        }
        let patience = state.withLock { $0.isAny } == true ? patience : patienceInDoubt
        let deadline = MonotonicClock.nanoseconds + patience.nanoseconds
        return { [self] in
            let name = MediaAddress.shown(uri)
            let inTime = answer.wait(until: deadline) { $0.result }
            let result =
                inTime
                ?? answer.withLock { answer in
                    answer.isLate = answer.result == nil
                    return answer.result
                }
            switch result {
            case .success(let kept): return withUnsaved(kept)
            case .failure(let error): report("\(name) plays at the general speed: \(error.message)")
            case nil:
                report("\(name) plays at the general speed: the library has not told within \(patience) whether it has its own")
            }
            return withUnsaved(speeds)
        }
    }

    /// Keeps a speed; `nil` forgets it. `kept` is called once that is on the disk, on any thread.
    func note(_ speed: Double?, for owner: SpeedOwner, kept: @escaping @Sendable () -> Void) {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.unsaved[owner] = (speed, state.lastNumber)
            if state.unsaved.count > Self.unsavedLimit, let oldest = state.unsaved.min(by: { $0.value.number < $1.value.number })
            {
                state.unsaved[oldest.key] = nil
            }
            return state.lastNumber
        }
        library.keep { [self] store throws(DatabaseError) -> Void in
            // One that had to be tried again may come after a newer one.
            guard isNewest(number, owner) else { return }
            try store.setSpeed(speed, of: owner)
        } answer: { [self] result in
            // What the library cannot keep is known at least until the end.
            if case .failure(let error) = result {
                return report("the speed of \(owner.name) is not kept beyond this run: \(error.message)")
            }
            state.withLock { state in
                (state.isAny, state.changes) = (speed == nil ? nil : true, state.changes + 1)
                if state.unsaved[owner]?.number == number { state.unsaved[owner] = nil }
            }
            kept()
        }
    }

    /// Looks which speeds media have now that notes have changed. `answer` gets those of all, by their addresses, on any thread; not if the
    /// library cannot say it. While it is asked already, it is asked once more afterwards, however often notes change. With them comes the
    /// ``newest`` choice that they may know of.
    func lookAgain(
        at media: [(uri: String, album: String?)], answer: @escaping @Sendable ([String: KeptSpeeds], UInt64) -> Void
    ) {
        let begins = state.withLock { state in
            (state.isAny, state.changes) = (state.isAny == true ? true : nil, state.changes + 1)
            guard !media.isEmpty else { return false }
            state.waiting = media
            defer { state.isLooking = true }
            return !state.isLooking
        }
        if begins { look(answer) }
    }

    /// The number of the newest choice of a speed.
    var newest: UInt64 { state.withLock { $0.lastNumber } }

    private func look(_ answer: @escaping @Sendable ([String: KeptSpeeds], UInt64) -> Void) {
        let media = state.withLock { state -> [(uri: String, album: String?)]? in
            defer { state.waiting = nil }
            if state.waiting == nil { state.isLooking = false }
            return state.waiting
        }
        guard let media else { return }
        let speeds = media.map { ($0.uri, KeptSpeeds(of: $0.uri, album: $0.album)) }
        library.ask { [self] store throws(DatabaseError) in
            var kept: [String: KeptSpeeds] = [:]
            let newest = newest
            for (uri, speeds) in speeds { kept[uri] = try read(speeds, from: store) }
            return (kept, newest)
        } answer: { [self] result in
            switch result {
            case .success((let kept, let newest)): answer(kept.mapValues(withUnsaved), newest)
            case .failure(let error): report("what plays keeps its speed: \(error.message)")
            }
            look(answer)
        }
    }

    /// Whether anything may have a speed of its own, as far as one knows without the database.
    private var mayHaveAny: Bool { library.hasListening && state.withLock { $0.isAny } != false }

    private func read(_ speeds: KeptSpeeds, from store: LibraryStore) throws(DatabaseError) -> KeptSpeeds {
        let changes = state.withLock { $0.changes }
        let isAny = try store.hasSpeeds()
        state.withLock { if $0.changes == changes { $0.isAny = isAny } }
        var speeds = speeds
        var wrong: [SpeedOwner: String] = [:]
        for (owner, text) in isAny ? try store.speedNotes(of: speeds.owners) : [] {
            speeds[owner] = SpeedNote.speed(text)
            if speeds[owner] == nil { wrong[owner] = text }
        }
        for owner in news(wrong, of: speeds.owners) {
            let text = wrong[owner] ?? ""
            report(
                "the note \(SpeedNote.name) of \(owner.name) is no number from 0.25 to 4, and does not count: \(text.prefix(64))")
        }
        return speeds
    }

    /// Takes over which of these owners have a note that does not count, and returns those of which nobody was told. Notes are looked at
    /// whenever media are opened and other notes change.
    private func news(_ wrong: [SpeedOwner: String], of owners: [SpeedOwner]) -> [SpeedOwner] {
        state.withLock { state in
            if state.wrong.count + wrong.count > Self.wrongLimit { state.wrong = [:] }
            let news = owners.filter { owner in wrong[owner].map { $0 != state.wrong[owner] } ?? false }
            for owner in owners { state.wrong[owner] = wrong[owner] }
            return news
        }
    }

    private func withUnsaved(_ speeds: KeptSpeeds) -> KeptSpeeds {
        var speeds = speeds
        for (owner, change) in state.withLock({ $0.unsaved }) { speeds[owner] = change.speed }
        return speeds
    }

    private func isNewest(_ number: UInt64, _ owner: SpeedOwner) -> Bool {
        state.withLock { $0.unsaved[owner]?.number == number }
    }
}
