package import Database

extension LibraryStore {
    /// The rating of a song, from 0 to 10 (`nil` without one), and when it was played last, in seconds since 1970 (`nil` for never); `nil` if
    /// the library has no song at the path.
    package func ratingAndLastPlayed(
        ofSongAt path: [UInt8]
    ) throws(DatabaseError) -> (rating: Double?, lastPlayed: Double?)? {
        let sql = """
            SELECT CAST(ratings.value AS REAL), plays.last_played FROM songs
            JOIN directories ON directories.id = songs.directory
            LEFT JOIN plays ON plays.song = songs.id
            LEFT JOIN stickers AS ratings ON ratings.song = songs.id AND ratings.name = 'rating'
            WHERE directories.path = ? AND songs.name = ?
            """
        return try database.firstRow(sql, Array(path.directoryInPath), Array(path.nameInPath)) { row throws(DatabaseError) in
            (rating: try row.read(0) as Double?, lastPlayed: try row.read(1) as Double?)
        }
    }
}
