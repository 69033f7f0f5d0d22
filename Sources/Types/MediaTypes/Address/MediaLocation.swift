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

    /// The path as text for people; bytes that are not UTF-8 become replacement characters.
    package var name: String { String(decoding: path, as: UTF8.self) }
}
