import Glibc
import SystemSupport

/// This program, run once more with other arguments, or another program: its output is read as it comes. It has no terminal, and ends with
/// its owner.
struct CommandRun: ~Copyable {
    /// `POSIX_SPAWN_SETSID` of glibc, which Swift does not import.
    private static let ownSession: Int16 = 0x80

    /// What it has printed since the last look.
    enum News {
        case bytes([UInt8])
        /// It is over, with this exit status.
        case end(Int32)
    }

    /// Readable once there is something to read, or it is over.
    let descriptor: CInt
    private let child: pid_t
    private var isOver = false
    /// The beginning of a character whose end has not come yet.
    private var rest: [UInt8] = []

    /// Starts it; `nil` if that cannot be.
    /// - Parameter program: the name of another program, which is looked for as a shell does; `nil` for this one.
    init?(_ words: [String], of program: String? = nil) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Another command may have taken the place of the one that had news.
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Self.ownSession)
        let arguments: [UnsafeMutablePointer<CChar>?] = ([program ?? "fermata"] + words).map { word in strdup(word) } + [nil]
        defer { arguments.forEach { free($0) } }
        var number: pid_t = 0
        guard posix_spawnp(&number, program ?? "/proc/self/exe", &actions, &attributes, arguments, environ) == 0 else {
            close(ends[0])
            return nil
        }
        (descriptor, child) = (ends[0], number)
    }

    deinit {
        if !isOver { Self.end(child, descriptor) }
        close(descriptor)
    }

    /// Asks it to end, and ends it if it has not within a second.
    private static func end(_ child: pid_t, _ descriptor: CInt) {
        kill(-child, SIGTERM)
        let deadline = MonotonicClock.nanoseconds + 1_000_000_000
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let left = (deadline - MonotonicClock.nanoseconds) / 1_000_000
            guard left > 0 else { break }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Its end of the pipe is closed once it is over.
            if poll(&entry, 1, CInt(left)) > 0, read(descriptor, &bytes, bytes.count) == 0 { break }
        }
        kill(-child, SIGKILL)
        _ = status(of: child)
    }

    /// Reads what there is, which may be nothing.
    mutating func take() -> News {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &bytes, bytes.count)
        if count > 0 {
            let all = rest + bytes[..<count]
            rest = Array(all.suffix(Self.cut(all)))
            return .bytes(Array(all.dropLast(rest.count)))
        }
        if count < 0, errno == EINTR || errno == EAGAIN { return .bytes([]) }
        if !rest.isEmpty {
            defer { rest = [] }
            return .bytes(rest)
        }
        isOver = true
        return .end(Self.status(of: child))
    }

    /// How many bytes at the end begin a character of UTF-8 that goes on.
    private static func cut(_ bytes: [UInt8]) -> Int {
        for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > index + 1 ? index + 1 : 0
        }
        return 0
    }

    private static func status(of child: pid_t) -> Int32 {
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0 { if errno != EINTR { return 126 } }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
