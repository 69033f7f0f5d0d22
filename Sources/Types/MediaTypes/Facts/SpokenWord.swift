/// Decides which media is spoken: podcasts, audiobooks and audio dramas, which people leave and go on with later.
///
/// Only what says so counts: the name of the file, the marks that iTunes and its like write, and the genre. Neither the length nor the
/// number of chapters does, because a concert and a mix have them as well. Whatever says nothing is music.
package enum SpokenWord {
    /// The media kinds of iTunes that are spoken: 2 is an audiobook, 21 a podcast, 23 a lecture of iTunes U. They are in the atom `stik` of
    /// MP4, which FFmpeg calls `media_type`.
    private static let mediaKinds: Set = ["2", "21", "23"]

    /// The genres that are spoken, in lower case. Each names the whole genre: "Speech" does, and "Speech Metal" does not.
    ///
    /// `Speech`, `Audiobook`, `Audio Theatre` and `Podcast` are those of ID3 (101, 183, 184 and 186), `Spoken & Audio` and `Books & Spoken`
    /// those of iTunes. The others are the words for an audiobook, and have no other meaning. `Spoken Word`, `Comedy` and `Radio` are not
    /// among them: these are genres of records as well, of poems with a band and of comedians, and records begin at their beginning.
    private static let genres: Set = [
        "podcast", "podcasts", "audiobook", "audiobooks", "audio book", "audio books", "speech", "spoken & audio",
        "books & spoken", "audio theatre", "audio theater", "audio drama", "audio dramas", "radio play", "radio plays",
        "audio play", "audio plays",
        // German, with and without the points.
        "hörbuch", "hörbücher", "horbuch", "hoerbuch", "hoerbücher", "hoerbuecher", "hörspiel", "hörspiele", "horspiel",
        "horspiele", "hoerspiel", "hoerspiele",
        // Spanish, Italian, Portuguese, French, Dutch, Swedish, Norwegian, Danish, Finnish, Russian.
        "audiolibro", "audiolibros", "audiolibri", "audiolivro", "audiolivros", "livre audio", "livres audio",
        "luisterboek", "luisterboeken", "ljudbok", "ljudböcker", "lydbok", "lydbøker", "lydbog", "lydbøger", "äänikirja",
        "аудиокнига", "аудиокниги",
    ]

    /// A longer text of a genre is not looked through to its end, in characters.
    private static let genreLimit = 256

    /// Whether media is spoken.
    /// - Parameters:
    ///   - uri: the path or the address of the media.
    ///   - tags: what the media says of itself, under the names of ``TagVocabulary``.
    package static func isSpoken(_ uri: String, tags: [String: String]) -> Bool {
        if isBook(uri) || isGenre(tags["genre"]) { return true }
        if let kind = tags["media_type"], mediaKinds.contains(kind) { return true }
        // The atom `pcst` of MP4 and the frame of that name of ID3; and `TGID` of ID3, which names the episode of a podcast.
        return tags["podcast"].map { $0 != "0" } ?? false || tags["tgid"] != nil
    }

    /// Whether a genre is spoken, or one of several in one text. Neither case nor hyphens matter.
    package static func isGenre(_ text: String?) -> Bool {
        guard let text else { return false }
        // The signs with which FFmpeg, ID3 and people put several genres into one text.
        return text.prefix(genreLimit).split(whereSeparator: { ";/,\0".contains($0) }).contains { genre in
            genres.contains(genre.lowercased().split(whereSeparator: { $0 == " " || $0 == "-" }).joined(separator: " "))
        }
    }

    /// Whether the name of the file is that of an audiobook.
    private static func isBook(_ uri: String) -> Bool {
        // The query of an address is no part of the name. A file may have the sign in its name.
        let name = MediaAddress.isWeb(uri) ? uri.prefix { $0 != "?" && $0 != "#" } : uri[...]
        return name.suffix(4).lowercased() == ".m4b"
    }
}
