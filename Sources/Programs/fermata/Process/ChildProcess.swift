import Glibc
import SystemSupport

/// Runs a program in the foreground in place of this one: with the same descriptors, environment and terminal.
enum ChildProcess {
    /// The signals that are passed on. Those from the terminal reach the child without help, and must not reach it twice.
    private static let passedOn = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Returns whether there is a program of that name, also as far as that cannot be known.
    static func mayRun(_ name: String) -> Bool {
        if name.contains("/") { return access(name, F_OK) == 0 }
        // The name is not UTF-8, and was repaired.
        if name.contains("\u{FFFD}") { return true }
        guard let path = getenv("PATH").map({ String(cString: $0) }) else { return true }
        return path.split(separator: ":", omittingEmptySubsequences: false).contains { directory in
            access((directory.isEmpty ? "." : directory) + "/" + name, F_OK) == 0
        }
    }

    /// Runs a command, which is searched in `PATH`, to its end.
    /// - Parameter arguments: the command's arguments, its name first, ended by `nil`; they need not be UTF-8.
    /// - Returns: the exit status as shells report it: that of the command, 128 plus the number of the signal that ended it,
    ///   127 if there is no such command, 126 if it cannot be run.
    static func run(_ arguments: [UnsafeMutablePointer<CChar>?]) -> Int32 {
        // The program waits for signals and does not handle them. If SIGCHLD were ignored, there would be no status of the
        // child.
        signal(SIGCHLD, SIG_DFL)
        var (waitedFor, before) = (sigset_t(), sigset_t())
        sigemptyset(&waitedFor)
        for number in passedOn + [SIGCHLD] { sigaddset(&waitedFor, number) }
        sigprocmask(SIG_BLOCK, &waitedFor, &before)
        defer { sigprocmask(SIG_SETMASK, &before, nil) }
        switch start(arguments, mask: before) {
        case .success(let child): return wait(for: child, waitedFor)
        case .failure(let failure):
            let name = arguments.first.flatMap(\.self).map { String(cString: $0) } ?? ""
            Terminal.warn("cannot run \(name): \(systemReason(failure.number))")
            return failure.number == ENOENT ? 127 : 126
        }
    }

    private struct StartFailure: Error {
        let number: CInt
    }

    /// Starts the child with the same blocked and ignored signals that this program was started with, except that those to
    /// pass on are not blocked: some programs block all signals in the thread from which they start others.
    private static func start(
        _ arguments: [UnsafeMutablePointer<CChar>?], mask: sigset_t
    ) -> Result<pid_t, StartFailure> {
        guard let name = arguments.first.flatMap(\.self) else { return .failure(StartFailure(number: ENOENT)) }
        var (attributes, mask) = (posix_spawnattr_t(), mask)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        for number in passedOn { sigdelset(&mask, number) }
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var child: pid_t = 0
        let error = posix_spawnp(&child, name, nil, &attributes, arguments, environ)
        return error == 0 ? .success(child) : .failure(StartFailure(number: error))
    }

    private static func wait(for child: pid_t, _ waitedFor: sigset_t) -> Int32 {
        var waitedFor = waitedFor
        while true {
            var status: CInt = 0
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child {
                let signal = status & 0x7F
                return signal == 0 ? status >> 8 & 0xFF : 128 + signal
            }
            if ended < 0, errno != EINTR { return 126 }
            var information = siginfo_t()
            let number = sigwaitinfo(&waitedFor, &information)
            // The terminal's signals go to every process in the foreground. The kernel marks signals that it sends itself with
            // `SI_KERNEL`.
            if passedOn.contains(number), information.si_code != SI_KERNEL { kill(child, number) }
        }
    }
}
