import Glibc
import Media
import MediaTypes
import PlayerModel
import Playlists
import SystemSupport

/// The sound files below a directory, in the order that people expect: first the files of the directory by their names, then
/// its directories by their names, each with everything in it.
///
/// Files and directories whose names begin with a dot are hidden, and left out; so is everything that is neither a file nor a
/// directory. The walk follows symbolic links, but reads each directory only once, and none that the system itself makes, such as `/proc`. It
/// blocks, so it needs a thread that may wait.
struct DirectoryWalk {
    /// The absolute paths of the sound files.
    private(set) var files: [[UInt8]] = []
    /// The absolute paths of the CUE sheets, in the same order.
    private(set) var sheets: [[UInt8]] = []
    /// The directories that could not be read.
    private(set) var skipped: [SkippedEntry] = []

    /// Identifies a directory, whichever path leads to it.
    private struct Identity: Hashable {
        let device: UInt
        let inode: UInt
    }

    private var visited: Set<Identity> = []
    /// Whether the system makes what is on a device, by the numbers of devices.
    private var virtualDevices: [UInt: Bool] = [:]
    private let cancellation: CancellationToken

    /// Reads the directory at an absolute path, and those in it.
    /// - Parameters:
    ///   - limit: the walk ends once it has found more files than this. `files` then has one file more than `limit`.
    ///   - directoryLimit: how many directories may wait to be read. A directory that has too many directories in it counts as
    ///     one that cannot be read.
    /// - Throws: ``MediaError`` if the directory at `path` itself cannot be read, or `cancellation` was cancelled.
    init(
        _ path: [UInt8], limit: Int, directoryLimit: Int = 100_000, cancellation: CancellationToken
    ) throws(MediaError) {
        self.cancellation = cancellation
        var pending = [path]
        while let directory = pending.popLast() {
            do throws(MediaError) {
                pending += try read(directory, limit: limit, directoryLimit: directoryLimit - pending.count).reversed()
            } catch {
                guard directory != path, error.code != .cancelled else { throw error }
                skipped.append(SkippedEntry(uri: LocationResolver.uri(ofAbsolutePath: directory), message: error.description))
            }
            if files.count > limit { return }
        }
    }

    /// Adds the sound files of one directory to `files`, and returns the directories in it.
    private mutating func read(
        _ directory: [UInt8], limit: Int, directoryLimit: Int
    ) throws(MediaError) -> [[UInt8]] {
        try checkCancellation()
        guard let stream = unsafe Self.withCString(directory, { unsafe opendir($0) }) else {
            throw Self.error(errno, directory)
        }
        defer { unsafe closedir(stream) }
        var status = stat()
        guard unsafe fstat(dirfd(stream), &status) == 0 else { throw Self.error(errno, directory) }
        guard visited.insert(Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))).inserted else { return [] }
        guard !isVirtual(UInt(status.st_dev), unsafe dirfd(stream)) else { return [] }
        var names: [NaturalName] = []
        var sheetNames: [NaturalName] = []
        var directories: [NaturalName] = []
        while let entry = unsafe readdir(stream) {
            try checkCancellation()
            let name = unsafe DirectoryEntry.name(of: entry)
            guard name.first != UInt8(ascii: ".") else { continue }
            switch unsafe Self.kind(of: name, entry.pointee.d_type, in: dirfd(stream)) {
            case .directory:
                guard directories.count < directoryLimit else { throw Self.tooMany(directory) }
                directories.append(NaturalName(name))
            case .file where AudioSuffixes.match(name): names.append(NaturalName(name))
            case .file where PlaylistFormat(path: name) == .cue && sheets.count + sheetNames.count < limit:
                sheetNames.append(NaturalName(name))
            case .file, .other: break
            }
            if files.count + names.count > limit { break }
        }
        let prefix = directory.last == UInt8(ascii: "/") ? directory : directory + [UInt8(ascii: "/")]
        files += names.sorted().map { prefix + $0.bytes }
        sheets += sheetNames.sorted().map { prefix + $0.bytes }
        return directories.sorted().map { prefix + $0.bytes }
    }

    private mutating func isVirtual(_ device: UInt, _ descriptor: Int32) -> Bool {
        if let known = virtualDevices[device] { return known }
        let isVirtual = FileSystem.isVirtual(descriptor)
        virtualDevices[device] = isVirtual
        return isVirtual
    }

    private func checkCancellation() throws(MediaError) {
        if cancellation.isCancelled { throw MediaError(.cancelled, "reading directories was given up") }
    }

    private static func tooMany(_ directory: [UInt8]) -> MediaError {
        let name = String(decoding: directory, as: UTF8.self)
        return MediaError(.unreadable, "the directory \(name) has too many directories in it")
    }

    private enum Kind {
        case file, directory, other
    }

    private static func kind(of name: [UInt8], _ type: UInt8, in directory: Int32) -> Kind {
        switch Int(type) {
        case DT_REG: return .file
        case DT_DIR: return .directory
        case DT_LNK, DT_UNKNOWN: break
        default: return .other
        }
        var status = stat()
        guard unsafe withCString(name, { unsafe fstatat(directory, $0, &status, 0) }) == 0 else { return .other }
        return status.st_mode & S_IFMT == S_IFDIR ? .directory : status.st_mode & S_IFMT == S_IFREG ? .file : .other
    }

    private static func withCString<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let text = path.map { CChar(truncatingIfNeeded: $0) } + [0]
        return unsafe text.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("a path ends with a zero") }
            return unsafe body(start)
        }
    }

    private static func error(_ error: Int32, _ directory: [UInt8]) -> MediaError {
        let name = String(decoding: directory, as: UTF8.self)
        switch error {
        case ENOENT, ENOTDIR: return MediaError(.notFound, "no such directory: \(name)", systemError: error)
        case EACCES, EPERM: return MediaError(.unreadable, "no permission to read the directory \(name)", systemError: error)
        default:
            let reason = systemReason(error)
            return MediaError(.unreadable, "the directory \(name) cannot be read: \(reason)", systemError: error)
        }
    }
}
