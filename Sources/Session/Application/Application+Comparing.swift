import MediaTypes

// Work that takes the processor longer than the control thread may.
extension Application {
    /// Does `work` for a client on a thread of its own, and answers on the control thread. Clients take turns. Does not answer if the client
    /// leaves while its work waits.
    package func compare<Value: Sendable>(
        for origin: Origin, _ work: @escaping @Sendable () -> Value, answer: @escaping (Result<Value, ProbeError>) -> Void
    ) {
        comparisons.run(for: origin, { () throws(MediaError) in work() }, answer: answer)
    }
}
