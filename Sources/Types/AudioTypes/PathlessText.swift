/// Sentences for somebody on another machine, who is not to learn where the user keeps files.
package enum PathlessText {
    /// Returns a sentence in which no absolute path is left. A path below one of `roots` becomes a relative one, and of every other
    /// path the last name stays.
    ///
    /// A path may have blanks and all other characters in it, so nobody knows where in a sentence it ends. It counts as going to the
    /// last slash behind it: rather a word too few than a directory too many. Addresses of the network stay.
    /// - Parameter roots: absolute paths without a slash at the end, each with what stands for it.
    package static func of(_ sentence: String, below roots: [(path: String, name: String)] = []) -> String {
        guard sentence.utf8.contains(UInt8(ascii: "/")) else { return sentence }
        var text = Array(sentence.utf8)[...]
        var result: [UInt8] = []
        while let start = pathStart(in: text, after: result.last) {
            result += text[..<start.lowerBound]
            text = text[start.upperBound...]
            if let root = roots.first(where: { isBelow($0.path, text) }) {
                text = text.dropFirst(root.path.utf8.count + 1)
                if !root.name.isEmpty { result += "\(root.name)/".utf8 }
                result += text.prefix { $0 != slash }
                text = text.drop { $0 != slash }
                // The rest of the relative path: its slashes follow a name, and begin no other path.
                continue
            }
            let end = firstAddress(in: text) ?? text.endIndex
            guard let last = text[..<end].lastIndex(of: slash) else { break }
            text = text[(last + 1)...]
        }
        return String(decoding: result + text, as: UTF8.self)
    }

    private static let slash = UInt8(ascii: "/")

    private static func isBelow(_ root: String, _ text: ArraySlice<UInt8>) -> Bool {
        text.starts(with: root.utf8) && text.dropFirst(root.utf8.count).first == slash
    }

    /// Returns where the next absolute path begins, with the `file:` in front of it: the range up to its first slash.
    private static func pathStart(in text: ArraySlice<UInt8>, after last: UInt8?) -> Range<Int>? {
        var index = text.startIndex
        while let found = text[index...].firstIndex(of: slash) {
            let isFirst = found == text.startIndex
            if let scheme = scheme(before: found, in: text) {
                // The slashes of an address follow, and its path; all of it up to the next blank.
                guard scheme.elementsEqual("file".utf8, by: { $0 | 0x20 == $1 }) else {
                    index = text[found...].firstIndex(of: UInt8(ascii: " ")) ?? text.endIndex
                    continue
                }
                let path = text[found...].prefix { $0 == slash }.endIndex - 1
                return scheme.startIndex..<path
            }
            if isFirst
                ? last.map(endsWord) ?? true : endsWord(text[found - 1]) || text[..<found].suffix(3).starts(with: [0xE2, 0x80])
            {
                return found..<found
            }
            index = found + 1
        }
        return nil
    }

    /// Returns the scheme that ends, with its colon, in front of `index`.
    private static func scheme(before index: Int, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard index > text.startIndex, text[index - 1] == UInt8(ascii: ":") else { return nil }
        let word = text[..<(index - 1)]
        let start = word.lastIndex { !isLetter($0) }.map { $0 + 1 } ?? word.startIndex
        return start == word.endIndex ? nil : word[start...]
    }

    private static func firstAddress(in text: ArraySlice<UInt8>) -> Int? {
        text.indices.first { text[$0...].starts(with: " http".utf8) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    /// Whether a word can end with this byte, so that a slash behind it begins a path.
    private static func endsWord(_ byte: UInt8) -> Bool { " \"'(<[{:;,=\n\t".utf8.contains(byte) }
}
