import AudioTypes

/// The name of a stored playlist: that of its file without the suffix.
package enum PlaylistName {
    /// The scheme of the address that stands for a stored playlist: `playlist:NAME`, where the name is not escaped.
    package static let scheme = "playlist:"
    /// The suffixes of the files. A new playlist gets the first one.
    package static let suffixes = [".m3u8", ".m3u", rulesSuffix]
    /// The suffix of a file that has rules in place of entries.
    package static let rulesSuffix = ".nsp"
    /// The longest name, in bytes: with the suffix, it is a name that file systems take.
    private static let limit = 250

    /// Returns what is wrong with a name, as a sentence; `nil` if a playlist can be called so.
    package static func fault(of name: String) -> String? {
        if name.isEmpty { return "the name of a playlist is empty" }
        if name.utf8.count > limit { return "the name of a playlist has \(limit) bytes at most" }
        if name.utf8.first == UInt8(ascii: ".") {
            return "the name of a playlist does not begin with a dot: such files are hidden"
        }
        if name.utf8.contains(UInt8(ascii: "/")) || !CleanText.isClean(name) {
            return "the name of a playlist has no slash and no control character in it"
        }
        return nil
    }

    /// Returns the name in the address of a stored playlist; `nil` for any other address.
    package static func name(inAddress address: String) -> String? {
        address.utf8.starts(with: scheme.utf8) ? String(address.dropFirst(scheme.count)) : nil
    }

    /// Returns the name of the playlist in a file; `nil` if the file is none.
    package static func name(ofFile file: [UInt8]) -> String? {
        guard let file = String(validating: file, as: UTF8.self), let suffix = suffixes.first(where: file.hasSuffix) else {
            return nil
        }
        let name = String(file.dropLast(suffix.count))
        return fault(of: name) == nil ? name : nil
    }
}
