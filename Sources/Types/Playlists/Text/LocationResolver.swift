/// Makes addresses that can be opened from the locations in a playlist.
package struct LocationResolver {
    /// Why an entry has no usable address; `reason` is the end of a sentence.
    struct Fault: Error {
        let reason: String
    }

    /// The absolute path of the playlist's directory, as bytes.
    private let directory: [UInt8]

    init(directory: [UInt8]) { self.directory = directory }

    /// Returns the address for a location in M3U, PLS or CUE: a path of raw bytes, or a URL.
    func uri(ofPathOrURL text: ArraySlice<UInt8>) throws(Fault) -> String {
        if let url = try url(text) { return url }
        return try uri(ofPath: Array(text))
    }

    /// Returns the address for a location in XSPF: a URI reference, in which a path is percent-escaped.
    func uri(ofReference text: ArraySlice<UInt8>) throws(Fault) -> String {
        if let url = try url(text) { return url }
        return try uri(ofPath: SpeltPath.unescaped(Array(text)) ?? Array(text))
    }

    /// Returns the location as a `file:` URL, to which the caller appends a part; `nil` for an address on the network.
    func fileURL(ofPathOrURL text: ArraySlice<UInt8>) throws(Fault) -> String? {
        if let url = try url(text) { return url.utf8.first.map { $0 | 0x20 } == UInt8(ascii: "f") ? url : nil }
        return Self.fileURL(try absolute(Array(text)))
    }

    /// Returns what a line of a stored playlist names, without deciding where a relative path begins.
    static func target(of text: ArraySlice<UInt8>) -> EntryTarget {
        let resolver = LocationResolver(directory: [])
        do throws(Fault) {
            if let url = try resolver.url(text) { return .address(url) }
            guard text.first != UInt8(ascii: "/") else { return .address(try resolver.uri(ofPath: Array(text))) }
            guard !text.contains(0) else { throw Fault(reason: "a path cannot contain a zero byte") }
            if SpeltPath.isForeign(text) { return .foreign(Array(text)) }
            return .relative(Array(text.starts(with: "./".utf8) ? text.dropFirst(2) : text))
        } catch {
            return .unusable(error.reason)
        }
    }

    /// Returns a URL that may be played, unchanged; `nil` for a path.
    private func url(_ text: ArraySlice<UInt8>) throws(Fault) -> String? {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text.first?.isLetter == true,
            text[..<colon].allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
        else { return nil }
        let scheme = text[..<colon].text.lowercased()
        let rest = text[(colon + 1)...]
        // File names contain colons too: a text is a URL only if it continues like one.
        guard !SpeltPath.isForeign(text),
            rest.starts(with: "//".utf8) || (scheme == "file" && rest.first == UInt8(ascii: "/"))
        else { return nil }
        guard ["file", "http", "https"].contains(scheme) else {
            throw Fault(reason: "\(scheme): addresses are not played")
        }
        guard let url = String(validating: text, as: UTF8.self), !text.contains(0) else {
            throw Fault(reason: "the address is not UTF-8")
        }
        guard !text.contains(UInt8(ascii: "\n")) else { throw Fault(reason: "the address has a line end in it") }
        return url
    }

    private func uri(ofPath path: [UInt8]) throws(Fault) -> String {
        let path = try absolute(path)
        // As a URL, in which the line end is escaped: an address is one line wherever it is shown or saved.
        return path.contains(UInt8(ascii: "\n")) ? Self.fileURL(path) : Self.uri(ofAbsolutePath: path)
    }

    /// Returns the path itself, or its URL if the path is not UTF-8.
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

    /// Returns an absolute path with its steps `.` and `..` taken by name, as in URLs: files are known by such paths elsewhere. Where a
    /// directory is a symbolic link, it is another file, or none.
    package static func byName(_ path: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        // Nearly always there is no such step.
        let names = path.split(separator: slash)
        guard names.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) else { return path }
        var kept: [ArraySlice<UInt8>] = []
        for name in names where !name.elementsEqual(".".utf8) {
            if name.elementsEqual("..".utf8) { _ = kept.popLast() } else { kept.append(name) }
        }
        return [slash] + kept.joined(separator: [slash])
    }

    /// Returns an absolute path as a URL. Every byte is escaped that is neither unreserved (RFC 3986, section 2.3) nor a
    /// slash.
    package static func fileURL(_ path: [UInt8]) -> String {
        var url = Array("file://".utf8)
        for byte in path {
            if byte.isLetter || byte.isDigit || "-._~/".utf8.contains(byte) {
                url.append(byte)
            } else {
                url += escaped(byte).utf8
            }
        }
        return String(decoding: url, as: UTF8.self)
    }

    /// Returns a byte as a URL has it that cannot stand for itself.
    static func escaped(_ byte: UInt8) -> String {
        let digits = Array("0123456789ABCDEF")
        return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
}
