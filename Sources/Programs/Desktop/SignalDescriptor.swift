import CSystemd
import Glibc
import SystemSupport

/// A request to the daemon by a signal from a service manager, a terminal or a person.
package enum DaemonSignal: Hashable, Sendable {
    /// SIGTERM or SIGINT: end.
    case terminate
    /// SIGHUP: read the configuration again.
    case reload
}

/// The daemon's signals in a form that a thread can wait for, instead of being interrupted.
///
/// It blocks the signals in the thread that makes it. New threads inherit the blocked signals, so make it before the first
/// other thread. Programs inherit them too: code that starts a program must empty its signal mask. The signals stay blocked
/// after the descriptor's end, when the process is about to end too.
@safe package struct SignalDescriptor: ~Copyable {
    private let descriptor: FileDescriptor

    /// Blocks the signals. A signal that came in before has had its usual effect.
    package init() throws(DesktopError) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGHUP] { unsafe sigaddset(&signals, signal) }
        let failure = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        if failure != 0 { throw DesktopError(.noSignals, "cannot block signals", result: -failure) }
        let made = unsafe signalfd(-1, &signals, CInt(SFD_CLOEXEC | SFD_NONBLOCK))
        if made < 0 { throw DesktopError(.noSignals, "cannot wait for signals", result: -errno) }
        descriptor = FileDescriptor(owning: made)
    }

    /// Sleeps until a signal comes, and takes and returns it; or until `other` is readable, and returns `nil`. If both are
    /// there, the signal comes first.
    package func wait(or other: CInt) -> DaemonSignal? {
        while true {
            if let signal = next() { return signal }
            var waited = [
                pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&waited, 2, -1)
            // If both are there, the next turn takes the signal.
            if count > 0, waited[0].revents == 0 { return nil }
        }
    }

    /// Takes a signal that has come in, and returns it; `nil` if there is none.
    private func next() -> DaemonSignal? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard unsafe read(descriptor.number, &information, size) == size else { return nil }
        return CInt(bitPattern: information.ssi_signo) == SIGHUP ? .reload : .terminate
    }
}
