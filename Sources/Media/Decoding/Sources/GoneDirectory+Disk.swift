import Glibc
import MediaTypes
import PlayerModel

extension GoneDirectory {
    /// The errors that mean that a disk or a network file system is away, and not only one file.
    private static let diskErrors: Set<Int32> = [EIO, ENODEV, ENXIO, ESTALE, ENOTCONN, EHOSTDOWN, ENOMEDIUM, ETIMEDOUT]

    /// Finds the highest directory that is gone above `location`, a file that could not be opened because of `error`; `nil` if
    /// only the file is gone. May wait for the disk.
    init?(above location: MediaLocation, _ error: Int32?) {
        guard let error, error == ENOENT || error == ENOTDIR || Self.diskErrors.contains(error) else { return nil }
        var highest: [UInt8]?
        var path = location.path[...]
        while let slash = path.dropLast().lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
            path = path[..<slash]
            switch Self.look(at: path, isBroken: Self.diskErrors.contains(error)) {
            case .missing: highest = Array(path)
            case .empty:
                self.init(path: Array(path))
                return
            case .used:
                guard let highest else { return nil }
                self.init(path: highest)
                return
            }
        }
        guard let highest else { return nil }
        self.init(path: highest)
    }

    private enum Finding {
        case missing, empty, used
    }

    /// - Parameter isBroken: whether a directory counts as missing if none of it can be read.
    private static func look(at path: ArraySlice<UInt8>, isBroken: Bool) -> Finding {
        let text = path.map { CChar(truncatingIfNeeded: $0) } + [0]
        return unsafe text.withUnsafeBufferPointer { text in
            guard let start = text.baseAddress else { return .used }
            guard let stream = unsafe opendir(start) else {
                return errno == ENOENT || errno == ENOTDIR || diskErrors.contains(errno) ? .missing : .used
            }
            defer { unsafe closedir(stream) }
            var count = 0
            errno = 0
            while count < 3, unsafe readdir(stream) != nil { count += 1 }
            if isBroken, diskErrors.contains(errno) { return .missing }
            // An empty directory has two entries: itself and the one above.
            return count < 3 ? .empty : .used
        }
    }
}
