import AudioSession

/// The clients that wait until a person has said whether they may record. Confined to the control thread.
final class RecordPermissions {
    private struct Waiting {
        let origin: Origin
        let answer: (Bool) -> Void
    }

    /// What waits, and who may answer.
    private(set) var requests = RecordRequests()
    private var waiting: [Int64: Waiting] = [:]
    /// Tells the observers what happens to a question.
    var publish: (RecordPermissionNews) -> Void = { _ in }

    /// Asks. `answer` gets the answer; it gets none if the client leaves first.
    /// - Throws: as ``RecordRequests/ask(_:name:purpose:at:)``.
    func ask(
        _ program: ClientProcess?, name: String?, purpose: String?, for origin: Origin, at time: Double,
        answer: @escaping (Bool) -> Void
    ) throws(SessionError) {
        let request = try requests.ask(program, name: name, purpose: purpose, at: time)
        waiting[request.id] = Waiting(origin: origin, answer: answer)
        publish(.asked(request))
    }

    /// Takes in an answer to a question and all others of its program; to all, if `id` is `nil`. Returns the questions, for
    /// ``end(_:_:)``.
    /// - Throws: as ``RecordRequests/answer(_:to:by:)``.
    func take(_ isGranted: Bool, to id: Int64?, by answerer: RecordAnswerer) throws(SessionError) -> [RecordRequest] {
        try requests.answer(isGranted, to: id, by: answerer)
    }

    /// Gives all that wait the answer that holds for all now.
    func settle(_ isGranted: Bool) { end(requests.settle(), isGranted) }

    /// Gives those the answer that have waited.
    func end(_ ended: [RecordRequest], _ isGranted: Bool) {
        for request in ended {
            publish(.ended(request.id, isGranted ? .allowed : .denied))
            waiting.removeValue(forKey: request.id)?.answer(isGranted)
        }
    }

    /// Forgets the requests of a client that left.
    func clientLeft(_ origin: Origin) {
        for id in waiting.filter({ $0.value.origin == origin }).keys.sorted() {
            waiting[id] = nil
            if requests.withdraw(id) != nil { publish(.ended(id, .withdrawn)) }
        }
    }
}
