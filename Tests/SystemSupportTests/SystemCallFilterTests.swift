import Glibc
import Synchronization
import Testing

@testable import SystemSupport

/// A filter lasts as long as its thread, so each test makes a thread of its own.
@Suite("the filter of system calls")
struct SystemCallFilterTests {
    /// The error numbers of calls in a thread with a filter; 0 for a call that succeeded.
    private struct Errors: Hashable, Sendable {
        var program: Int32 = 0
        var unix: Int32 = 0
        var network: [Int32] = []
    }

    private func errors(allowsNetwork: Bool) throws -> Errors {
        let found = Mutex(Errors())
        let failure = Mutex<SystemCallFilter.Failure?>(nil)
        let thread = try OwnThread.startJoinable(name: "filtered") {
            do throws(SystemCallFilter.Failure) {
                try SystemCallFilter(allowsNetwork: allowsNetwork).apply()
            } catch {
                failure.withLock { $0 = error }
            }
            found.withLock { found in
                // A path that nobody could start, in case the filter lets the call through.
                found.program = execv("/", [nil]) == 0 ? 0 : errno
                found.unix = Self.socketError(AF_UNIX)
                found.network = [AF_INET, AF_INET6, AF_NETLINK].map(Self.socketError)
            }
        }
        pthread_join(thread, nil)
        if let failure = failure.withLock({ $0 }) { throw failure }
        return found.withLock { $0 }
    }

    private static func socketError(_ family: Int32) -> Int32 {
        let type = family == AF_NETLINK ? Int32(SOCK_RAW.rawValue) : Int32(SOCK_STREAM.rawValue)
        let descriptor = socket(family, type | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        close(descriptor)
        return 0
    }

    @Test("no program starts; sockets of the network can be made")
    func network() throws {
        let errors = try errors(allowsNetwork: true)
        #expect(errors.program == EPERM)
        #expect(errors.unix == 0)
        #expect(errors.network.first == 0)
        #expect(errors.network.last == 0)
    }

    @Test("without the network there are only Unix sockets")
    func noNetwork() throws {
        let errors = try errors(allowsNetwork: false)
        #expect(errors.program == EPERM)
        #expect(errors.unix == 0)
        #expect(errors.network == [EAFNOSUPPORT, EAFNOSUPPORT, EAFNOSUPPORT])
    }

    @Test("other threads keep their rights")
    func otherThreads() throws {
        _ = try errors(allowsNetwork: false)
        #expect(Self.socketError(AF_INET) == 0)
    }
}
