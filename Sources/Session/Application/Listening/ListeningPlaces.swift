import Database
import MediaTypes
import MusicLibrary
import PlayerModel
import Synchronization
import SystemSupport

/// The places at which media was left. The library keeps them; until it has, they are kept here, so that media that is opened again
/// at once goes on as well.
///
/// Any thread. Nothing is read or written while no media goes on (``ResumeRule/applies(to:duration:isSpoken:)``).
final class ListeningPlaces: Sendable {
    private struct State {
        var rule = ResumeRule()
        /// What the library has not kept yet, by the bytes of the address, with the number of the change: two files may have names between
        /// which people see no difference.
        var unsaved: [[UInt8]: (change: ListeningReport.PlaceChange, number: UInt64)] = [:]
        var lastNumber: UInt64 = 0
    }

    /// How long the opening of media waits for the library: it may be busy with a question, or its disk may hang. A book that begins anew has
    /// lost its place, so it is long.
    static let usualPatience = Duration.seconds(5)
    /// The most places that the library has not kept: its disk may be full.
    private static let unsavedLimit = 1_000

    private let library: Library
    private let patience: Duration
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - patience: how long the opening of media waits for the library.
    ///   - report: gets a sentence about a place that cannot be kept, or is not known in time; on any thread.
    init(_ library: Library, patience: Duration = usualPatience, report: @escaping @Sendable (String) -> Void) {
        self.library = library
        self.patience = patience
        self.report = report
    }

    /// Takes over the rule.
    func configure(_ rule: ResumeRule) { state.withLock { $0.rule = rule } }

    /// Asks for the place in seconds from which media goes on. Returns what waits for the disk, and returns the place then; `nil` if the media
    /// begins anew.
    func askForPlace(of uri: String, _ description: SourceDescription) -> () -> Double? {
        let uri = MediaAddress.shown(uri)
        let (rule, unsaved) = state.withLock { ($0.rule, $0.unsaved[Array(uri.utf8)]?.change) }
        let isSpoken = SpokenWord.isSpoken(uri, tags: description.tags)
        guard description.isSeekable, rule.applies(to: uri, duration: description.duration, isSpoken: isSpoken) else {
            return { nil }
        }
        let answer = unsaved == nil ? askForKept(of: uri) : nil
        return {
            let place: Double? =
                switch unsaved {
                case .keep(let seconds): seconds
                case .forget: nil
                case nil: answer?()
                }
            // The file may be another one by now.
            guard let place, case .keep(let seconds) = rule.change(leftAt: place, of: description.duration) else {
                return nil
            }
            return seconds
        }
    }

    private func askForKept(of uri: String) -> () -> Double? {
        guard library.hasListening else { return { nil } }
        let answer = Monitor<Result<Double?, DatabaseError>?>(nil)
        library.ask { store throws(DatabaseError) in
            try store.place(of: PlaceOwner(uri: uri))
        } answer: { result in
            answer.withLock { $0 = result }
        }
        let deadline = MonotonicClock.nanoseconds + patience.nanoseconds
        return { [patience, report] in
            switch answer.wait(until: deadline, { $0 }) {
            case .success(let place): return place
            case .failure(let error): report("\(uri) begins anew: \(error.message)")
            case nil: report("\(uri) begins anew: the library has not told within \(patience) where it was left")
            }
            return nil
        }
    }

    /// Keeps a place, or forgets it.
    func note(_ change: ListeningReport.PlaceChange, of uri: String) {
        if case .forget = change, !library.hasListening { return state.withLock { $0.unsaved[Array(uri.utf8)] = nil } }
        let number = state.withLock { state in
            state.lastNumber += 1
            state.unsaved[Array(uri.utf8)] = (change, state.lastNumber)
            if state.unsaved.count > Self.unsavedLimit, let oldest = state.unsaved.min(by: { $0.value.number < $1.value.number })
            {
                state.unsaved[oldest.key] = nil
            }
            return state.lastNumber
        }
        let seconds: Double? = if case .keep(let seconds) = change { seconds } else { nil }
        let time = CalendarClock.seconds
        library.keep { [self] store throws(DatabaseError) -> Void in
            // One that had to be tried again may come after a newer one.
            guard isNewest(number, of: uri) else { return }
            try store.setPlace(seconds, of: PlaceOwner(uri: uri), at: time)
        } answer: { [self] result in
            // What the library cannot keep is known at least until the end.
            if case .failure(let error) = result { return report(error.message) }
            state.withLock { state in
                if state.unsaved[Array(uri.utf8)]?.number == number { state.unsaved[Array(uri.utf8)] = nil }
            }
        }
    }

    private func isNewest(_ number: UInt64, of uri: String) -> Bool {
        state.withLock { $0.unsaved[Array(uri.utf8)]?.number == number }
    }
}
