package import Database
package import MusicLibrary

/// The reason why the library did not do what it was asked for.
package enum LibraryError: Error, Hashable, Sendable {
    /// The configuration names no directory of music.
    case noDirectory
    /// The library has no such song, album or directory. A sentence says which.
    case notFound(String)
    /// So many questions of the client wait already, which is the limit.
    case tooManyWaiting(Int)
    /// So many scans wait already that no more can be remembered.
    case tooManyScans
    /// The database failed.
    case database(DatabaseError)
}

/// What is done with the library, on its thread.
package typealias LibraryWork<Value> = @Sendable (LibraryStore) throws(DatabaseError) -> Value
