import AudioSession

/// The clients that wait until a person has said whether they may record. Confined to the control thread.
final class RecordPermissions {
    private var waiting: [(origin: Origin, answer: (Bool) -> Void)] = []
    /// Who has asked, and so cannot answer.
    var askers = RecordAskers()
    private var lastRequest: Int64 = 0
    /// Tells the observers that somebody has to be asked.
    var publish: (Int64) -> Void = { _ in }

    /// Asks, unless somebody was asked already; `answer` gets the answer. It gets none if the client leaves first.
    func ask(_ origin: Origin, answer: @escaping (Bool) -> Void) {
        waiting.append((origin, answer))
        guard waiting.count == 1 else { return }
        lastRequest += 1
        publish(lastRequest)
    }

    /// Gives all that wait the answer.
    func answer(_ isGranted: Bool) {
        let asked = waiting
        waiting = []
        for entry in asked { entry.answer(isGranted) }
    }

    /// Forgets the requests of a client that left.
    func clientLeft(_ origin: Origin) { waiting.removeAll { $0.origin == origin } }
}
