import Glibc
import TestSupport

/// The built client, run as people run it.
struct ClientProcess {
    /// What a run came to.
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var error: String
    }

    private let process: pid_t
    private let output: CInt
    private let error: CInt

    /// Starts the client with these arguments, which need not be UTF-8, in `directory`.
    init(_ arguments: [[UInt8]], environment: [String: String] = [:], directory: String? = nil) throws {
        let command = directory.map { ["/usr/bin/env", "-C", $0, Self.path] } ?? [Self.path]
        try self.init(command: command, arguments, environment: environment)
    }

    /// Starts a line of the shell, in which `$0` is the client.
    init(shell line: String, environment: [String: String]) throws {
        try self.init(command: ["/bin/sh", "-c", line, Self.path], [], environment: environment)
    }

    private init(command: [String], _ arguments: [[UInt8]], environment: [String: String]) throws {
        var ends: [[CInt]] = [[0, 0], [0, 0]]
        guard pipe(&ends[0]) == 0, pipe(&ends[1]) == 0 else { throw TestFailure("no pipe") }
        // Programs started at the same time must not hold on to them.
        for end in ends.joined() { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[0][1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1][1], STDERR_FILENO)
        closeAllOthers(in: &actions)
        var argv: [UnsafeMutablePointer<CChar>?] = (command.map { Array($0.utf8) } + arguments).map { bytes in
            strdup(bytes.map { CChar(truncatingIfNeeded: $0) } + [0])
        }
        argv.append(nil)
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") }
        envp.append(nil)
        // A thread of a pool blocks all signals, and its children would block them as well.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var process: pid_t = 0
        let result = posix_spawn(&process, command[0], &actions, &attributes, argv, envp)
        for pointer in argv + envp { free(pointer) }
        close(ends[0][1])
        close(ends[1][1])
        guard result == 0 else { throw TestFailure("cannot start \(Self.path): \(String(cString: strerror(result)))") }
        self.process = process
        output = ends[0][0]
        error = ends[1][0]
    }

    /// Beside the program that runs the tests.
    static let path: String = {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        return program.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/fermata"
    }()

    /// Waits for the next line of output.
    func readLine() throws -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, 20_000) > 0, read(output, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        throw TestFailure("no line; so far: \(String(decoding: line, as: UTF8.self))")
    }

    func signal(_ number: CInt) { kill(process, number) }

    /// Waits for the end.
    func wait() -> Outcome {
        let (output, error) = (readAll(output), readAll(error))
        var status: CInt = 0
        waitpid(process, &status, 0)
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
        return Outcome(status: code, output: output, error: error)
    }

    /// Runs the client to its end.
    static func run(
        _ arguments: String..., socket: String? = nil, environment: [String: String] = [:], directory: String? = nil
    ) throws -> Outcome {
        try run(arguments, socket: socket, environment: environment, directory: directory)
    }

    /// Runs the client to its end.
    static func run(
        _ arguments: [String], socket: String? = nil, environment: [String: String] = [:], directory: String? = nil
    ) throws -> Outcome {
        var environment = environment
        environment["FERMATA_SOCKET"] = socket
        return try ClientProcess(arguments.map { Array($0.utf8) }, environment: environment, directory: directory).wait()
    }

    /// Reads to the end, which a client that hangs is brought to.
    private func readAll(_ descriptor: CInt) -> String {
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&entry, 1, 30_000) == 0 { signal(SIGKILL) }
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}
