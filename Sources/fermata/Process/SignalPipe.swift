import Glibc
import Synchronization

/// Where the handler writes the numbers of the signals that come.
private let writingEnd = Atomic<CInt>(-1)

/// Signals that are waited for like input. One of these a program: the newest hears them all.
struct SignalPipe {
    /// Those by which people end a program.
    static let ending = [SIGINT, SIGTERM, SIGHUP]

    /// Readable once one came.
    let descriptor: CInt

    /// From now on they do nothing by themselves. One that was ignored before, as in the background of a script, stays so.
    init(_ numbers: [CInt]) throws(ClientFailure) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .refused("cannot make a pipe: \(String(cString: strerror(errno)))") }
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
