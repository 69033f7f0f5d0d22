import Database

// The files that say what is left out in their directories and below these.
extension LibraryStore {
    /// The files of patterns as they were seen last, with the ids, the paths and the inodes of their directories. Their device is 0: its
    /// number may be another one after a start of the system.
    func ignoreFiles() throws(DatabaseError) -> [(directory: Int64, path: [UInt8], inode: Int64, identity: FileIdentity)] {
        var files: [(Int64, [UInt8], Int64, FileIdentity)] = []
        let sql = """
            SELECT ignore_files.directory, directories.path, ignore_files.size, ignore_files.modified, ignore_files.inode,
                directories.inode
            FROM ignore_files JOIN directories ON directories.id = ignore_files.directory
            """
        try database.forEachRow(sql) { row throws(DatabaseError) in
            let identity = FileIdentity(size: try row.read(2), modified: try row.read(3), device: 0, inode: try row.read(4))
            files.append((try row.read(0), try row.read(1), try row.read(5), identity))
        }
        return files
    }

    /// Notes how the file of patterns of a directory is now; `nil` if there is none.
    func setIgnoreFile(_ identity: FileIdentity?, of directory: Int64) throws(DatabaseError) {
        guard let identity else {
            try database.run("DELETE FROM ignore_files WHERE directory = ?", directory)
            return
        }
        try database.run(
            "INSERT OR REPLACE INTO ignore_files VALUES (?, ?, ?, ?)", directory, identity.size, identity.modified, identity.inode
        )
    }

    /// Has the next scan list a directory and all that are below it.
    func setUnlisted(below directory: Int64) throws(DatabaseError) {
        try database.run(
            "\(Self.withAllBelow) UPDATE directories SET modified = 0 WHERE id IN (SELECT id FROM below)", directory)
    }
}
