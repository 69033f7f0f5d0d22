import Glibc
import SystemSupport

/// What another program has printed, and how it has ended.
struct ProgramOutput: Hashable {
    /// The most that is read, in bytes; the program may print more.
    static let limit = 64 << 10

    /// `POSIX_SPAWN_SETSID` of glibc, which Swift does not import.
    private static let ownSession: Int16 = 0x80

    /// The exit status, or 128 and the number of the signal that has ended it.
    let status: Int32
    /// What it has printed to standard output and standard error.
    let text: String

    /// The first line that is not empty.
    var firstLine: String? { lines.first }
    /// The last line that is not empty.
    var lastLine: String? { lines.last }

    private var lines: [String] { text.split(separator: "\n").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) } }

    /// Runs a program, which is searched in `PATH`, and waits for its end, for so many seconds at most; then it is killed.
    /// - Returns: `nil` if there is no such program, or it cannot be run.
    static func of(_ words: [String], seconds: Int64 = 20, limit: Int = limit) -> ProgramOutput? {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let child = start(words, writing: ends[1])
        close(ends[1])
        guard let child else { return nil }
        let text = read(ends[0], atMost: limit, until: MonotonicClock.nanoseconds + seconds * 1_000_000_000)
        // It is over, or says nothing within its time, or more than anybody reads.
        if text.isCut { kill(-child, SIGKILL) }
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return ProgramOutput(
            status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, text: String(decoding: text.bytes, as: UTF8.self))
    }

    private static func start(_ words: [String], writing end: CInt) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, end, STDERR_FILENO)
        // Without this program's terminal, which is that of another user where root runs something as a user.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, ownSession)
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in strdup(word) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child: pid_t = 0
        guard let name = words.first, posix_spawnp(&child, name, &actions, &attributes, arguments, environ) == 0 else {
            return nil
        }
        return child
    }

    private static func read(_ end: CInt, atMost limit: Int, until deadline: Int64) -> (bytes: [UInt8], isCut: Bool) {
        var (answer, part) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while answer.count < limit {
            let left = (deadline - MonotonicClock.nanoseconds) / 1_000_000
            guard left > 0 else { return (answer, true) }
            var waited = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waited, 1, CInt(clamping: left))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return (answer, true) }
            let more = part.withUnsafeMutableBytes { Glibc.read(end, $0.baseAddress, $0.count) }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { return (answer, false) }
            answer += part.prefix(more)
        }
        return (answer, true)
    }
}
