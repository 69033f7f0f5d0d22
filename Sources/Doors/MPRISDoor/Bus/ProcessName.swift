import Glibc

/// The name of a process.
enum ProcessName {
    /// The most bytes that the kernel keeps of a name, with the line end that it appends.
    private static let limit = 16

    /// Returns the name of a process of this machine as the kernel keeps it; `nil` if it has ended or belongs to somebody whose
    /// processes are hidden.
    static func name(of process: UInt32) -> String? {
        let descriptor = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor, &bytes, limit)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
