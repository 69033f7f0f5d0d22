import Database
import SystemSupport

/// What belongs to the thread that answers: the store, opened with the first question.
final class LibraryThread {
    private let opening: StoreOpening
    private var opened: OpenStore?
    /// How long questions have been answered since free memory was given back, in nanoseconds.
    private var workTime: Int64 = 0

    /// After how much work free memory is given back, in nanoseconds. What a long list takes would otherwise stay in the process for good;
    /// to give it back takes some milliseconds.
    private static let releaseAfter: Int64 = 250_000_000

    init(_ opening: StoreOpening) { self.opening = opening }

    func perform<Value>(_ work: (LibraryStore) throws(DatabaseError) -> Value) -> Result<Value, DatabaseError> {
        if opening.isDamaged { opened = nil }
        let began = MonotonicClock.nanoseconds
        defer { noteWork(since: began) }
        do throws(DatabaseError) {
            let current = if let opened { opened } else { try opening.open() }
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
        guard workTime >= Self.releaseAfter else { return }
        workTime = 0
        ProcessMemory.releaseFree()
    }

    func close() { opened = nil }
}
