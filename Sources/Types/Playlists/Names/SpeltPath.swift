/// A path as a list spells it, which may be that of another system.
package enum SpeltPath {
    private static let (slash, backslash) = (UInt8(ascii: "/"), UInt8(ascii: "\\"))

    /// Returns whether a location in a list is a path that Linux cannot have: with the letter of a drive (`C:\Music`), that of a
    /// server (`\\nas\music`), or one that begins at the top of a drive (`\Music`).
    static func isForeign(_ text: ArraySlice<UInt8>) -> Bool {
        if text.first == backslash { return true }
        let rest = text.dropFirst(2)
        return hasDrive(text) && (rest.first == backslash || rest.first == slash)
    }

    /// Returns the paths that an absolute path may mean by its letters alone, the likeliest first: itself, with backslashes for slashes,
    /// and each of these without percent-escapes.
    package static func forms(of path: [UInt8]) -> [[UInt8]] {
        var all: [[UInt8]] = []
        func add(_ path: [UInt8]) {
            let plain = LocationResolver.byName(path)
            if !all.contains(plain) { all.append(plain) }
        }
        add(path)
        if path.contains(backslash) { add(path.map { $0 == backslash ? slash : $0 }) }
        for form in all { if let form = unescaped(form) { add(form) } }
        return all
    }

    /// Returns the names in a path of another system, without the drive: where they begin here is not known.
    package static func names(inForeign text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var names = text.split { $0 == slash || $0 == backslash }
        if let first = names.first, hasDrive(first) {
            names[0] = first.dropFirst(2)
            if names[0].isEmpty { names.removeFirst() }
        }
        // What goes up from a directory of another system leads nowhere here.
        return names.filter { !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    }

    private static func hasDrive(_ text: ArraySlice<UInt8>) -> Bool {
        text.count >= 2 && text.first?.isLetter == true && text.dropFirst().first == UInt8(ascii: ":")
    }

    /// Returns the path without percent-escapes; `nil` if it has none, or one that stands for a zero. A `%` without two hexadecimal digits
    /// stands for itself.
    static func unescaped(_ path: [UInt8]) -> [UInt8]? {
        guard path.contains(UInt8(ascii: "%")) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(path.count)
        var rest = path[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = rest[rest.startIndex].hexadecimalValue,
                let low = rest[rest.startIndex + 1].hexadecimalValue
            {
                guard high << 4 | low != 0 else { return nil }
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes == path ? nil : bytes
    }
}
