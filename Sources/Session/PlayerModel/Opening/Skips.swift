/// The items in a row that could not be opened: how many were passed over, and which directories need not be tried any more.
struct Skips: Hashable, Sendable {
    /// The largest number of items in a row that are tried. If that many fail, the cause is not the items: a disk or a network
    /// is away. To try a hundred thousand items would take minutes and report as many failures.
    static let mostTries = 100

    /// The number of items passed over, tried or not.
    private(set) var passed = 0
    /// The number of items tried.
    private var tried = 0
    /// The directories below which no file can be read.
    private var gone: [GoneDirectory] = []

    init(passed: Int = 0) { self.passed = passed }

    var isExhausted: Bool { tried >= Self.mostTries }

    /// Whether a directory is gone, and not only single items.
    var foundGoneDirectory: Bool { !gone.isEmpty }

    /// Notes that an item was tried and failed.
    mutating func add(_ error: PlaybackError) {
        passed += 1
        tried += 1
        if let directory = error.gone, !gone.contains(directory) { gone.append(directory) }
    }

    /// Notes that `count` items were passed over without being tried.
    mutating func passOver(_ count: Int) { passed += count }

    /// Returns whether an item is known to be gone without being tried.
    func include(_ item: QueueItem) -> Bool { gone.contains { $0.holds(item.uri) } }
}
