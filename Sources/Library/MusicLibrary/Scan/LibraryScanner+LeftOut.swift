import Database
import Media
import SystemSupport
import TagReading

// Files that are not read, and tags that were left out.
extension LibraryScanner {
    /// The most sentences of one scan about files.
    private static let sentenceLimit = 20

    /// Leaves out the files during whose reading the daemon has ended, and finds out which are left out already.
    func leaveOutInterrupted() throws(DatabaseError) {
        let interrupted = notes?.interrupted() ?? []
        if !interrupted.isEmpty {
            try store.transaction { () throws(DatabaseError) in
                for path in interrupted {
                    guard let now = DirectoryListing.Status(path)?.identity else { continue }
                    try store.leaveOut(path, LibraryStore.LeftOutFile(size: now.size, modified: now.modified))
                }
            }
        }
        notes?.clear()
        leftOut = try store.leftOutFiles()
        for path in interrupted where leftOut[path] != nil {
            tell(
                "the daemon was killed while it read \(Self.name(path)): the file is left out of the library until its size or its date changes, or somebody has it read again (fermata library update --files)"
            )
        }
    }

    /// Whether a file is left out.
    /// - Parameter identity: what it is now; `nil` if nobody has asked for it.
    func isLeftOut(_ path: [UInt8], _ identity: FileIdentity?) throws(DatabaseError) -> Bool {
        guard !retriesLeftOut, let file = leftOut[path] else { return false }
        guard let now = identity ?? DirectoryListing.Status(path)?.identity else { return true }
        if now.size == file.size, now.modified == file.modified { return true }
        try takeIn(path)
        return false
    }

    /// Notes that a file was read, or may be.
    func takeIn(_ path: [UInt8]) throws(DatabaseError) {
        guard leftOut.removeValue(forKey: path) != nil else { return }
        try store.takeIn(path)
    }

    /// Says what is missing of the tags of a file.
    func tellOfTags(_ song: ScannedSong, at path: [UInt8]) {
        guard song.file.leavesTagsOut else { return }
        tell("tags of \(Self.name(path)) are left out: they are compressed or encrypted, or more than is read of one file")
    }

    private func tell(_ sentence: String) {
        sentenceCount += 1
        if sentenceCount <= Self.sentenceLimit { report(sentence) }
        if sentenceCount == Self.sentenceLimit { report("what else is left out in this scan is not told") }
    }

    private static func name(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }
}
