import Glibc
import TestSupport

/// Runs a program and waits for it.
enum Command {
    /// The exit status and what the program wrote to standard output. Standard error is dropped.
    static func run(_ program: String, _ arguments: [String]) -> (status: Int32, output: [UInt8]) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return (-1, []) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        closeAllOthers(in: &actions)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        let started = posix_spawnp(&child, program, &actions, nil, &words, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard started == 0 else { return (-1, []) }
        var output: [UInt8] = []
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { room.deallocate() }
        while true {
            let count = read(ends[0], room.baseAddress, room.count)
            guard count > 0 else { break }
            output.append(contentsOf: room[..<count])
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return (status, output)
    }
}
