import Database

// Directories that are as they were are not listed again. What is left out in them may have changed all the same, by a file above them.
extension LibraryScanner {
    /// Has all directories listed below a file of patterns that has changed or gone since the last scan.
    func noticeIgnoreFiles() throws(DatabaseError) {
        let known = try store.ignoreFiles()
        knownIgnoreFiles = Dictionary(known.map { ($0.directory, $0.identity) }) { first, _ in first }
        let changed = known.filter { file in
            // Nothing has changed on a disk that is not there.
            guard DirectoryListing.Status(file.path)?.identity.inode == file.inode else { return false }
            return !Self.isSame(DirectoryListing.Status(IgnorePatterns.path(in: file.path))?.identity, file.identity)
        }
        guard !changed.isEmpty else { return }
        try store.writingFiles { () throws(DatabaseError) in
            // It is noted again when its directory is listed.
            for file in changed { try note(ignoreFile: nil, of: file.directory) }
        }
    }

    /// Has all directories below one listed if its file of patterns is another one than the last time.
    func note(ignoreFile: FileIdentity?, of directory: Int64) throws(DatabaseError) {
        guard !Self.isSame(knownIgnoreFiles[directory], ignoreFile) else { return }
        try store.setUnlisted(below: directory)
        try store.setIgnoreFile(ignoreFile, of: directory)
        knownIgnoreFiles[directory] = ignoreFile
    }

    /// Notes that what is known of a directory that is left out is gone.
    func forget(_ leftOut: [UInt8]) throws(DatabaseError) {
        guard let known = try store.directory(leftOut) else { return }
        // A scan that does not get to its end must not find the directory above unchanged the next time.
        if let parent = known.parent { try store.setUnlisted(directory: parent) }
        try store.vanish(directory: known.id)
    }

    private static func isSame(_ one: FileIdentity?, _ other: FileIdentity?) -> Bool {
        one?.size == other?.size && one?.modified == other?.modified && one?.inode == other?.inode
    }
}
