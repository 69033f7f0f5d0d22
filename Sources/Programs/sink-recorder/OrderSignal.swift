import CPipeWire
import Glibc

/// A signal that gives an order to the sink. To be made before any other thread, so that it is blocked in all threads.
struct OrderSignal {
    private let number: Int32
    private let signals: sigset_t

    /// Waits for the signal `number`.
    init(_ number: Int32) {
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        _ = unsafe sigaddset(&set, number)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        self.number = number
        signals = set
    }

    /// Returns whether it has come since the last call. Does not wait.
    func hasCome() -> Bool {
        var set = signals
        var none = timespec()
        return unsafe sigtimedwait(&set, nil, &none) == number
    }
}
