/// The usual names of the files with which people put the cover beside the music.
enum CoverName {
    /// The names without their endings, the best first. Some programs hide their covers with a dot.
    private static let names = ["cover", "front", "folder", "album", "albumart", "albumartsmall", "artwork", ".folder", ".cover"]
    /// The endings, the most usual first.
    private static let suffixes = ["jpg", "jpeg", "png", "webp", "gif"]
    /// No such name has more bytes than this.
    private static let limit = 24

    /// Returns the place of `name` in the order of preference, from 0; `nil` if it is no name of a cover. Case does not matter.
    static func rank(_ name: [UInt8]) -> Int? {
        guard name.count <= limit, let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let lower = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard let stem = names.firstIndex(where: { lower[..<dot].elementsEqual($0.utf8) }),
            let suffix = suffixes.firstIndex(where: { lower[(dot + 1)...].elementsEqual($0.utf8) })
        else { return nil }
        return stem * suffixes.count + suffix
    }
}
