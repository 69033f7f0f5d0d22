import Glibc

/// An open file that the user can read.
struct LocalFile {
    let descriptor: CInt
    /// The last part of the path, for people.
    let name: String

    /// Opens the file that `argument` names; `nil` if it cannot be opened, or is not a file on this machine.
    ///
    /// Opening never waits: a FIFO counts as a file only if a shell put it in the place of one, with its writer.
    init?(_ argument: String) {
        guard let path = MediaAddress.localPath(of: argument) else { return nil }
        descriptor = (path.map { CChar(truncatingIfNeeded: $0) } + [0]).withUnsafeBufferPointer { path in
            path.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) } ?? -1
        }
        guard descriptor >= 0 else { return nil }
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        // From here on, reading should block.
        guard kind == S_IFREG || kind == S_IFIFO && Self.owner(ofDescriptor: path) != nil, fcntl(descriptor, F_SETFL, 0) == 0
        else {
            close(descriptor)
            return nil
        }
        let slash = UInt8(ascii: "/")
        name = String(decoding: path.split(separator: slash).last ?? path[...], as: UTF8.self)
    }

    /// Returns whether `argument` names a descriptor of this process, and so means something else to any other process.
    static func isOwnDescriptor(_ argument: String) -> Bool {
        MediaAddress.localPath(of: argument).map { owner(ofDescriptor: $0) == "self" } ?? false
    }

    /// Returns the process whose open descriptor `path` names, as shells do for `<(command)`: `self` or a number; `nil` for
    /// other paths.
    private static func owner(ofDescriptor path: [UInt8]) -> String? {
        let names = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        if names == ["dev", "stdin"] || names.count == 3 && names.starts(with: ["dev", "fd"]) { return "self" }
        return names.count == 4 && names[0] == "proc" && names[2] == "fd" ? names[1] : nil
    }
}
