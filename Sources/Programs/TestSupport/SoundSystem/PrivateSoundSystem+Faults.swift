import Glibc
import Synchronization

extension PrivateSoundSystem {
    /// A part of the sound system that a test can harm.
    package enum Part: Hashable, Sendable, CaseIterable {
        /// PipeWire itself. WirePlumber 0.4 ends when PipeWire does.
        case server
        /// WirePlumber.
        case sessionManager
        /// The D-Bus daemon.
        case bus
    }

    /// Kills a part at once (SIGKILL) and waits until it is dead.
    package func kill(_ part: Part) async throws(TestSupportError) {
        try await process(part)?.stop(SIGKILL)
        if part == .server {
            // Sinks that clients made end with the server. The clients may hang on a lost connection.
            let orphans = processes.withLock { processes in
                defer { processes.sinks = [:] }
                return Array(processes.sinks.values)
            }
            for orphan in orphans { try await orphan.stop(SIGKILL) }
        }
    }

    /// Freezes a part (SIGSTOP) until `resume`.
    package func suspend(_ part: Part) { process(part)?.signal(SIGSTOP) }

    /// Resumes a frozen part.
    package func resume(_ part: Part) { process(part)?.signal(SIGCONT) }

    /// Starts PipeWire, WirePlumber or both again after `kill`, and waits until the sound system is complete. Sinks that tests
    /// added while it ran are not added again.
    package func restart() async throws(TestSupportError) {
        let (server, manager) = processes.withLock { ($0.server, $0.sessionManager) }
        if server?.isRunning != true {
            // A session manager that has lost its server is about to end, and must not be taken for the new one.
            try await manager?.stop(SIGKILL)
            try await startServer()
        }
        if options.hasSessionManager, manager?.isRunning != true { try await startSessionManager() }
    }

    private func process(_ part: Part) -> ChildProcess? {
        processes.withLock { processes in
            switch part {
            case .server: processes.server
            case .sessionManager: processes.sessionManager
            case .bus: processes.bus
            }
        }
    }
}
