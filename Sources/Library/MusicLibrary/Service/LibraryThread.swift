import Database
import SystemSupport

/// What belongs to the thread that answers: the store, opened with the first question.
final class LibraryThread {
    private let opening: StoreOpening
    private let watch: QuestionWatch
    private var opened: OpenStore?
    /// How long questions have been answered since memory was given back, in nanoseconds.
    private var workTime: Int64 = 0

    /// After how much work memory is given back, in nanoseconds. What a long list takes would otherwise stay in the process for good;
    /// to give it back takes some milliseconds.
    private static let releaseAfter: Int64 = 250_000_000
    /// The same where no question has come for ``quietTime``.
    private static let releaseWhenQuietAfter: Int64 = 20_000_000
    /// In milliseconds.
    private static let quietTime: Int32 = 500

    init(_ opening: StoreOpening, _ watch: QuestionWatch) {
        self.opening = opening
        self.watch = watch
    }

    /// - Parameter question: the number by which the question can be ended; `nil` for one that is carried out in any case.
    func perform<Value>(
        _ question: UInt64?, _ work: (LibraryStore) throws(DatabaseError) -> Value
    ) -> Result<Value, DatabaseError> {
        if opening.isDamaged { opened = nil }
        let began = MonotonicClock.nanoseconds
        if let question { watch.begin(question) }
        defer {
            watch.finish(after: MonotonicClock.nanoseconds - began)
            noteWork(since: began)
        }
        do throws(DatabaseError) {
            let current = if let opened { opened } else { try opening.open() }
            if opened == nil { current.store.watch(watch) }
            opened = current
            return .success(try work(current.store))
        } catch {
            if error.code == .damaged {
                opened = nil
                opening.noteDamage()
            }
            return .failure(error)
        }
    }

    private func noteWork(since began: Int64) {
        workTime += MonotonicClock.nanoseconds - began
        if workTime >= Self.releaseAfter { giveMemoryBack() }
    }

    /// For how long to wait for the next question, in milliseconds, before ``rest()``; -1 for ever.
    var patience: Int32 { workTime >= Self.releaseWhenQuietAfter ? Self.quietTime : -1 }

    /// Is called when no question waits.
    func rest() {
        if workTime >= Self.releaseWhenQuietAfter { giveMemoryBack() }
    }

    private func giveMemoryBack() {
        workTime = 0
        if let opened { opened.store.giveMemoryBack() } else { ProcessMemory.releaseFree() }
    }

    func close() { opened = nil }
}
