import Glibc

/// The signal SIGUSR1, after which the sink takes no bursts any more, as if another receiver was plugged in. To be made before any other
/// thread, so that it is blocked in all threads.
struct CodecSignal {
    private let signals: sigset_t

    init() {
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        _ = unsafe sigaddset(&set, SIGUSR1)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        signals = set
    }

    /// Returns whether it has come since the last call. Does not wait.
    func hasCome() -> Bool {
        var set = signals
        var none = timespec()
        return unsafe sigtimedwait(&set, nil, &none) == SIGUSR1
    }
}
