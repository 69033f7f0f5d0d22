import MediaTypes

/// Which songs go on with others that were heard: rules for the library, from the nearest to the widest, and a choice among what they find.
/// A value.
package struct SimilarSongs: Sendable {
    /// What is known of a song that was heard.
    package struct Seed: Hashable, Sendable {
        package let artists: [String]
        package let genres: [String]
        package let year: Int?

        /// Makes it. What is in no library has what its own tags say.
        package init(artists: [String], genres: [String], year: Int?) {
            (self.artists, self.genres, self.year) = (artists, genres, year)
        }

        /// What the library knows of a song.
        package init(_ song: LibrarySong) {
            self.init(
                artists: SmartText.artist.values(of: song.tags), genres: SmartText.genre.values(of: song.tags),
                year: (song.tags[.originalDate] ?? song.tags[.date]).flatMap(Self.year))
        }

        /// The year with which a date begins; `nil` if that has none.
        package static func year(_ date: String) -> Int? {
            let digits = date.utf8.prefix(4)
            guard digits.count == 4, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                return nil
            }
            return Int(date.prefix(4)).flatMap { $0 > 0 ? $0 : nil }
        }
    }

    /// How many of the songs that were heard last count.
    package static let seedLimit = 3
    /// How many songs are found at once: more than are taken, so that there is a choice.
    package static let foundLimit = 100
    /// So many years before and after count as the same time.
    private static let years = 8.0
    /// What was heard or skipped so long ago is not wanted again, in seconds.
    private static let (restSeconds, skipSeconds) = (12.0 * 3_600, 7.0 * 86_400)
    /// How many values of the seeds the rules name.
    private static let valueLimit = 16

    /// The rules, one list after the other: a later one is asked if those before find too few songs. The last one finds whatever is music.
    package let lists: [SmartPlaylist]

    /// - Parameter seeds: the songs that were heard last; none if any song of the library will do.
    package init(like seeds: [Seed]) {
        let seeds = seeds.prefix(Self.seedLimit)
        let artists = Self.rules(.artist, seeds.flatMap(\.artists))
        let genres = Self.rules(.genre, seeds.flatMap(\.genres))
        let years = seeds.compactMap(\.year).map { year in
            SmartPlaylist.Rule.number(.year, .isWithin(Double(year) - Self.years, Double(year) + Self.years), isNegated: false)
        }
        // Nobody who hears music wants a chapter of a book to follow.
        let music = [
            "audiobook", "podcast", "speech", "spoken & audio", "books & spoken", "audio drama", "hoerbuch", "hoerspiel",
        ].map {
            SmartPlaylist.Rule.text(.genre, .equals(Self.folded($0)), isNegated: true)
        }
        let rested =
            music + [
                .number(.lastPlayed, .isInTheLast(Self.restSeconds), isNegated: true),
                .number(.lastSkipped, .isInTheLast(Self.skipSeconds), isNegated: true),
                // One star or a half; 0 is none at all.
                .number(.rating, .isWithin(0.25, 1.25), isNegated: true),
            ]
        var kinds: [[SmartPlaylist.Rule]] = []
        if !genres.isEmpty, !years.isEmpty { kinds.append([.any([.all([.any(genres), .any(years)])] + artists)]) }
        if !genres.isEmpty || !artists.isEmpty { kinds.append([.any(genres + artists)]) }
        if !years.isEmpty { kinds.append([.any(years)]) }
        kinds.append([])
        lists =
            kinds.map { Self.list(rested + $0, by: [SmartPlaylist.Sort(field: .random, isDescending: false)]) } + [
                // What was heard lately is still better than silence: the longest ago first.
                Self.list(music, by: [SmartPlaylist.Sort(field: .number(.lastPlayed), isDescending: false)])
            ]
    }

    private static func list(_ rules: [SmartPlaylist.Rule], by sort: [SmartPlaylist.Sort]) -> SmartPlaylist {
        SmartPlaylist(comment: nil, rules: .all(rules), sort: sort, limit: .count(foundLimit))
    }

    private static func rules(_ field: SmartText, _ values: [String]) -> [SmartPlaylist.Rule] {
        var folded: [[UInt8]] = []
        for value in values.lazy.map(Self.folded) where !value.isEmpty && value.count <= SmartPlaylist.textLimit {
            if folded.count < valueLimit, !folded.contains(value) { folded.append(value) }
        }
        return folded.map { .text(field, .equals($0), isNegated: false) }
    }

    private static func folded(_ text: String) -> [UInt8] { Array(SearchText.searchForm(text).utf8) }

    // MARK: The choice

    /// What counts of a song for the choice.
    package protocol Candidate {
        /// By which it is known whether the queue has it.
        var address: String { get }
        var artistName: String? { get }
        var albumName: String? { get }
    }

    /// How many songs of one artist, and of one album, are chosen while there are others.
    private static let alikeLimit = 2

    /// Chooses songs, in their order, and not one artist or album all the time while there are others.
    /// - Parameters:
    ///   - count: how many are wanted.
    ///   - isTaken: whether a song is wanted no more, because it is in the queue or was chosen already.
    package static func choose<Song: Candidate>(_ count: Int, of songs: [Song], unless isTaken: (String) -> Bool) -> [Song] {
        var (chosen, others): ([Song], [Song]) = ([], [])
        var artists: [String: Int] = [:]
        var albums: [String: Int] = [:]
        var seen: Set<String> = []
        for song in songs where !isTaken(song.address) && seen.insert(song.address).inserted {
            guard chosen.count < count else { break }
            let isAlike =
                song.artistName.map { artists[$0, default: 0] >= alikeLimit } ?? false
                || song.albumName.map { albums[$0, default: 0] >= alikeLimit } ?? false
            if isAlike {
                others.append(song)
                continue
            }
            if let artist = song.artistName { artists[artist, default: 0] += 1 }
            if let album = song.albumName { albums[album, default: 0] += 1 }
            chosen.append(song)
        }
        return chosen + others.prefix(max(0, count - chosen.count))
    }
}
