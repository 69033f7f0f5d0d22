import FermataKit
import Glibc
import Synchronization
import SystemSupport

/// The end of the pipe to which the handler writes the numbers of the signals that come.
private let writingEnd = Atomic<CInt>(-1)

/// Signals that the program waits for like input. Only one such pipe per program works: the newest gets all signals.
struct SignalPipe {
    /// The signals by which people end a program.
    static let ending = [SIGINT, SIGTERM, SIGHUP]

    /// The end to read from: readable once a signal has come.
    let descriptor: CInt

    /// Makes the pipe. From now on the signals `numbers` have no other effect. A signal that was ignored before, as in the
    /// background of a script, stays ignored.
    init(_ numbers: [CInt]) throws(ClientFailure) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .refused("cannot make a pipe: \(systemReason())") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        writingEnd.store(ends[1], ordering: .relaxed)
        var heard = sigset_t()
        sigemptyset(&heard)
        for number in numbers {
            var (old, new) = (sigaction(), sigaction())
            new.__sigaction_handler.sa_handler = { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(writingEnd.load(ordering: .relaxed), &byte, 1)
            }
            sigaction(number, &new, &old)
            let handler = old.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) }
            // The value of SIG_IGN, which Swift does not import.
            if handler == 1 { sigaction(number, &old, nil) }
            sigaddset(&heard, number)
        }
        // Some programs block all signals in the thread from which they start others.
        sigprocmask(SIG_UNBLOCK, &heard, nil)
    }

    /// Takes a signal that came. Call it only if ``descriptor`` is readable.
    func take() -> CInt {
        var byte: UInt8 = 0
        _ = read(descriptor, &byte, 1)
        return CInt(byte)
    }

    /// Ends the program by the signal `number`, as if there were no handler.
    func end(by number: CInt) -> Never {
        signal(number, SIG_DFL)
        kill(getpid(), number)
        // Only reached if the signal is blocked.
        exit(128 + number)
    }
}
