import CLinux
import Glibc
package import MediaTypes
import SystemSupport

/// Writes gains into a file as tags, so that the file is the old one or the new one at each moment, and never a part of it.
///
/// The new file is written beside the old one, under a hidden name. Only runs of bytes with tags differ. It is brought to the disk, read back
/// and compared, and then takes the name of the old one. Each call waits for the disk; any thread, one at a time for a file.
package struct GainWriter {
    /// What has become of a file.
    package enum Outcome: Hashable, Sendable {
        /// It has the gains now, or would have them.
        case written
        /// It states a loudness, and was left as it is.
        case hasTags
        /// It states these very gains.
        case isSame
    }

    /// A file as somebody has seen it.
    package struct Seen: Hashable, Sendable {
        /// In bytes.
        package let size: Int64
        /// The last change, in seconds since 1970.
        package let modified: Double

        /// Makes it.
        package init(size: Int64, modified: Double) { (self.size, self.modified) = (size, modified) }

        init(_ status: stat) {
            size = Int64(status.st_size)
            modified = Self.seconds(Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
        }

        /// Nanoseconds since 1970 as seconds, always in the same way, so that they can be compared.
        package static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }
    }

    /// Whether tags of loudness are replaced.
    private let replaces: Bool
    /// Whether nothing is written, and only said what would become of a file.
    private let isDry: Bool
    /// What is done when the new file is whole and has no name yet. For tests.
    private let beforeNaming: (_ path: [UInt8]) -> Void
    /// The directories in which was looked for what a crash has left.
    private var cleaned: Set<[UInt8]> = []

    /// Makes a writer.
    /// - Parameters:
    ///   - replaces: whether tags of loudness that a file has are replaced.
    ///   - isDry: whether nothing is written.
    package init(replaces: Bool = false, isDry: Bool = false, beforeNaming: @escaping (_ path: [UInt8]) -> Void = { _ in }) {
        (self.replaces, self.isDry, self.beforeNaming) = (replaces, isDry, beforeNaming)
    }

    /// Writes a gain into the file at a path: its bytes, without a zero. Symbolic links stay, and what they lead to is written.
    /// - Parameters:
    ///   - gain: what the file is to state: at least the gain of the track.
    ///   - seen: the file as it was measured; `nil` for any.
    package mutating func write(
        _ gain: ReplayGain, to path: [UInt8], seen: Seen? = nil
    ) throws(TagWritingError) -> Outcome {
        let path = try Self.resolved(path)
        let file = try Self.open(path)
        let status = try Self.status(of: file.number)
        guard status.st_mode & S_IFMT == S_IFREG else { throw TagWritingError(.unreadable, "it is no regular file") }
        if let seen, seen != Seen(status) {
            throw TagWritingError(.changed, "it has changed since it was measured: measure it again")
        }
        let source = TagBytes(file.number, size: Int64(status.st_size))
        let plan = try GainPlanner(source, gain).plan()
        if !plan.stated.isEmpty {
            guard replaces else { return .hasTags }
            if plan.stated.sorted(by: Self.order) == plan.wanted.sorted(by: Self.order) { return .isSame }
        }
        try Self.checkRights(path, status)
        if isDry { return .written }
        try carryOut(plan, gain, source, file.number, status, at: path)
        return .written
    }

    private static func order(_ left: GainField, _ right: GainField) -> Bool { left.name < right.name }

    private mutating func carryOut(
        _ plan: GainPlan, _ gain: ReplayGain, _ source: TagBytes, _ file: CInt, _ status: stat, at path: [UInt8]
    ) throws(TagWritingError) {
        let parent = Self.parent(of: path)
        let directory: OpenDirectory
        var new: NewFile
        do throws(FileFailure) {
            directory = try OpenDirectory(bytes: parent)
            if cleaned.insert(parent).inserted { NewFile.removeLeftovers(in: directory) }
            new = try NewFile(in: directory)
        } catch {
            throw TagWritingError(writing: error.number)
        }
        let copy = SplicedCopy(of: source, file, plan)
        try copy.write(to: new.number)
        try FileTwin.make(new.number, as: file, status)
        guard fsync(new.number) == 0 else { throw TagWritingError(writing: errno) }
        // What is compared comes from the disk then, and not from memory, where the file system lets go of it.
        _ = posix_fadvise(new.number, 0, 0, POSIX_FADV_DONTNEED)
        try copy.check(new.number)
        try Self.check(new.number, states: plan.wanted, gain)
        FileTwin.keepAccessTime(of: status, for: new.number)
        beforeNaming(path)
        let name = Array(path.dropFirst(parent.count == 1 ? 1 : parent.count + 1))
        try Self.checkUnchanged(file, status, in: directory, as: name)
        do throws(FileFailure) {
            try new.replace(as: name)
        } catch {
            throw TagWritingError(writing: error.number)
        }
    }

    /// Reads the new file as any file, and looks whether it says what it should.
    private static func check(_ new: CInt, states wanted: [GainField], _ gain: ReplayGain) throws(TagWritingError) {
        let status = try status(of: new)
        let found = try GainPlanner(TagBytes(new, size: Int64(status.st_size)), gain).plan().stated
        guard found.sorted(by: order) == wanted.sorted(by: order) else {
            throw TagWritingError(.notReadBack, "the new file would not state what it should; the file stays as it was")
        }
    }

    // MARK: The old file

    private static func parent(of path: [UInt8]) -> [UInt8] {
        let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
    }

    private static func text(_ path: [UInt8]) -> [CChar] { path.map { CChar(truncatingIfNeeded: $0) } + [0] }

    /// Returns the path of the file that a path leads to over links.
    private static func resolved(_ path: [UInt8]) throws(TagWritingError) -> [UInt8] {
        guard let found = unsafe realpath(text(path), nil) else {
            switch errno {
            case ENOTDIR:
                throw TagWritingError(.partOfFile, "it is a part of a file, and the tags of that are those of all of it")
            case ENOENT: throw TagWritingError(.notFound, "there is no such file any more")
            default: throw TagWritingError(.unreadable, "it cannot be found: \(systemReason())")
            }
        }
        defer { unsafe free(found) }
        return unsafe Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }

    private static func open(_ path: [UInt8]) throws(TagWritingError) -> FileDescriptor {
        // Non-blocking: a pipe in the file's place has no writer to wait for.
        let number = unsafe Glibc.open(text(path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard number >= 0 else { throw TagWritingError(.unreadable, "it cannot be opened: \(systemReason())") }
        return FileDescriptor(owning: number)
    }

    private static func status(of file: CInt) throws(TagWritingError) -> stat {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else {
            throw TagWritingError(.unreadable, "it cannot be read: \(systemReason())")
        }
        return status
    }

    /// Throws if the person may not write to the file, also where the system would let a new file take its name.
    private static func checkRights(_ path: [UInt8], _ status: stat) throws(TagWritingError) {
        guard status.st_nlink == 1 else {
            throw TagWritingError(
                .severalNames, "it has \(status.st_nlink) names (hard links), of which the others would keep what is in it now")
        }
        guard status.st_mode & 0o222 != 0 else { throw TagWritingError(.readOnly, "it may not be written: it is read-only") }
        for (place, rights) in [(path, W_OK), (parent(of: path), W_OK | X_OK)] {
            guard unsafe access(text(place), rights) == 0 else { throw TagWritingError(writing: errno) }
        }
    }

    /// Throws if the file is not what it was, or another one has its name, in the directory in which the new one is: the path may lead to another
    /// one by now.
    private static func checkUnchanged(
        _ file: CInt, _ before: stat, in directory: OpenDirectory, as name: [UInt8]
    ) throws(TagWritingError) {
        let now = try status(of: file)
        var named = stat()
        guard unsafe fstatat(directory.number, text(name), &named, AT_SYMLINK_NOFOLLOW) == 0, isSame(now, before),
            isSame(named, before)
        else {
            throw TagWritingError(.changed, "another program has changed it meanwhile; nothing was written")
        }
    }

    private static func isSame(_ left: stat, _ right: stat) -> Bool {
        func times(_ status: stat) -> [Int] {
            [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        }
        return left.st_dev == right.st_dev && left.st_ino == right.st_ino && left.st_size == right.st_size
            && left.st_nlink == right.st_nlink && times(left) == times(right)
    }
}
