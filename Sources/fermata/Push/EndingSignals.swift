import Glibc
import Synchronization

/// Where the handler writes the numbers of the signals that come.
private let signalPipe = Atomic<CInt>(-1)

/// The signals by which people end a program, waited for like input.
struct EndingSignals {
    /// Readable once one came.
    let descriptor: CInt

    /// From now on they end nothing by themselves. One that was ignored before, as in the background of a script, stays so.
    init() {
        var heard = sigset_t()
        sigemptyset(&heard)
        var ends: [CInt] = [-1, -1]
        _ = pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        signalPipe.store(ends[1], ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var (old, new) = (sigaction(), sigaction())
            new.__sigaction_handler.sa_handler = { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe.load(ordering: .relaxed), &byte, 1)
            }
            sigaction(number, &new, &old)
            let handler = old.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) }
            // What SIG_IGN is, which Swift does not import.
            if handler == 1 { sigaction(number, &old, nil) }
            sigaddset(&heard, number)
        }
        // Some programs block everything in the thread from which they start others.
        sigprocmask(SIG_UNBLOCK, &heard, nil)
    }

    /// Takes one that came. Only where ``descriptor`` is readable.
    func take() -> CInt {
        var byte: UInt8 = 0
        _ = read(descriptor, &byte, 1)
        return CInt(byte)
    }

    /// Ends the program by a signal after all.
    func end(by number: CInt) -> Never {
        signal(number, SIG_DFL)
        kill(getpid(), number)
        // Not reached but where the signal is blocked.
        exit(128 + number)
    }
}
