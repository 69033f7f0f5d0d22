/// Makes an address that can be opened out of what a playlist says.
package struct LocationResolver {
    /// Why an entry has no usable address: a sentence's end.
    struct Fault: Error {
        let reason: String
    }

    /// Absolute, as bytes.
    private let directory: [UInt8]

    init(directory: [UInt8]) { self.directory = directory }

    /// An address as M3U, PLS and CUE have it: a path of raw bytes, or an URL.
    func uri(ofPathOrURL text: ArraySlice<UInt8>) throws(Fault) -> String {
        if let url = try url(text) { return url }
        return try uri(ofPath: Array(text))
    }

    /// An address as XSPF has it: a URI reference, in which a path is percent-escaped.
    func uri(ofReference text: ArraySlice<UInt8>) throws(Fault) -> String {
        if let url = try url(text) { return url }
        return try uri(ofPath: try Self.unescaped(text))
    }

    /// The path as a `file:` URL, for an address that something is appended to; `nil` for an address on the network.
    func fileURL(ofPathOrURL text: ArraySlice<UInt8>) throws(Fault) -> String? {
        if let url = try url(text) { return url.utf8.first.map { $0 | 0x20 } == UInt8(ascii: "f") ? url : nil }
        return Self.fileURL(try absolute(Array(text)))
    }

    /// An URL of a kind that may be played, as it is; `nil` for a path.
    private func url(_ text: ArraySlice<UInt8>) throws(Fault) -> String? {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text.first?.isLetter == true,
            text[..<colon].allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
        else { return nil }
        let scheme = text[..<colon].text.lowercased()
        let rest = text[(colon + 1)...]
        // Names of files have colons too: only what goes on like an URL is one.
        guard rest.starts(with: "//".utf8) || (scheme == "file" && rest.first == UInt8(ascii: "/")) else {
            if scheme.utf8.count == 1, rest.first == UInt8(ascii: "\\") || rest.first == UInt8(ascii: "/") {
                throw Fault(reason: "it is a path of another operating system")
            }
            return nil
        }
        guard ["file", "http", "https"].contains(scheme) else {
            throw Fault(reason: "\(scheme): addresses are not played")
        }
        guard let url = String(validating: text, as: UTF8.self), !text.contains(0) else {
            throw Fault(reason: "the address is not UTF-8")
        }
        return url
    }

    private func uri(ofPath path: [UInt8]) throws(Fault) -> String {
        Self.uri(ofAbsolutePath: try absolute(path))
    }

    /// The path itself, or its URL where it is no UTF-8.
    package static func uri(ofAbsolutePath path: [UInt8]) -> String {
        String(validating: path, as: UTF8.self) ?? fileURL(path)
    }

    private func absolute(_ path: [UInt8]) throws(Fault) -> [UInt8] {
        guard !path.isEmpty else { throw Fault(reason: "it names no file") }
        guard !path.contains(0) else { throw Fault(reason: "a path cannot contain a zero byte") }
        if path.first == UInt8(ascii: "/") { return path }
        let slash = directory.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
        return directory + slash + (path.starts(with: "./".utf8) ? Array(path.dropFirst(2)) : path)
    }

    /// An absolute path as an URL: what is not unreserved (RFC 3986, section 2.3) or a slash is escaped byte by byte.
    package static func fileURL(_ path: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var url = Array("file://".utf8)
        for byte in path {
            if byte.isLetter || byte.isDigit || "-._~/".utf8.contains(byte) {
                url.append(byte)
            } else {
                url += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: url, as: UTF8.self)
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
                throw Fault(reason: "it has a % that two hexadecimal digits do not follow")
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
