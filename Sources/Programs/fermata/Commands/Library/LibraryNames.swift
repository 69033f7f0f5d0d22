import ArgumentParser

/// The parts of the library that are meant, by names that a shell can complete.
struct LibraryNames: ParsableArguments {
    @Option(help: ArgumentHelp("An album of your library; may be repeated.", valueName: "name"), completion: .album)
    var album: [String] = []
    @Option(help: ArgumentHelp("An artist of your library, also of albums.", valueName: "name"), completion: .artist)
    var artist: [String] = []
    @Option(help: ArgumentHelp("A genre of your library.", valueName: "name"), completion: .genre)
    var genre: [String] = []

    /// The addresses that stand for it.
    var addresses: [String] {
        album.map { "album:\($0)" } + artist.map { "artist:\($0)" } + genre.map { "genre:\($0)" }
    }

    func validate() throws {
        if (album + artist + genre).contains(where: { $0.allSatisfy(\.isWhitespace) }) {
            throw ValidationError("the name of an album, an artist or a genre is empty")
        }
    }
}
