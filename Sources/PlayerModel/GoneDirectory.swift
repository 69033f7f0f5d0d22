import Playlists

/// A directory below which nothing is: it is missing, or empty as the place of a disk is that is not mounted, or the disk answers
/// no more. All files below it are gone with it, and need not be tried one by one.
package struct GoneDirectory: Hashable, Sendable {
    /// For people, with a slash at the end.
    package let path: String
    /// How addresses of what is below it begin: as paths, and as URLs.
    private let beginnings: [String]

    /// The directory at an absolute path.
    package init(path: [UInt8]) {
        let slashed = path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
        self.path = String(decoding: slashed, as: UTF8.self)
        let url = LocationResolver.fileURL(slashed)
        beginnings = [String(validating: slashed, as: UTF8.self) ?? url, url]
    }

    /// Whether an address is one of a file below it, as far as that can be seen without a look at the disk.
    package func holds(_ uri: String) -> Bool { beginnings.contains { uri.utf8.starts(with: $0.utf8) } }
}
