import Glibc

/// Asks the daemon's program whether its configuration has a mistake, if no daemon answers: a daemon with a mistake in it does not start.
enum ConfigurationCheck {
    /// The most that is read of the answer, in bytes.
    private static let limit = 4_096

    /// Returns the sentence that names the mistake; `nil` if there is none, or the program is not found.
    static func mistake() -> String? {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
        var child: pid_t = 0
        let words: [String] = ["fermatad", "--check-config"]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in strdup(word) } + [nil]
        defer { arguments.forEach { free($0) } }
        let error = posix_spawnp(&child, "fermatad", &actions, nil, arguments, environ)
        close(ends[1])
        guard error == 0 else { return nil }
        var answer = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let more = answer.withUnsafeMutableBytes { read(ends[0], $0.baseAddress?.advanced(by: count), limit - count) }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { break }
            count += more
        }
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard status != 0 else { return nil }
        let text = String(decoding: answer[..<count], as: UTF8.self).split(separator: "\n").first.map(String.init)
        return text.map { $0.hasPrefix("Error: ") ? String($0.dropFirst(7)) : $0 }
    }
}
