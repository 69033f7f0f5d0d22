import Glibc
import SystemSupport
import TOML

/// Reads a small text file.
enum FileText {
    /// The largest file to read, in bytes: more than any configuration needs. A larger one was named by mistake.
    static let largestFile = 1 << 20

    /// Returns whether a file exists at `path`, readable or not: a file that cannot be read must not be skipped silently.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
    }

    /// Returns the text of the regular file at `path`, which must be UTF-8.
    static func read(_ path: String) throws(ConfigurationError) -> String {
        // O_NONBLOCK: opening a FIFO must not wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(path, systemReason()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(path, systemReason()) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable(path, "it is not a regular file") }
        let bytes = try readAll(descriptor, path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationError(.syntax, file: path, at: firstInvalid(bytes), "the file is not valid UTF-8")
        }
        return text
    }

    private static func readAll(_ descriptor: Int32, _ path: String) throws(ConfigurationError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw unreadable(path, systemReason())
            }
            bytes += chunk[..<count]
            if bytes.count > largestFile { throw unreadable(path, "it is larger than \(largestFile) bytes") }
        }
    }

    /// Returns the position of the first byte that is not valid UTF-8.
    private static func firstInvalid(_ bytes: [UInt8]) -> SourcePosition {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var (line, column) = (1, 1)
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        return SourcePosition(line: line, column: column)
    }

    private static func unreadable(_ path: String, _ reason: String) -> ConfigurationError {
        ConfigurationError(.unreadable, file: path, "cannot read the configuration: \(reason)")
    }
}
