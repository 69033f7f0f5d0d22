import Glibc
import Media
import Playlists
import SystemSupport

/// The watches of the system (inotify) on directories. Belongs to the thread of the watcher.
struct DirectoryWatches: ~Copyable {
    /// How adding a watch has ended.
    enum Outcome {
        case added, known
        /// There is no directory, or it cannot be read.
        case gone
        /// The limit of the system is reached (`fs.inotify.max_user_watches`).
        case limitReached
    }

    /// What was read.
    enum Change {
        /// Something in the directory has changed.
        case directory([UInt8])
        /// A file has changed that names what is left out, also below its directory.
        case ignores
        /// The system has dropped changes, because too many came at once.
        case lost
    }

    private let queue: FileDescriptor
    private var directories: [Int32: [UInt8]] = [:]
    private var watches: [[UInt8]: Int32] = [:]

    /// What changes the library: files that were written, moved or removed, directories that were made.
    private static let events =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_DELETE)
        | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    /// Makes the queue of changes; `nil` if the user has as many as the system allows.
    init?() {
        let number = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard number >= 0 else { return nil }
        queue = FileDescriptor(owning: number)
    }

    /// The descriptor for `poll`.
    var descriptor: Int32 { queue.number }

    /// How many directories are watched.
    var count: Int { directories.count }

    /// Watches a directory.
    mutating func add(_ path: [UInt8]) -> Outcome {
        if watches[path] != nil { return .known }
        let watch = unsafe inotify_add_watch(queue.number, path.map { CChar(truncatingIfNeeded: $0) } + [0], Self.events)
        guard watch >= 0 else { return errno == ENOSPC || errno == ENOMEM ? .limitReached : .gone }
        // The same directory under another name has the same watch.
        if let old = directories[watch] { watches[old] = nil }
        directories[watch] = path
        watches[path] = watch
        return .added
    }

    /// Stops watching what `isWanted` does not want.
    mutating func removeAll(but isWanted: ([UInt8]) -> Bool) {
        for (path, watch) in watches where !isWanted(path) {
            inotify_rm_watch(queue.number, watch)
            forget(watch)
        }
    }

    private mutating func forget(_ watch: Int32) {
        if let path = directories.removeValue(forKey: watch), watches[path] == watch { watches[path] = nil }
    }

    /// Reads the changes that wait.
    mutating func read() -> [Change] {
        var changes: [Change] = []
        var last: [UInt8]?
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 8)
        defer { unsafe buffer.deallocate() }
        while true {
            let count = unsafe Glibc.read(queue.number, buffer.baseAddress, buffer.count)
            guard count > 0 else { return changes }
            var place = 0
            let headSize = MemoryLayout<inotify_event>.size
            while place + headSize <= count {
                let event = unsafe buffer.load(fromByteOffset: place, as: inotify_event.self)
                let name = unsafe Array(
                    buffer[(place + headSize)..<min(count, place + headSize + Int(event.len))].prefix { $0 != 0 })
                place += headSize + Int(event.len)
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { changes.append(.lost) }
                if name == Array(".mpdignore".utf8) {
                    changes.append(.ignores)
                    continue
                }
                if let directory = change(event.wd, event.mask, name), directory != last {
                    changes.append(.directory(directory))
                    last = directory
                }
            }
        }
    }

    /// Returns the directory in which an event has changed something for the library.
    private mutating func change(_ watch: Int32, _ mask: UInt32, _ name: [UInt8]) -> [UInt8]? {
        guard let directory = directories[watch] else { return nil }
        if mask & UInt32(IN_IGNORED) != 0 {
            forget(watch)
            return nil
        }
        if mask & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)) != 0 {
            // Its name counts in the directory above, which tells the same. Nobody watches the name of a directory of music.
            if mask & UInt32(IN_MOVE_SELF) != 0 {
                inotify_rm_watch(queue.number, watch)
                forget(watch)
            }
            return directory
        }
        let concerns =
            mask & UInt32(IN_ISDIR) != 0 || AudioSuffixes.match(name) || PlaylistFormat(path: name) != nil
            || name == Array(".nomedia".utf8)
        // A link to a directory is no directory for the system.
        return concerns || mask & UInt32(IN_CREATE) != 0 && !name.contains(UInt8(ascii: ".")) ? directory : nil
    }
}
