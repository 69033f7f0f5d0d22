import Database
package import MusicLibrary

// The library of music.
extension Application {
    /// Reads what the file of the song at `uri` says now and the library does not keep; `nil` if the file cannot be read, because its disk
    /// is away for example. `answer` is called on the control thread, unless the client leaves while its request still waits.
    package func readDetails(
        ofSong uri: String, for origin: Origin, answer: @escaping (Result<SongDetails?, ProbeError>) -> Void
    ) {
        prober.details(ofSong: uri, for: origin, cancellation: cancellations.token(of: origin)) { result in
            switch result {
            case .success(let details): answer(.success(details))
            case .failure(.media): answer(.success(nil))
            case .failure(let error): answer(.failure(error))
            }
        }
    }

    /// Brings the library up to date, and returns the number of the scan.
    /// - Parameters:
    ///   - path: the directory or file, absolute and within a directory of music; `nil` for everything.
    ///   - depth: how much is compared; with a path, every file at least.
    ///   - measuresLoudness: whether the loudness of the songs there is measured afterwards, unless it was.
    package func updateLibrary(
        _ path: [UInt8]? = nil, _ depth: LibraryScanner.Depth, measuresLoudness: Bool = false
    ) throws(LibraryError) -> Int64 {
        let path = try path.map { path throws(LibraryError) in try pathOfLibrary(path).get() }
        return try library.update(path, depth, measuresLoudness: measuresLoudness)
    }

    /// Returns a path, or the error if it is in none of the directories of music.
    package func pathOfLibrary(_ path: [UInt8]) -> Result<[UInt8], LibraryError> {
        guard library.roots.place(of: path) == nil else { return .success(path) }
        return .failure(.notFound("\(String(decoding: path, as: UTF8.self)) is in none of the directories of music"))
    }

    /// Why no loudness can be measured here; `nil` if it can.
    package var measuringProblem: String? { SongMeasuring.problem }

    /// Tells the observers that a client has changed the stickers of a song.
    package func stickersChanged() {
        tellLibrary(.stickersChanged)
        lookForSpeeds()
    }

    func watchLibrary() {
        library.publish = { [weak self] news in self?.tellLibrary(news) }
    }

    /// Tells the observers what has happened in the library.
    func tellLibrary(_ news: LibraryNews) {
        tell(.library(news))
        tellOutdated(after: news)
        if case .stickersChanged = news { weigher.lookAgain() }
    }
}
