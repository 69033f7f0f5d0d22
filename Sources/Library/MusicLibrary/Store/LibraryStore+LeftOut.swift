import Database

// Files that are not read: the daemon has ended while they were.
extension LibraryStore {
    /// What a file was when it was left out.
    struct LeftOutFile: Hashable {
        let size: Int64
        /// Nanoseconds since 1970.
        let modified: Int64
    }

    /// The most files that are left out: somebody may kill the daemon again and again.
    private static let leftOutLimit: Int64 = 1_000

    /// The files that are left out, by their paths.
    func leftOutFiles() throws(DatabaseError) -> [[UInt8]: LeftOutFile] {
        var files: [[UInt8]: LeftOutFile] = [:]
        try database.forEachRow("SELECT path, size, modified FROM left_out_files") { row throws(DatabaseError) in
            files[try row.read(0)] = LeftOutFile(size: try row.read(1), modified: try row.read(2))
        }
        return files
    }

    /// Has a file left out as long as it is what it is now.
    func leaveOut(_ path: [UInt8], _ file: LeftOutFile) throws(DatabaseError) {
        guard try database.value("SELECT count(*) FROM left_out_files") ?? 0 < Self.leftOutLimit else { return }
        try database.run("INSERT OR REPLACE INTO left_out_files VALUES (?, ?, ?)", path, file.size, file.modified)
    }

    /// Has a file read again.
    func takeIn(_ path: [UInt8]) throws(DatabaseError) { try database.run("DELETE FROM left_out_files WHERE path = ?", path) }
}
