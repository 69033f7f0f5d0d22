import Database

/// What belongs to the thread that answers: the store, opened with the first question.
final class LibraryThread {
    private let opening: StoreOpening
    private var opened: OpenStore?

    init(_ opening: StoreOpening) { self.opening = opening }

    func perform<Value>(_ work: (LibraryStore) throws(DatabaseError) -> Value) -> Result<Value, DatabaseError> {
        if opening.isDamaged { opened = nil }
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

    func close() { opened = nil }
}
