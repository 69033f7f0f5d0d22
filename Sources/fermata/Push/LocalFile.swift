import Glibc

/// A file that the caller can read, opened.
struct LocalFile {
    let descriptor: CInt
    /// The last part of its path, for people.
    let name: String

    /// Opens what an argument names; `nil` where it cannot be opened, is a directory, or is none of this machine's files.
    init?(_ argument: String) {
        guard let path = MediaAddress.localPath(of: argument) else { return nil }
        descriptor = (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { path in
            path.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) } ?? -1
        }
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            return nil
        }
        let slash = UInt8(ascii: "/")
        name = String(decoding: path.split(separator: slash).last ?? path[...], as: UTF8.self)
    }
}
