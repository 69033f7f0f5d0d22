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

/// A file as a scan has found it. An object, because all that its tags are would be copied several times on the way to the database.
package final class ScannedSong: Sendable {
    /// The name in its directory: any bytes but a slash and zeros.
    package let name: [UInt8]
    package let identity: FileIdentity
    /// The hash of some blocks of the sound: it stays if the file is moved.
    package let stamp: Int64
    /// What the file says, without lyrics and tags that the library does not keep: many songs wait to be written.
    package let file: MusicFile
    /// What the library keeps of the tags.
    let tags: SongTags

    /// What a search finds of the tags that the song does not share. Made when it is asked for: a first scan does not need it.
    var texts: SearchTexts { SearchTexts(own: tags, name: name) }

    /// The name of the tag that is a CUE sheet.
    static let sheetTag = "cuesheet"
    /// Makes a song, with what the library keeps of its tags: several threads read files, and only one writes.
    package init(name: [UInt8], identity: FileIdentity, stamp: Int64, file: MusicFile) {
        self.name = name
        self.identity = identity
        self.stamp = stamp
        tags = SongTags(file.tags)
        var file = file
        file.tags.lyrics = []
        // The tracks of a sheet have it from the file of their sound.
        if !file.tags.further.isEmpty { file.tags.further = file.tags.further.filter { $0.key == Self.sheetTag } }
        self.file = file
    }
}
