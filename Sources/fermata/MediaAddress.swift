import ArgumentParser
import Glibc

/// Turns what people write for a file into what the daemon takes: an absolute path, or an URL.
enum MediaAddress {
    /// An URL as it is; anything else is a path, made absolute.
    static func address(_ argument: String) -> String {
        isURL(argument) ? argument : address(ofPath: Array(argument.utf8))
    }

    /// Refuses an empty name: the shell makes one of a variable that is not set, and as a path it would be the whole directory.
    static func check(_ arguments: [String]) throws {
        if arguments.contains("") { throw ValidationError("the name of a file or URL is empty") }
    }

    /// The path of what people write for a file, as bytes: relative ones stay so. `nil` for an URL of something else than a file
    /// of this machine.
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

    /// Whether the text begins as `scheme://` does, or is a `data:` URL.
    static func isURL(_ text: String) -> Bool {
        if text.hasPrefix("data:") { return true }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text[colon...].hasPrefix("://") else { return false }
        let scheme = text.utf8[..<colon]
        guard let first = scheme.first, isLetter(first) else { return false }
        return scheme.allSatisfy { byte in
            isLetter(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
        }
    }

    /// The absolute path, or its URL where a name is no UTF-8; with a slash at the end for a directory, which tells the daemon
    /// that it is one whatever its name. Symbolic links and `..` stay as they are written: what
    /// they lead to may change before the daemon opens the file.
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

    /// The `file://` URL of a path, everything escaped that is not plainly a letter, a digit or one of `-._~/`.
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
        return stat(path.map { CChar(bitPattern: $0) } + [0], &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// The directory as the shell knows it (`PWD`, which keeps symbolic links) if that is true, else as the kernel does.
    private static func workingDirectory() -> [UInt8] {
        var (here, there) = (stat(), stat())
        if let shell = getenv("PWD"), shell[0] == CChar(bitPattern: UInt8(ascii: "/")), stat(".", &here) == 0,
            stat(shell, &there) == 0, here.st_dev == there.st_dev, here.st_ino == there.st_ino
        {
            return Array(UnsafeRawBufferPointer(start: shell, count: strlen(shell)))
        }
        guard let kernel = getcwd(nil, 0) else { return [UInt8(ascii: "/")] }
        defer { free(kernel) }
        return Array(UnsafeRawBufferPointer(start: kernel, count: strlen(kernel)))
    }
}
