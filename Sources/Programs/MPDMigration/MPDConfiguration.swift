/// What a file `mpd.conf` says, as MPD 0.23 reads it: settings with their values, and blocks of settings. A value.
package struct MPDConfiguration: Hashable, Sendable {
    /// A setting of the file, or of one of its blocks.
    package struct Setting: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    /// A block, such as an `audio_output`.
    package struct Block: Hashable, Sendable {
        package let name: String
        package internal(set) var settings: [Setting] = []

        /// The value of a setting; `nil` if the block does not have it. The last one counts.
        package subscript(name: String) -> String? { settings.last { $0.name == name }?.value }
    }

    /// What is wrong with a line. The rest of the file is read all the same.
    package struct Fault: Hashable, Sendable, CustomStringConvertible {
        let file: String
        let line: Int
        let reason: String

        package var description: String { "\(file), line \(line): \(reason)" }
    }

    /// The most bytes of all files together.
    package static let sizeLimit = 1 << 20
    /// How deeply files may include each other.
    private static let deepest = 8
    /// The most settings and blocks.
    private static let mostSettings = 10_000

    package private(set) var settings: [Setting] = []
    package private(set) var blocks: [Block] = []
    package private(set) var faults: [Fault] = []

    /// Reads a file, and those that it includes.
    /// - Parameters:
    ///   - read: returns the bytes of a file that is included; `nil` if it cannot be read.
    ///   - expand: makes an absolute path of one that a file states.
    package init(_ text: [UInt8], path: String, read: (String) -> [UInt8]?, expand: (String) -> String?) {
        var left = Self.sizeLimit
        take(text, path: path, depth: 0, &left, read: read, expand: expand)
    }

    /// The values of a setting, in their order.
    package func values(of name: String) -> [String] { settings.filter { $0.name == name }.map(\.value) }

    /// The value of a setting that counts once; `nil` if it is not there.
    package subscript(name: String) -> String? { settings.last { $0.name == name }?.value }

    /// The blocks of a name.
    package func blocks(_ name: String) -> [Block] { blocks.filter { $0.name == name } }

    private mutating func take(
        _ text: [UInt8], path: String, depth: Int, _ left: inout Int, read: (String) -> [UInt8]?, expand: (String) -> String?
    ) {
        left -= text.count
        guard left >= 0 else { return note(path, 0, "the files are larger than \(Self.sizeLimit >> 20) MiB together") }
        var open: Block?
        var number = 0
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            var reader = LineReader(rest: line)
            guard settings.count + blocks.count < Self.mostSettings, (open?.settings.count ?? 0) < Self.mostSettings else {
                return note(path, number, "there are more than \(Self.mostSettings) settings")
            }
            do throws(LineReader.Mistake) {
                guard let name = try reader.word() else { continue }
                if name == "}" {
                    try reader.expectEnd()
                    guard let block = open else { throw LineReader.Mistake(reason: "a } without a block") }
                    blocks.append(block)
                    open = nil
                } else if open == nil, reader.isBlock {
                    open = Block(name: name)
                } else {
                    let value = try reader.value()
                    try reader.expectEnd()
                    if open != nil {
                        open?.settings.append(Setting(name: name, value: value))
                    } else if name == "include" || name == "include_optional" {
                        include(value, name == "include", path, number, depth, &left, read: read, expand: expand)
                    } else {
                        settings.append(Setting(name: name, value: value))
                    }
                }
            } catch {
                note(path, number, error.reason)
            }
        }
        if let open {
            note(path, number, "the block \(open.name) has no end")
            blocks.append(open)
        }
    }

    private mutating func include(
        _ value: String, _ isNeeded: Bool, _ path: String, _ line: Int, _ depth: Int, _ left: inout Int,
        read: (String) -> [UInt8]?, expand: (String) -> String?
    ) {
        guard depth < Self.deepest else { return note(path, line, "too many files include each other") }
        let directory = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        let beside = "\(directory)/\(value)"
        guard let file = value.hasPrefix("/") || value.hasPrefix("~") || value.hasPrefix("$") ? expand(value) : beside else {
            return note(path, line, "nobody knows where \(value) is")
        }
        guard let text = read(file) else {
            if isNeeded { note(path, line, "\(file) cannot be read") }
            return
        }
        take(text, path: file, depth: depth + 1, &left, read: read, expand: expand)
    }

    private mutating func note(_ file: String, _ line: Int, _ reason: String) {
        // A file of another kind may have a fault in each line.
        if faults.count < 20 { faults.append(Fault(file: file, line: line, reason: reason)) }
    }
}

/// Reads one line of `mpd.conf`.
private struct LineReader {
    struct Mistake: Error {
        let reason: String
    }

    var rest: ArraySlice<UInt8>

    /// The name at the beginning; `nil` for a line without one, and for a comment.
    mutating func word() throws(Mistake) -> String? {
        skipBlanks()
        guard let first = rest.first, first != UInt8(ascii: "#") else { return nil }
        if first == UInt8(ascii: "}") {
            rest.removeFirst()
            return "}"
        }
        let word = rest.prefix { !$0.isBlank && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "\"") }
        guard !word.isEmpty else { throw Mistake(reason: "a name is expected") }
        rest = rest.dropFirst(word.count)
        skipBlanks()
        return String(decoding: word, as: UTF8.self)
    }

    /// Whether a block begins here.
    var isBlock: Bool { rest.first == UInt8(ascii: "{") }

    /// The value: between double quotes, where a backslash takes the next byte as it is, or up to the next blank.
    mutating func value() throws(Mistake) -> String {
        guard let first = rest.first, first != UInt8(ascii: "#") else { throw Mistake(reason: "the value is missing") }
        var value: [UInt8] = []
        guard first == UInt8(ascii: "\"") else {
            value = Array(rest.prefix { !$0.isBlank })
            rest = rest.dropFirst(value.count)
            return String(decoding: value, as: UTF8.self)
        }
        rest.removeFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: value, as: UTF8.self)
            case UInt8(ascii: "\\"): if let next = rest.popFirst() { value.append(next) }
            default: value.append(byte)
            }
        }
        throw Mistake(reason: "the closing quote is missing")
    }

    mutating func expectEnd() throws(Mistake) {
        skipBlanks()
        guard rest.first.map({ $0 == UInt8(ascii: "#") }) ?? true else {
            throw Mistake(reason: "unexpected text behind the value")
        }
    }

    private mutating func skipBlanks() { rest = rest.drop(while: \.isBlank) }
}

extension UInt8 {
    /// Whether the byte is a blank or a control character.
    var isBlank: Bool { self <= 0x20 }
}
