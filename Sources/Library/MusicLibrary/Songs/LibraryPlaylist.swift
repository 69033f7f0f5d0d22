/// A playlist file among the music, such as `album/all.m3u`. What is in it is read when somebody asks for it.
package struct LibraryPlaylist: Hashable, Sendable {
    /// The bytes of its name in its directory.
    package let name: [UInt8]
    /// In bytes.
    package let size: Int64
    /// The last change, in nanoseconds since 1970.
    let modifiedNanoseconds: Int64

    /// The last change in seconds since 1970.
    package var modified: Double { Double(modifiedNanoseconds) / 1e9 }

    /// The most that are noted of one directory. A directory of music has a few; one with more of them than this is something else.
    static let limit = 1_000

    init(name: [UInt8], size: Int64, modifiedNanoseconds: Int64) {
        self.name = name
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
    }

    /// Makes the playlist file that a directory has under a name.
    init(name: [UInt8], _ identity: FileIdentity) {
        self.init(name: name, size: identity.size, modifiedNanoseconds: identity.modified)
    }
}
