import Glibc
import SystemSupport

/// Writes `bytes` to `path` and replaces an older file.
package func writeFile(_ bytes: [UInt8], to path: String) throws(TestSupportError) {
    guard let stream = fopen(path, "we") else {
        throw TestSupportError(.inputOutput, "cannot write \(path): \(systemReason())")
    }
    let written = fwrite(bytes, 1, bytes.count, stream)
    guard fclose(stream) == 0, written == bytes.count else {
        throw TestSupportError(.inputOutput, "cannot write \(path): \(systemReason())")
    }
}

/// Reads all bytes of the file at `path` that are written now.
package func readFile(_ path: String) throws(TestSupportError) -> [UInt8] {
    guard let stream = fopen(path, "re") else {
        throw TestSupportError(.inputOutput, "cannot read \(path): \(systemReason())")
    }
    defer { fclose(stream) }
    var status = stat()
    guard fstat(fileno(stream), &status) == 0 else {
        throw TestSupportError(.inputOutput, "cannot read \(path): \(systemReason())")
    }
    // The kernel's own files, as in /proc, say that they have 0 bytes.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 { bytes += chunk[..<count] }
    return bytes
}

/// Returns a duplicate of a descriptor that this process has of `path`, or nil if it has none. A program that is being started
/// has a copy of each descriptor until it runs.
package func duplicateDescriptor(of path: String) -> CInt? {
    for number in CInt(3)..<4_096 {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(number)", &target, target.count)
        guard count > 0 else { continue }
        if String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) == path {
            return fcntl(number, F_DUPFD_CLOEXEC, 3)
        }
    }
    return nil
}

/// Returns the length of the file at `path` in bytes, or nil if there is none.
package func fileLength(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
}
