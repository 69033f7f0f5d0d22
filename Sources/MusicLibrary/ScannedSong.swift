package import TagReading

/// What identifies one content of a file without reading all of it.
package struct FileIdentity: Hashable, Sendable {
    /// In bytes.
    package let size: Int64
    /// The last change, in nanoseconds since 1970.
    package let modified: Int64
    package let device: Int64
    package let inode: Int64

    package init(size: Int64, modified: Int64, device: Int64, inode: Int64) {
        self.size = size
        self.modified = modified
        self.device = device
        self.inode = inode
    }
}

/// A file as a scan has found it.
package struct ScannedSong: Sendable {
    /// The name in its directory: any bytes but a slash and zeros.
    package let name: [UInt8]
    package let identity: FileIdentity
    /// The hash of some blocks of the sound: it stays if the file is moved.
    package let stamp: Int64
    package let file: MusicFile

    package init(name: [UInt8], identity: FileIdentity, stamp: Int64, file: MusicFile) {
        self.name = name
        self.identity = identity
        self.stamp = stamp
        self.file = file
    }
}

/// The part that a name has in a song. The raw values are in the database.
package enum NameRole: Int64, CaseIterable, Sendable {
    case artist = 1, albumArtist = 2, composer = 3, conductor = 4, performer = 5, genre = 6, label = 7
}
