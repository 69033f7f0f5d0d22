/// The items in a row that could not be opened: how many were passed over, and what need not be tried any more.
struct Skips: Hashable, Sendable {
    /// The most items in a row that are tried. Where as many fail, it is not the items: a disk or a network is away, and to try a
    /// hundred thousand would take minutes and tell as many failures.
    static let mostTries = 100

    /// Items passed over, tried or not.
    var passed = 0
    /// Items tried.
    private(set) var tried = 0
    /// Below which directories nothing is there.
    private(set) var gone: [GoneDirectory] = []

    init(passed: Int = 0) { self.passed = passed }

    var isExhausted: Bool { tried >= Self.mostTries }

    /// Notes that an item was tried in vain.
    mutating func add(_ error: PlaybackError) {
        passed += 1
        tried += 1
        if let directory = error.gone, !gone.contains(directory) { gone.append(directory) }
    }

    /// Whether an item is known to be gone without a try.
    func include(_ item: QueueItem) -> Bool { gone.contains { $0.holds(item.uri) } }
}
