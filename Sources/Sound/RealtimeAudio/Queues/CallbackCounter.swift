import Synchronization

/// How a callback counts: only the callback writes the counter, so a plain load and store are enough.
enum CallbackCounter {
    /// Callback: adds `amount` to `counter`.
    @_noLocks
    static func add(_ amount: UInt64, to counter: borrowing Atomic<UInt64>) {
        counter.store(counter.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }
}
