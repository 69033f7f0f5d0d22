import AudioTypes
import Glibc
import MPDMigration
import SystemSupport

/// Finds and reads the files of MPD.
struct MPDFiles {
    let environment: [String: String]
    let paths: MPDPaths

    init() {
        var environment: [String: String] = [:]
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"] {
            if let value = getenv(name), value[0] != 0 { environment[name] = String(cString: value) }
        }
        self.environment = environment
        paths = MPDPaths(environment: environment, music: Self.music(environment), homes: Self.homes())
    }

    /// The places at which MPD itself looks for its configuration.
    var usualPlaces: [String] {
        let own = environment["HOME"].map { home in
            [
                (environment["XDG_CONFIG_HOME"] ?? "\(home)/.config") + "/mpd/mpd.conf", "\(home)/.mpdconf",
                "\(home)/.mpd/mpd.conf",
            ]
        }
        return (own ?? []) + ["/etc/mpd.conf"]
    }

    /// Returns the bytes of a regular file of at most `limit` bytes; `nil` if it cannot be read, for the reason in `errno`.
    static func read(_ path: String, limit: Int) -> [UInt8]? { read(Array(path.utf8), limit: limit) }

    /// The same, of a path that need not be UTF-8.
    static func read(_ path: [UInt8], limit: Int) -> [UInt8]? {
        let descriptor = open(path.map { CChar(truncatingIfNeeded: $0) } + [0], O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) <= limit else {
            errno = status.st_mode & S_IFMT == S_IFREG ? EFBIG : EINVAL
            return nil
        }
        return AtomicFile.read(descriptor, count: Int(status.st_size))
    }

    /// Why a directory cannot be that of somebody's music; `nil` if it can.
    static func problem(ofMusic directory: String) -> String? {
        guard let stream = opendir(directory) else {
            return "its music_directory \(directory) cannot be read: \(systemReason())"
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            if DirectoryEntry.name(of: entry).first != UInt8(ascii: ".") { return nil }
        }
        return "its music_directory \(directory) is empty"
    }

    /// The playlists in a directory, by their names: the paths of files that end with `.m3u`. A name that is not UTF-8
    /// is read as Windows has it.
    static func playlists(in directory: String) -> [(name: String, path: [UInt8])]? {
        guard let stream = opendir(directory) else { return nil }
        defer { closedir(stream) }
        var found: [(String, [UInt8])] = []
        let suffix = Array(".m3u".utf8)
        while let entry = readdir(stream), found.count < 10_000 {
            let file = DirectoryEntry.name(of: entry)
            if file.suffix(suffix.count) == suffix[...], file.first != UInt8(ascii: ".") {
                found.append((TextDecoder.decode(file.dropLast(suffix.count)), Array("\(directory)/".utf8) + file))
            }
        }
        return found.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    }

    /// The user's directory of music as the desktop has it.
    private static func music(_ environment: [String: String]) -> String? {
        guard let home = environment["HOME"] else { return nil }
        let configuration = environment["XDG_CONFIG_HOME"] ?? "\(home)/.config"
        let text = read("\(configuration)/user-dirs.dirs", limit: 1 << 16).map { String(decoding: $0, as: UTF8.self) }
        return text.flatMap { UserDirectory.music(in: $0, home: home) } ?? "\(home)/Music"
    }

    /// The home directories of all users, by their names.
    private static func homes() -> [String: String] {
        let text = read("/etc/passwd", limit: 1 << 20).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let users = text.split(separator: "\n").map { $0.split(separator: ":", omittingEmptySubsequences: false) }
        return Dictionary(users.filter { $0.count > 5 }.map { (String($0[0]), String($0[5])) }) { first, _ in first }
    }
}
