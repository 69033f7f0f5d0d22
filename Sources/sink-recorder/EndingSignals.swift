import Glibc

/// SIGINT and SIGTERM. Made before there is another thread, so that all have them blocked.
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

    /// Whether one has come. Does not wait.
    func haveCome() -> Bool {
        var set = sigset_t()
        guard unsafe sigpending(&set) == 0 else { return false }
        return unsafe sigismember(&set, SIGINT) == 1 || sigismember(&set, SIGTERM) == 1
    }
}
