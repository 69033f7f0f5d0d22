import Glibc

/// A directory that shows another one through FUSE, as a network file system shows one of another machine: the system tells nothing of what
/// changes there. It is gone with this object.
package final class BoundDirectory: Sendable {
    private let process: ChildProcess
    private let path: String

    /// Shows `source` in the place of the empty directory `path`, and waits until it is there.
    /// - Throws: if bindfs is missing, or nothing can be mounted here.
    package init(at path: String, showing source: String) async throws(TestSupportError) {
        self.path = path
        let outside = Self.device(of: path)
        let process = try await ChildProcess.launch("bindfs", ["-f", source, path], error: .discarded)
        self.process = process
        try await waitUntil("bindfs to show \(source)") { () async throws(TestSupportError) -> Bool in
            guard process.isRunning else { throw TestSupportError(.programFailed, "bindfs cannot show \(source)") }
            return Self.device(of: path) != outside
        }
    }

    deinit { umount2(path, CInt(MNT_DETACH)) }

    /// Ends it.
    /// How many bytes have gone through it, as the kernel writes that; no more than before while nobody asks for any.
    package var readBytes: String {
        let lines = (try? readFile("/proc/\(process.processIdentifier)/io")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return lines.split(separator: "\n").first { $0.hasPrefix("rchar") }.map(String.init) ?? ""
    }

    /// From now on keeps whoever reads waiting, or no longer.
    package func hang(_ hangs: Bool) { process.signal(hangs ? SIGSTOP : SIGCONT) }

    /// Ends it.
    package func end() async throws(TestSupportError) { try await process.stop() }

    /// Whether there can be one: bindfs is installed, and this process may mount something.
    package static var isPossible: Bool {
        get async {
            guard let directory = try? TemporaryDirectory(), let source = try? directory.makeDirectory("source"),
                let path = try? directory.makeDirectory("path"),
                let bound = try? await BoundDirectory(at: path, showing: source)
            else { return false }
            return (try? await bound.end()) != nil
        }
    }

    private static func device(of path: String) -> dev_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_dev : 0
    }
}
