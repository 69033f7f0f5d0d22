import AudioTypes
import Filters
import Synchronization

/// The filters of all feeds, made once for those that play the same format: music and announcements go to the same rooms. Any thread.
///
/// It holds no lock of its own while a feed takes what was made, so a feed may ask for filters under its own.
package final class FeedLibrary: Sendable {
    private let library = Mutex(FilterLibrary { _ in true })
    private let users = Mutex<[@Sendable () -> Void]>([])

    /// Makes a library that has made nothing, and runs no thread before something takes long.
    package init() { library.withLock { $0.workshop.listen { [weak self] in self?.takeMade() } } }

    deinit { library.withLock { $0.end() } }

    /// Calls `made` on any thread whenever filters were made.
    func add(made: @escaping @Sendable () -> Void) { users.withLock { $0.append(made) } }

    /// Returns filters for which sound waits, or has them made and returns `nil`.
    func filters(for request: FilterLibrary.Request) -> ReadFilters? {
        library.withLock { $0.filters(for: request, isAwaited: true) }
    }

    /// Forgets what had a problem, which may be over.
    func retryFailed() { library.withLock { $0.retryFailed() } }

    /// Forgets what is not among these choices any more.
    func keep(_ choices: OutputFilters) { library.withLock { $0.keep(choices) } }

    private func takeMade() {
        library.withLock { $0.takeMade() }
        for made in users.withLock({ $0 }) { made() }
    }
}
