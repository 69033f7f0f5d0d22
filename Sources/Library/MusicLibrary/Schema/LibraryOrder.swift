import MediaTypes

/// The order in which people expect names: whatever the case and the diacritics.
///
/// Making the keys of names takes longer than everything else in a long list. So keys are made only of what is compared: names of songs where
/// disc and track are the same, and each album and each directory once.
enum LibraryOrder {
    /// - Parameter name: the name of a directory, which need not be there any more; only those behind it are wanted.
    static func sorted(_ folders: [LibraryFolder], behind name: ArraySlice<UInt8>? = nil) -> [LibraryFolder] {
        if folders.count <= 1, name == nil { return folders }
        var named = folders.map { ($0, Name($0.path.nameInPath)) }
        if let place = name.map(Name.init) { named.removeAll { !(place < $0.1) } }
        return named.sorted { $0.1 < $1.1 }.map(\.0)
    }

    static func sorted(_ songs: [LibrarySong]) -> [LibrarySong] {
        guard songs.count > 1 else { return songs }
        var albums = AlbumKeys()
        return sorted(songs[...], &albums)
    }

    /// Returns the index of the first of sorted songs of a directory that comes behind a place. The song of the place need not be there
    /// any more.
    static func index(in songs: [LibrarySong], behind place: TrackPlace) -> Int {
        let key = TrackKey(place)
        var range = songs.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = key < TrackKey(TrackPlace(songs[middle])) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
        }
        return range.lowerBound
    }

    /// - Parameter limit: how many songs are wanted: what comes behind the directory that has the last of them is not sorted.
    static func sortedAsTree(_ songs: [LibrarySong], first limit: Int) -> [LibrarySong] {
        var byDirectory: [[UInt8]: [LibrarySong]] = [:]
        for song in songs { byDirectory[song.directory, default: []].append(song) }
        var albums = AlbumKeys()
        var first: [LibrarySong] = []
        for path in sortedAsTree(Array(byDirectory.keys)) where first.count < limit {
            first += sorted(byDirectory[path, default: []][...], &albums)
        }
        return Array(first.prefix(limit))
    }

    /// Each name is compared with others once, as one of all names: most of the time would be spent on those that many paths share.
    private static func sortedAsTree(_ paths: [[UInt8]]) -> [[UInt8]] {
        var (names, numbers): ([Name], [ArraySlice<UInt8>: Int]) = ([], [:])
        let parts = paths.map { path in
            path.split(separator: UInt8(ascii: "/")).map { part in
                if let known = numbers[part] { return known }
                numbers[part] = names.count
                names.append(Name(part))
                return names.count - 1
            }
        }
        var ranks = Array(repeating: 0, count: names.count)
        for (rank, number) in names.indices.sorted(by: { names[$0] < names[$1] }).enumerated() { ranks[number] = rank }
        let placed = zip(paths, parts).map { (path: $0, ranks: $1.map { ranks[$0] }) }
        return placed.sorted { $0.ranks.lexicographicallyPrecedes($1.ranks) }.map(\.path)
    }

    private static func sorted(_ songs: ArraySlice<LibrarySong>, _ albums: inout AlbumKeys) -> [LibrarySong] {
        if areSorted(songs) { return Array(songs) }
        var placed: [SongPlace] = []
        placed.reserveCapacity(songs.count)
        for (index, song) in songs.enumerated() { placed.append(SongPlace(song, at: index, albums.key(of: song))) }
        placed.sort { a, b in
            if a.album != b.album { return a.album < b.album }
            if a.disc != b.disc { return a.disc < b.disc }
            if a.track != b.track { return a.track < b.track }
            return Name(songs[songs.startIndex + a.index].name[...]) < Name(songs[songs.startIndex + b.index].name[...])
        }
        return placed.map { songs[songs.startIndex + $0.index] }
    }

    /// Whether the songs are of one album and in the order of its tracks, as most directories have them.
    private static func areSorted(_ songs: ArraySlice<LibrarySong>) -> Bool {
        zip(songs, songs.dropFirst()).allSatisfy { a, b in
            guard a.tags.shared == b.tags.shared else { return false }
            let (first, second) = (a.discNumber ?? 0, b.discNumber ?? 0)
            return first < second || (first == second && a.trackNumber ?? 0 < b.trackNumber ?? 0)
        }
    }

    /// The name of a directory or file, with its key.
    private struct Name: Comparable {
        let key: [UInt32]
        let bytes: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) {
            key = LibraryOrder.key(bytes)
            self.bytes = bytes
        }

        static func < (a: Name, b: Name) -> Bool {
            if a.key != b.key { return a.key.lexicographicallyPrecedes(b.key) }
            if a.bytes == b.bytes { return false }
            // Names that differ in marks only, and then in case only: no mark and small letters come first.
            let (first, second) = (Self.small(a.bytes), Self.small(b.bytes))
            return first == second
                ? b.bytes.lexicographicallyPrecedes(a.bytes) : first.utf8.lexicographicallyPrecedes(second.utf8)
        }

        private static func small(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).lowercased() }
    }

    /// The order of what is no letter and no digit of ASCII, as the Unicode collation has it.
    private static let marks: [Unicode.Scalar: UInt32] = Dictionary(
        uniqueKeysWithValues: " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".unicodeScalars.enumerated().map { ($1, UInt32($0)) })

    /// The parts of keys for the characters of ASCII.
    private static let asciiKeys: [UInt32] = (0..<0x80).map { byte in keyPart(Unicode.Scalar(UInt8(byte))) }

    private static func keyPart(_ scalar: Unicode.Scalar) -> UInt32 {
        if let mark = marks[scalar] { return mark }
        let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        return scalar.value + (isWord ? 0x200_000 : 0x100)
    }

    /// Returns by what a text in UTF-8 is sorted: marks before digits before letters, whatever the case and the diacritics.
    static func key(_ text: ArraySlice<UInt8>) -> [UInt32] {
        var folded: [UInt8] = []
        unsafe text.withUnsafeBufferPointer { unsafe SearchText.fold($0, into: &folded) }
        if folded.allSatisfy({ $0 < 0x80 }) { return folded.map { asciiKeys[Int($0)] } }
        return String(decoding: folded, as: UTF8.self).unicodeScalars.map { $0.isASCII ? asciiKeys[Int($0.value)] : keyPart($0) }
    }

    /// How many characters (Unicode scalars) of the title of an album count.
    private static let titleLimit = 200

    /// Returns the part of the title of an album by which songs are sorted: its beginning, so that a place in a list stays short.
    static func beginning(ofTitle title: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard title.count > titleLimit else { return title }
        var count = 0
        return title.prefix { byte in
            if byte & 0xC0 != 0x80 { count += 1 }
            return count <= titleLimit
        }
    }

    private static func albumKey(_ title: ArraySlice<UInt8>) -> [UInt32] { key(beginning(ofTitle: title)) }

    /// The ranks of albums: those that are equal whatever the case and the diacritics have the same.
    private struct AlbumKeys {
        /// The key of an album; empty for a song without an album: those come first.
        struct Key: Comparable {
            fileprivate let number: Int
            fileprivate let key: [UInt32]

            static func == (a: Key, b: Key) -> Bool { a.number == b.number || a.key == b.key }
            static func < (a: Key, b: Key) -> Bool { a.key.lexicographicallyPrecedes(b.key) }
        }

        private var known: [[UInt8]: Key] = [:]
        /// The shared tags of the last song, of which the next one usually has the same.
        private var last: (shared: [UInt8], key: Key)?

        mutating func key(of song: LibrarySong) -> Key {
            if let last, last.shared == song.tags.shared { return last.key }
            var album: [UInt8] = []
            unsafe song.tags.withBytes(of: .album) { album = unsafe Array($0) }
            let key =
                known[album] ?? Key(number: known.count, key: LibraryOrder.albumKey(album[...]))
            known[album] = key
            last = (song.tags.shared, key)
            return key
        }
    }

    /// By what a place among the songs of a directory is compared.
    private struct TrackKey: Comparable {
        let album: [UInt32]
        let numbers: [Int64]
        let name: Name

        init(_ place: TrackPlace) {
            album = LibraryOrder.albumKey(Array(place.album.utf8)[...])
            numbers = [place.disc, place.track]
            name = Name(place.name[...])
        }

        static func < (a: TrackKey, b: TrackKey) -> Bool {
            if a.album != b.album { return a.album.lexicographicallyPrecedes(b.album) }
            return a.numbers == b.numbers ? a.name < b.name : a.numbers.lexicographicallyPrecedes(b.numbers)
        }
    }

    /// Where a song stands among those of its directory.
    private struct SongPlace {
        let index: Int
        let album: AlbumKeys.Key
        let disc: Int64
        let track: Int64

        init(_ song: LibrarySong, at index: Int, _ album: AlbumKeys.Key) {
            self.index = index
            self.album = album
            disc = song.discNumber ?? 0
            track = song.trackNumber ?? 0
        }
    }
}
