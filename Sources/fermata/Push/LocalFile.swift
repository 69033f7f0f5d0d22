import Glibc

/// A file that the caller can read, opened.
struct LocalFile {
    let descriptor: CInt
    /// The last part of its path, for people.
    let name: String

    /// Opens what an argument names; `nil` where it cannot be opened, or is none of this machine's files.
    ///
    /// Nothing is waited for: a FIFO counts as a file only where a shell put it in the place of one, with its writer.
    init?(_ argument: String) {
        guard let path = MediaAddress.localPath(of: argument) else { return nil }
        descriptor = (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { path in
            path.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) } ?? -1
        }
        guard descriptor >= 0 else { return nil }
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        // From here on it is to be waited for.
        guard kind == S_IFREG || kind == S_IFIFO && Self.isDescriptor(path), fcntl(descriptor, F_SETFL, 0) == 0 else {
            close(descriptor)
            return nil
        }
        let slash = UInt8(ascii: "/")
        name = String(decoding: path.split(separator: slash).last ?? path[...], as: UTF8.self)
    }

    /// Whether a path names an open descriptor, as shells write `<(command)`.
    private static func isDescriptor(_ path: [UInt8]) -> Bool {
        let names = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        return names == ["dev", "stdin"] || names.count == 3 && names.starts(with: ["dev", "fd"])
            || names.count == 4 && names[0] == "proc" && names[2] == "fd"
    }
}
