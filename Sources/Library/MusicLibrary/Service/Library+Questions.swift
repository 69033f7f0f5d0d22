package import Database
import SystemSupport

// The thread that answers questions, and what it does about a damaged database.
extension Library {
    /// Has `work` done with the store. `answer` gets what it returns, on the thread of the library.
    /// - Parameter question: a number above 0, which no other question has, by which ``end(_:)`` ends it; `nil` for one that is carried out
    ///   in any case.
    package func ask<Value: Sendable>(
        as question: UInt64? = nil, _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value,
        answer: @escaping @Sendable (Result<Value, DatabaseError>) -> Void
    ) {
        ask(as: question, work, repairs: true, answer: answer)
    }

    /// Ends a question if it is being answered: nobody waits for the answer any more. It then has an error.
    package func end(_ question: UInt64) { watch.end(question) }

    /// How long the longest question took, in nanoseconds.
    package var longestQuestion: Int64 { watch.longestQuestion }

    /// Does the same with something that must not be lost: a scan may write for longer than a question waits for the databases, on a
    /// machine that is busy. Then it is tried again, after the questions that wait.
    package func keep<Value: Sendable>(
        _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value,
        answer: @escaping @Sendable (Result<Value, DatabaseError>) -> Void
    ) {
        keep(work, until: MonotonicClock.nanoseconds + Self.keepingTime, answer: answer)
    }

    private func keep<Value: Sendable>(
        _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value, until end: Int64,
        answer: @escaping @Sendable (Result<Value, DatabaseError>) -> Void
    ) {
        ask(work) { [self] result in
            guard case .failure(let error) = result, error.code == .busy, MonotonicClock.nanoseconds < end else {
                return answer(result)
            }
            // The databases may be busy without any wait.
            worker.wait(timeout: 100)
            keep(work, until: end, answer: answer)
        }
    }

    /// - Parameter repairs: whether a damaged database is repaired.
    private func ask<Value: Sendable>(
        as question: UInt64? = nil, _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value, repairs: Bool,
        answer: @escaping @Sendable (Result<Value, DatabaseError>) -> Void
    ) {
        let order = Order.question { [self] thread in
            let result = thread.perform(question, work)
            if repairs, case .failure(let error) = result, error.code == .damaged { repair(scansAfterwards: false) }
            scanIfSetAside()
            answer(result)
        }
        // Under the lock, so that nothing gets behind the end of the thread, where nobody would answer it.
        let refusal = state.withLock { state -> DatabaseError? in
            guard !state.scans.isClosed else {
                return DatabaseError(.failed, "the library is closed: the daemon is about to end")
            }
            if !state.isAnswering {
                do throws(OwnThread.Failure) {
                    try worker.attemptStart { [worker, opening, watch] in Self.answer(worker, LibraryThread(opening, watch)) }
                } catch {
                    return DatabaseError(.failed, "the library can have no thread: the limit of threads is reached")
                }
                state.isAnswering = true
            }
            worker.post(order)
            return nil
        }
        if let refusal { answer(.failure(refusal)) }
    }

    /// Reads everything into a database that has taken the place of a damaged one.
    func scanIfSetAside() {
        if opening.takeSetAside() { scan(ScanRequest(depth: .directories)) }
    }

    /// Has a damaged database checked, which sets it aside if its pages are damaged. If only the search index is, which no check finds, the
    /// index is made anew. While a scan has the database open, the end of that scan is waited for.
    /// - Parameter scansAfterwards: whether a scan is to be done again that the damage has ended.
    func repair(scansAfterwards: Bool) {
        let isScanning = state.withLock { state in
            state.scans.cancelRunning()
            return state.scans.hasThread
        }
        if isScanning { return }
        let remakeIndex: @Sendable (LibraryStore) throws(DatabaseError) -> Void = { store throws(DatabaseError) in
            try store.remakeIndex()
        }
        ask(remakeIndex, repairs: false) { [self] result in
            switch result {
            case .success: if scansAfterwards { scan(ScanRequest(depth: .files)) }
            case .failure(let error) where error.code == .busy:
                // The next reader that finds the damage has it repaired.
                report(.problem("the search index is damaged, and cannot be made anew now: \(error)"))
                if scansAfterwards { scan(ScanRequest(depth: .files)) }
            case .failure:
                opening.noteDamage(isBeyondRepair: true)
                ask({ _ in }, repairs: false) { _ in }
            }
        }
    }

    private static func answer(_ worker: WorkerThread<Order>, _ thread: LibraryThread) {
        while true {
            let orders = worker.takeMessages()
            if orders.isEmpty { thread.rest() }
            for order in orders {
                switch order {
                case .question(let question): question(thread)
                case .end(let done):
                    thread.close()
                    return done()
                }
            }
            worker.wait(timeout: thread.patience)
        }
    }
}
