import Playlists

/// A directory below which no file can be read. It is missing, or it is empty because the disk that belongs there is not
/// mounted, or its disk no longer answers. All files below it are gone with it, and need not be tried one by one.
package struct GoneDirectory: Hashable, Sendable {
    /// The path for people, with a slash at the end.
    package let path: String
    /// The two beginnings that an address of a file below it can have: as a path, and as a URL.
    private let beginnings: [String]

    /// Makes the value for the directory at an absolute path.
    package init(path: [UInt8]) {
        let slashed = path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
        self.path = String(decoding: slashed, as: UTF8.self)
        let url = LocationResolver.fileURL(slashed)
        beginnings = [String(validating: slashed, as: UTF8.self) ?? url, url]
    }

    /// Returns whether `uri` names a file below the directory, as far as the address shows that: the disk is not read.
    package func holds(_ uri: String) -> Bool { beginnings.contains { uri.utf8.starts(with: $0.utf8) } }
}
