import Glibc

/// The signals SIGINT and SIGTERM. To be made before any other thread, so that they are blocked in all threads.
struct EndingSignals {
    private let signals: sigset_t

    init() {
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        _ = unsafe sigaddset(&set, SIGINT)
        _ = unsafe sigaddset(&set, SIGTERM)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        signals = set
    }

    /// Returns whether one of them has come. Does not wait.
    func haveCome() -> Bool {
        var set = sigset_t()
        guard unsafe sigpending(&set) == 0 else { return false }
        return unsafe sigismember(&set, SIGINT) == 1 || sigismember(&set, SIGTERM) == 1
    }
}
