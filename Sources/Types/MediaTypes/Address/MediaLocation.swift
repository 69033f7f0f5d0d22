/// The location of a local file: its path as bytes, because Linux paths need not be UTF-8.
package struct MediaLocation: Hashable, Sendable {
    /// The absolute path, without the final zero.
    package let path: [UInt8]

    /// Makes a location from an absolute path of any bytes but zero.
    /// - Throws: ``MediaError/Code/notAllowed`` for a relative path or one with a zero inside.
    package init(path: some Sequence<UInt8>) throws(MediaError) {
        let bytes = Array(path)
        let name = String(decoding: bytes, as: UTF8.self)
        guard bytes.first == UInt8(ascii: "/") else {
            throw MediaError(.notAllowed, "\(name.isEmpty ? "an empty path" : name) is not an absolute path")
        }
        guard !bytes.contains(0) else { throw MediaError(.notAllowed, "a path cannot contain a zero byte") }
        self.path = bytes
    }

    /// Returns the file beside this one whose name has `suffix`, such as `.cue`, in the place of this one's suffix; `nil` if this one has none,
    /// or the same.
    package func beside(_ suffix: String) -> MediaLocation? {
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")), let slash = path.lastIndex(of: UInt8(ascii: "/")), slash + 1 < dot,
            let beside = try? MediaLocation(path: path[..<dot] + Array(suffix.utf8)), beside != self
        else { return nil }
        return beside
    }

    /// The path as text for people; bytes that are not UTF-8 become replacement characters.
    package var name: String { String(decoding: path, as: UTF8.self) }
}
