public import Glibc
import Synchronization

/// Owns one child for its whole life on a thread of its own: spawns it, waits for it, reaps it.
///
/// The thread must live as long as the child. The kernel sends the parent-death signal when the *thread* that spawned the child
/// ends, not the process, and threads of a pool come and go.
final class ChildKeeper: Sendable {
    /// The error if a spawn fails.
    struct SpawnError: Error {
        /// The `errno` value.
        let number: Int32
    }

    private enum State {
        case waiting
        case running(pid_t)
        case ended(ExitStatus)
    }

    private let arguments: [String]
    private let environment: [String: String]
    private let output: ChildProcess.Output
    private let error: ChildProcess.Output
    private let state = Mutex(State.waiting)
    private let launched = Mutex<CheckedContinuation<Result<pid_t, SpawnError>, Never>?>(nil)

    init(
        arguments: [String], environment: [String: String], output: ChildProcess.Output, error: ChildProcess.Output
    ) {
        self.arguments = arguments
        self.environment = environment
        self.output = output
        self.error = error
    }

    var exitStatus: ExitStatus? {
        state.withLock { state in
            if case .ended(let status) = state { status } else { nil }
        }
    }

    func signalLeader(_ signal: Int32) {
        state.withLock { state in
            if case .running(let identifier) = state { _ = kill(identifier, signal) }
        }
    }

    func signalGroup(_ signal: Int32) {
        state.withLock { state in
            if case .running(let identifier) = state { _ = kill(-identifier, signal) }
        }
    }

    /// Starts the thread and returns the child's process id, or the reason why there is none.
    func start() async -> Result<pid_t, SpawnError> {
        await withCheckedContinuation { continuation in
            launched.withLock { $0 = continuation }
            var thread = pthread_t()
            let reference = Unmanaged.passRetained(self)
            let failure = pthread_create(
                &thread, nil,
                { raw in
                    guard let raw else { return nil }
                    Unmanaged<ChildKeeper>.fromOpaque(raw).takeRetainedValue().run()
                    return nil
                }, reference.toOpaque())
            if failure == 0 {
                pthread_detach(thread)
            } else {
                reference.release()
                report(.failure(SpawnError(number: failure)))
            }
        }
    }

    private func report(_ result: Result<pid_t, SpawnError>) {
        launched.withLock { continuation in
            continuation?.resume(returning: result)
            continuation = nil
        }
    }

    private func run() {
        let result = spawn()
        guard case .success(let identifier) = result else { return report(result) }
        state.withLock { $0 = .running(identifier) }
        report(result)
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        // The id stays reserved until the child is reaped, so under the lock no signal can hit another process.
        state.withLock { state in
            _ = kill(-identifier, SIGKILL)
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
            let signal = status & 0x7f
            state = .ended(signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal))
        }
    }

    private func spawn() -> Result<pid_t, SpawnError> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        redirect(STDOUT_FILENO, to: output, in: &actions)
        redirect(STDERR_FILENO, to: error, in: &actions)
        closeAllOthers(in: &actions)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var argumentPointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var environmentPointers: [UnsafeMutablePointer<CChar>?] =
            environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
        var identifier = pid_t()
        let failure = posix_spawnp(
            &identifier, arguments[0], &actions, &attributes, &argumentPointers, &environmentPointers)
        return failure == 0 ? .success(identifier) : .failure(SpawnError(number: failure))
    }

    private func redirect(
        _ descriptor: Int32, to output: ChildProcess.Output, in actions: inout posix_spawn_file_actions_t
    ) {
        switch output {
        case .inherited: break
        case .discarded: posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        case .file(let path):
            posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
    }
}

/// Lets a program that is started have nothing open but its standard streams. A server of the test's own may have accepted a connection
/// just now: if another program held on to it, nobody would see its end.
public func closeAllOthers(in actions: inout posix_spawn_file_actions_t) {
    // The C library shows the function only to programs that ask for everything, which a module of Swift cannot.
    typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
    _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, STDERR_FILENO + 1)
}
