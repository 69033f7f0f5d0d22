import Glibc
import Synchronization

@testable import Media

/// A disk that answers a read only when it is told to.
final class HangingDisk: Sendable {
    private let isAsked = Atomic<Bool>(false)
    private let answers = Atomic<Bool>(false)

    /// Whether somebody waits for it.
    var isReading: Bool { isAsked.load(ordering: .acquiring) }

    func answer() { answers.store(true, ordering: .releasing) }

    func read() -> DetachedReads.Outcome {
        isAsked.store(true, ordering: .releasing)
        while !answers.load(ordering: .acquiring) { usleep(1_000) }
        return .bytes([1])
    }
}
