import Database
package import MusicLibrary

// The library of music.
extension Application {
    /// Has `work` done with the library for a client, and answers once it is done. Clients take turns. Does not answer if the client
    /// leaves while its question waits.
    package func askLibrary<Value: Sendable>(
        for origin: Origin, length: QuestionLength = .short, _ work: @escaping LibraryWork<Value>,
        answer: @escaping (Result<Value, LibraryError>) -> Void
    ) {
        library.ask(for: origin, length, work, answer: answer)
    }

    /// How long the longest question took, in nanoseconds.
    package var longestLibraryQuestion: Int64 { library.longestQuestion }

    /// Does the same with something that the client notes, which is not lost while a scan writes: it is answered once it is on the disk.
    package func keepInLibrary<Value: Sendable>(
        for origin: Origin, _ work: @escaping LibraryWork<Value>,
        answer: @escaping (Result<Value, LibraryError>) -> Void
    ) {
        library.keep(for: origin, work, answer: answer)
    }

    /// Reads what the file of the song at `uri` says now and the library does not keep; `nil` if the file cannot be read, because its disk
    /// is away for example. `answer` is called on the control thread, unless the client leaves while its request still waits.
    package func readDetails(
        ofSong uri: String, for origin: Origin, answer: @escaping (Result<SongDetails?, ProbeError>) -> Void
    ) {
        prober.details(ofSong: uri, for: origin, cancellation: cancellation(of: origin)) { result in
            switch result {
            case .success(let details): answer(.success(details))
            case .failure(.media): answer(.success(nil))
            case .failure(let error): answer(.failure(error))
            }
        }
    }

    /// Has the library keep what a door says about songs, for any directories of music: after each scan for the songs that have changed.
    package func keepSongTexts(_ texts: @escaping (MusicRoots) -> SongTexts?) { library.keepTexts(texts) }

    /// The directories of music as clients see them.
    package var musicRoots: MusicRoots { library.roots }

    /// The scan of the library that runs or comes next; `nil` if there is none.
    package var libraryScan: LibraryScan? { library.scan }

    /// How the directories of music are watched; `nil` if that is not configured.
    package var libraryWatching: WatchReport? { library.watching }

    /// Brings the library up to date, and returns the number of the scan.
    /// - Parameters:
    ///   - path: the directory or file, absolute and within a directory of music; `nil` for everything.
    ///   - depth: how much is compared; with a path, every file at least.
    package func updateLibrary(_ path: [UInt8]? = nil, _ depth: LibraryScanner.Depth) throws(LibraryError) -> Int64 {
        if let path, musicRoots.place(of: path) == nil {
            throw .notFound("\(String(decoding: path, as: UTF8.self)) is in none of the directories of music")
        }
        return try library.update(path, depth)
    }

    /// Ends the scan that runs, and forgets those that wait. What was read by then stays.
    package func cancelLibraryUpdates() { library.cancelUpdates() }

    /// Tells the observers that a client has changed the stickers of a song.
    package func stickersChanged() { tell(.library(.stickersChanged)) }

    func watchLibrary() {
        library.publish = { [weak self] news in self?.tell(.library(news)) }
    }
}
