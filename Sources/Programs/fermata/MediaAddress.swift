import ArgumentParser
import Glibc
import MediaTypes

/// Turns the name of a file on the command line into what the daemon takes: an absolute path or a URL.
enum MediaAddress {
    /// Returns a URL and an address of the library unchanged; anything else is a path, and is made absolute. Blanks and line ends around a
    /// URL come with it when it is copied, and are no part of it.
    static func address(_ argument: String) -> String {
        if argument.first?.isWhitespace == true, let start = argument.firstIndex(where: { !$0.isWhitespace }),
            isURL(String(argument[start...]))
        {
            return address(String(argument[start...]))
        }
        return isURL(argument) || isOfLibrary(argument) ? argument : address(ofPath: Array(argument.utf8))
    }

    /// Returns the path of a file on this machine that is not there; `nil` for what is there, and for all else.
    static func missingFile(_ argument: String) -> String? {
        let address = address(argument)
        guard !isOfLibrary(address), let path = localPath(of: address) else { return nil }
        let name = String(decoding: path, as: UTF8.self)
        return unsafe access(name, F_OK) != 0 && errno == ENOENT ? name : nil
    }

    /// Throws if a name is empty. The shell passes an empty name for a variable that is not set, and as a path it would mean
    /// the whole directory.
    static func check(_ arguments: [String]) throws {
        if arguments.contains("") { throw ValidationError("the name of a file or URL is empty") }
    }

    /// Returns the path in `argument`, as bytes; a relative path stays relative. `nil` for a URL that is not of a file on this
    /// machine.
    static func localPath(of argument: String) -> [UInt8]? {
        guard isURL(argument) else { return Array(argument.utf8) }
        let prefix = "file:///"
        guard argument.lowercased().hasPrefix(prefix) else { return nil }
        var path: [UInt8] = []
        var rest = argument.utf8.dropFirst(prefix.utf8.count - 1)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                path.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else {
                return nil
            }
            path.append(value)
            rest = rest.dropFirst(2)
        }
        return path.contains(0) ? nil : path
    }

    /// Returns the last part of an address, for media without a title: of a file, its name as it is on the disk.
    static func name(of uri: String) -> String {
        let path = localPath(of: uri) ?? Array(uri.utf8)
        return path.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? uri
    }

    /// Returns what stands for the title of media that has none: the last part of its address, and the part of the file that is
    /// played.
    static func title(of uri: String) -> String {
        guard uri.hasPrefix("file:"), let hash = uri.lastIndex(of: "#") else { return name(of: uri) }
        let fragment = String(uri[hash...])
        let part = SentenceText.withPartsInTimes(fragment)
        return part == fragment ? name(of: uri) : name(of: String(uri[..<hash])) + part
    }

    /// What an address names that is neither a file nor a URL.
    enum Kind: Hashable {
        /// Songs of the library.
        case library(LibraryAddressKind)
        /// A stored playlist.
        case playlist

        /// All kinds.
        static let all = LibraryAddressKind.all.map(Kind.library) + [.playlist]

        /// The word in front of the colon.
        var word: String {
            switch self {
            case .library(let kind): kind.word
            case .playlist: "playlist"
            }
        }

        /// Makes it of the word, which has small letters for playlists, and any for the library.
        init?(word: Substring) {
            if word == Kind.playlist.word {
                self = .playlist
            } else if let kind = LibraryAddressKind(word: word) {
                self = .library(kind)
            } else {
                return nil
            }
        }
    }

    /// Returns whether `text` stands for songs of the library, such as `album:Kind of Blue`. A file of that name counts more.
    static func isOfLibrary(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let kind = Kind(word: text[..<colon]), kind != .playlist else { return false }
        return access(text, F_OK) != 0
    }

    /// Returns whether `text` begins with a scheme and `://`, is a `data:` URL, or the address of a stored playlist.
    static func isURL(_ text: String) -> Bool {
        if text.hasPrefix("data:") || text.hasPrefix("playlist:") { return true }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text[colon...].hasPrefix("://") else { return false }
        let scheme = text.utf8[..<colon]
        guard let first = scheme.first, isLetter(first) else { return false }
        return scheme.allSatisfy { byte in
            isLetter(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
        }
    }

    /// Returns the absolute path, or its URL if it is not UTF-8. A directory gets a slash at the end, so that the daemon knows
    /// it as one whatever its name is. Symbolic links and `..` stay as they are written: what they lead to may change before
    /// the daemon opens the file.
    static func address(ofPath path: [UInt8]) -> String {
        var absolute = path
        if path.first != UInt8(ascii: "/") {
            let relative = path.starts(with: Array("./".utf8)) ? Array(path.dropFirst(2)) : path
            let directory = workingDirectory()
            absolute = directory + (directory.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + relative
        }
        if absolute.last != UInt8(ascii: "/"), isDirectory(absolute) { absolute.append(UInt8(ascii: "/")) }
        return String(validating: absolute, as: UTF8.self) ?? url(ofAbsolutePath: absolute)
    }

    /// Returns the `file://` URL of `path`, in which everything but ASCII letters, digits and `-._~/` is escaped.
    static func url(ofAbsolutePath path: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var url = Array("file://".utf8)
        for byte in path {
            if isLetter(byte) || (0x30...0x39).contains(byte) || Array("-._~/".utf8).contains(byte) {
                url.append(byte)
            } else {
                url += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: url, as: UTF8.self)
    }

    private static func isDirectory(_ path: [UInt8]) -> Bool {
        var status = stat()
        return stat(path.map { CChar(truncatingIfNeeded: $0) } + [0], &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// Returns the working directory as the shell knows it (`PWD`, which keeps symbolic links) if it is still correct, else as
    /// the kernel knows it.
    private static func workingDirectory() -> [UInt8] {
        var (here, there) = (stat(), stat())
        if let shell = getenv("PWD"), shell[0] == CChar(truncatingIfNeeded: UInt8(ascii: "/")), stat(".", &here) == 0,
            stat(shell, &there) == 0, here.st_dev == there.st_dev, here.st_ino == there.st_ino
        {
            return Array(UnsafeRawBufferPointer(start: shell, count: strlen(shell)))
        }
        guard let kernel = getcwd(nil, 0) else { return [UInt8(ascii: "/")] }
        defer { free(kernel) }
        return Array(UnsafeRawBufferPointer(start: kernel, count: strlen(kernel)))
    }
}
