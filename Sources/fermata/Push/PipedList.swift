import ControlProtocol
import Glibc

/// What comes through a pipe into `fermata play -`: a list of songs, as `fermata search` and `fermata ls` print them, or of files and
/// URLs; or media.
enum PipedList {
    /// The entries of a list, in their order.
    case entries([Entry])
    /// Media, of which these bytes were read by now.
    case media([UInt8])

    /// An entry of a list.
    enum Entry: Hashable {
        /// A song of the library, by its number.
        case song(Int64)
        case address(String)
    }

    /// How long the first bytes are awaited, in milliseconds: what comes later is media.
    private static let patience: CInt = 1_000
    /// The most bytes of a list.
    private static let limit = 16 << 20

    /// Reads standard input: all of it if it is a list, and only the beginning of media.
    static func read() throws(ClientFailure) -> PipedList {
        guard isPipe else { return .media([]) }
        var waited = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
        guard poll(&waited, 1, patience) > 0 else { return .media([]) }
        var bytes = chunk()
        guard begins(bytes) else { return .media(bytes) }
        while true {
            let more = chunk()
            if more.isEmpty { break }
            bytes += more
            guard bytes.count <= limit else { throw .refused("the list in standard input has more than \(limit >> 20) MiB") }
        }
        return entries(of: String(decoding: bytes, as: UTF8.self)).map(PipedList.entries) ?? .media(bytes)
    }

    private static var isPipe: Bool {
        var status = stat()
        return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    private static func chunk() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            return Array(bytes.prefix(max(0, count)))
        }
    }

    /// Returns whether bytes may be the beginning of a list: no container of sound begins with the number of a song, or with a path.
    private static func begins(_ bytes: [UInt8]) -> Bool {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard line.count < 1 << 15, !line.contains(where: { $0 < 0x20 && $0 != 0x09 }) else { return false }
        return entry(String(decoding: line, as: UTF8.self)) != nil
    }

    /// Returns the entries of a list; `nil` if a line of it is none.
    static func entries(of text: String) -> [Entry]? {
        var entries: [Entry] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("… ") {
            guard let entry = entry(line) else { return nil }
            entries.append(entry)
        }
        return entries.isEmpty ? nil : entries
    }

    /// Returns what a line stands for: a path, a URL, or a song with its number in front and its duration behind. An album in the list
    /// of albums has a number as well, but another one.
    private static func entry(_ line: some StringProtocol) -> Entry? {
        if line.hasPrefix("/") || MediaAddress.isURL(String(line)) { return .address(MediaAddress.address(String(line))) }
        let parts = line.split(separator: "  ", omittingEmptySubsequences: true)
        guard parts.count >= 3, let number = Int64(parts[0]), number > 0, let last = parts.last, last.contains(":"),
            TimeText.seconds(last.hasPrefix("~") ? last.dropFirst() : last) != nil
        else { return nil }
        return .song(number)
    }

    /// Returns the addresses of entries.
    static func addresses(
        of entries: [Entry], on connection: DaemonConnection
    ) throws(ClientFailure) -> [String] {
        var addresses: [String] = []
        for entry in entries {
            switch entry {
            case .address(let address): addresses.append(address)
            case .song(let number):
                switch try connection.call("library.item", ["song": .integer(number), "file": false]).result {
                case .success(let song): addresses += [song["uri"]?.stringValue].compactMap(\.self)
                case .failure(let error): throw .refused(error.message)
                }
            }
        }
        return addresses
    }
}
