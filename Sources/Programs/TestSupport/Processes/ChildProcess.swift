import FoundationEssentials
package import Glibc
import Synchronization
import SystemSupport

/// A program that runs for a test and never outlives it.
///
/// It leads its own process group. The group is killed when this object goes away or the leader ends, and the kernel
/// kills the leader when the test run dies without unwinding.
package final class ChildProcess: Sendable {
    /// The destination of one of the program's two output streams.
    package enum Output: Hashable, Sendable {
        /// The output is thrown away.
        case discarded
        /// The output goes where the test run's own stream goes.
        case inherited
        /// The output is appended to this file.
        case file(String)
    }

    /// The name under which the program was started, for messages.
    package let program: String
    /// The process id; another process may have it once `exitStatus` is known.
    package let processIdentifier: pid_t
    private let keeper: ChildKeeper

    private init(program: String, processIdentifier: pid_t, keeper: ChildKeeper) {
        self.program = program
        self.processIdentifier = processIdentifier
        self.keeper = keeper
    }

    deinit { keeper.signalGroup(SIGKILL) }

    /// The environment of the test run without `NOTIFY_SOCKET`. A test sets that for the whole process, and `dbus-daemon` would send its
    /// notices to that test's socket, or wait there if it is full.
    package static var plainEnvironment: [String: String] {
        ProcessInfo.processInfo.environment.filter { $0.key != "NOTIFY_SOCKET" }
    }

    /// Starts `program`, found along the `PATH` of `environment`, with nothing to read on its standard input.
    package static func launch(
        _ program: String, _ arguments: [String] = [],
        environment: [String: String] = plainEnvironment,
        output: Output = .discarded, error: Output = .inherited
    ) async throws(TestSupportError) -> ChildProcess {
        // If the program is missing, setpriv exits with status 127. setpriv is needed for the parent-death signal, which
        // posix_spawn cannot set.
        let keeper = ChildKeeper(
            arguments: ["setpriv", "--pdeathsig", "KILL", "--", program] + arguments,
            environment: environment, output: output, error: error)
        switch await keeper.start() {
        case .success(let identifier):
            return ChildProcess(program: program, processIdentifier: identifier, keeper: keeper)
        case .failure(let error):
            throw TestSupportError(.launchFailed, "cannot start \(program): \(systemReason(error.number))")
        }
    }

    /// How the program ended, or nil while it runs.
    package var exitStatus: ExitStatus? { keeper.exitStatus }

    /// Whether the program has not ended yet.
    package var isRunning: Bool { exitStatus == nil }

    /// Sends `signal` to the program alone. Nothing happens once it has ended.
    package func signal(_ signal: Int32) { keeper.signalLeader(signal) }

    /// Sends `signal` to the program and to the programs that it started in its group. Nothing happens once it has ended.
    package func signalGroup(_ signal: Int32) { keeper.signalGroup(signal) }

    /// Waits until the program ends by itself.
    @discardableResult
    package func waitForExit(deadline: Duration = generousDeadline) async throws(TestSupportError) -> ExitStatus {
        try await waitFor("\(program) to end", deadline: deadline, poll: .milliseconds(5)) { exitStatus }
    }

    /// Sends `signal` and waits until the program has ended.
    @discardableResult
    package func stop(_ signal: Int32 = SIGTERM, deadline: Duration = generousDeadline) async throws(TestSupportError)
        -> ExitStatus
    {
        self.signal(signal)
        return try await waitForExit(deadline: deadline)
    }
}
