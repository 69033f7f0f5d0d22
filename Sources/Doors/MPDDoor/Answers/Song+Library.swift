package import MPDProtocol
import MediaTypes
package import MusicLibrary
import SystemSupport

// The library's songs in the form of the protocol.

extension Song {
    /// Makes the song of the library that clients see at a place of `roots`; `nil` if it has no place, or a name that the protocol
    /// cannot say.
    init?(_ song: LibrarySong, in roots: MusicRoots) {
        guard let place = roots.place(of: song.path), let file = ReplyText.name(place) else { return nil }
        self.init(file: file)
        modified = song.modified
        added = song.added
        size = song.size
        duration = song.seconds
        if let rate = song.sampleRate, let channels = song.channelCount, rate > 0, channels > 0 {
            format = "\(rate):f:\(channels)"
        }
        add(song.tags)
    }

    /// Returns a number without its total and without zeros in front, as clients expect it; any other text as it is.
    fileprivate static func number(_ text: String) -> String {
        var text = text
        return text.withUTF8(number).map { "\($0)" } ?? text
    }

    /// Returns the number with which a text begins; `nil` if it begins with none, or with one that is too long.
    fileprivate static func number(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        var number: Int?
        for byte in text {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { break }
            let (tens, isTooLong) = (number ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, isLonger) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            if isTooLong || isLonger { return nil }
            number = sum
        }
        return number
    }

    /// Adds the tags that the protocol has. Where a file states its artists as they are to be shown, these count, as in MPD.
    private mutating func add(_ kept: SongTags) {
        kept.forEach { tag, value in
            guard let type = TagType(tag) else { return }
            // What is shown stands behind what it takes the place of.
            if tag.definition.shows != nil { tags.removeAll { $0.type == type } }
            tags.append(Tag(type, tag.definition.isNumber ? Self.number(value) : value))
        }
    }
}

extension LibrarySong {
    /// Returns how long a part of the song lasts, or all of it, in milliseconds; `nil` if that is not known.
    func milliseconds(playing part: Song.Part?) -> Int? {
        let whole = milliseconds.map(Int.init)
        return if let part { part.milliseconds(of: whole) } else { whole }
    }

    /// The format of the sound that is decoded; `nil` if unknown.
    fileprivate var shownFormat: SoundFormat? {
        let rate = UInt32(exactly: sampleRate ?? 0) ?? 0
        let channels = UInt32(exactly: channelCount ?? 0) ?? 0
        return rate > 0 && channels > 0 ? SoundFormat(rate: rate, channels: channels) : nil
    }
}

extension MusicRoots {
    /// Returns the place in the tree at which clients see an address; the address itself if it is outside.
    func file(ofAddress uri: String) -> String {
        guard uri.utf8.first == UInt8(ascii: "/"), let place = place(of: Array(uri.utf8)), !place.isEmpty else { return uri }
        return String(decoding: place, as: UTF8.self)
    }
}

/// A song of the library as a condition looks at it.
struct PlacedSong: MatchedSong {
    let song: LibrarySong
    /// The place in the tree of the library, in UTF-8.
    let place: [UInt8]
    /// The priority in the queue; 0 for none.
    var priority: UInt8 = 0

    var modified: Double? { song.modified }
    var added: Double? { song.added }
    var milliseconds: Int? { song.milliseconds.map(Int.init) }
    var soundFormat: SoundFormat? { song.shownFormat }

    func forEachText(of subject: SongFilter.Subject, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        guard subject == .file else { return song.tags.forEachText(of: subject, body) }
        _ = place.withUnsafeBufferPointer(body)
        return true
    }
}

/// Tags of the library as a list of values looks at them.
extension SongTags: MatchedSong {
    package var modified: Double? { nil }
    package var added: Double? { nil }
    package var priority: UInt8 { 0 }
    package var milliseconds: Int? { nil }
    package var soundFormat: SoundFormat? { nil }

    package func forEachText(of subject: SongFilter.Subject, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        switch subject {
        case .file: return false
        case .any:
            let hidden = hiddenTags
            return forEachText(where: { !hidden.contains($0) && TagType($0)?.isIdentifier == false }, body)
        case .tag(let type):
            var wanted: TagType? = type
            while let next = wanted {
                for tag in next.libraryTags where forEachText(of: tag, body) { return true }
                wanted = next.substitute
            }
            return false
        }
    }

    /// The tags in whose place others are shown: where a file states its artists as they are to be shown, these count, as in MPD.
    var hiddenTags: [SongTag] {
        var hidden: [SongTag] = []
        forEachValue { tag, _ in
            if let each = tag.definition.shows { hidden.append(each) }
            return true
        }
        return hidden
    }

    private func forEachText(
        where isWanted: (SongTag) -> Bool, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        var hasAny = false
        forEachValue { tag, value in
            guard isWanted(tag) else { return true }
            hasAny = true
            return !Self.looks(body, at: value, of: tag)
        }
        return hasAny
    }

    private func forEachText(of tag: SongTag, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        forEachValue(of: tag) { !Self.looks(body, at: $0, of: tag) }
    }

    /// Calls `body` with a value as clients see it, and returns what it returns.
    private static func looks(
        _ body: (UnsafeBufferPointer<UInt8>) -> Bool, at value: UnsafeBufferPointer<UInt8>, of tag: SongTag
    ) -> Bool {
        guard tag.definition.isNumber else { return body(value) }
        var number = Song.number(String(decoding: value, as: UTF8.self))
        return number.withUTF8(body)
    }
}

/// Writes the blocks of songs of the library, as bytes: the lists of a library have millions of lines.
struct SongBlocks {
    private let roots: MusicRoots
    private let tags: Set<TagType>
    /// For the byte of each tag of the library the name of the line; empty if the client does not want to see it.
    private let names: [[UInt8]]
    // What the song before had, because most songs of a directory have the same.
    private var directory: (path: [UInt8], place: [UInt8]?)?
    private var shared: (tags: [UInt8], lines: [UInt8])?
    private var modified: (seconds: Double, line: [UInt8]) = (-1, [])
    private var added: (seconds: Double, line: [UInt8]) = (-1, [])
    private var format: (rate: Int64, channels: Int64, line: [UInt8]) = (0, 0, [])

    /// Makes a writer of blocks.
    /// - Parameter tags: the tags that the client wants to see.
    init(roots: MusicRoots, tags: Set<TagType>) {
        self.roots = roots
        self.tags = tags
        names = (0...255).map { byte in
            guard let type = SongTag(rawValue: UInt8(byte)).flatMap(TagType.init), tags.contains(type) else { return [] }
            return Array("\(type.rawValue): ".utf8)
        }
    }

    /// What the blocks depend on besides the songs, as a checksum; `nil` if the client wants to see only some tags: the blocks of such
    /// clients are not kept.
    var form: Int64? {
        guard tags.isSuperset(of: TagType.listed) else { return nil }
        var sample = ReplyText()
        // A song with every tag shows whether another version of the daemon writes blocks in another way.
        var blocks = self
        for song in LibrarySong.samples(in: roots.paths.first ?? []) { blocks.add(song, to: &sample) }
        var checksum = Checksum()
        for bytes in roots.paths + roots.top.map(\.name) + [sample.bytes] {
            checksum.combine(UInt64(bytes.count))
            checksum.combine(bytes.span)
        }
        return Int64(bitPattern: checksum.value)
    }

    /// What is kept about the songs of each directory: their blocks with all tags.
    static func texts(_ roots: MusicRoots) -> SongTexts? {
        let blocks = SongBlocks(roots: roots, tags: Set(TagType.listed))
        return blocks.form.map { form in
            SongTexts(form: form) {
                var blocks = blocks
                return { song, lines in blocks.add(song, to: &lines) }
            }
        }
    }

    /// Returns the place of a song in the tree; `nil` if it has none, or one that the protocol cannot say.
    mutating func place(of song: LibrarySong) -> [UInt8]? { placeAbove(song).map { $0 + song.name } }

    /// Returns the place of the directory of a song, with a slash behind it; `nil` if the song has no place.
    private mutating func placeAbove(_ song: LibrarySong) -> [UInt8]? {
        if directory?.path != song.directory {
            let place = roots.place(of: song.directory).flatMap { ReplyText.canTell($0) ? $0 : nil }
            directory = (song.directory, place.map { $0.isEmpty ? $0 : $0 + [UInt8(ascii: "/")] })
        }
        return ReplyText.canTell(song.name) ? directory?.place : nil
    }

    /// Makes the lines that the next song shares with the one before, if it does not.
    private mutating func prepare(for song: LibrarySong) {
        if modified.seconds != song.modified {
            modified.seconds = song.modified
            modified.line = Array("\nLast-Modified: ".utf8)
            Timestamp.write(song.modified, to: &modified.line)
            modified.line.append(UInt8(ascii: "\n"))
        }
        if added.seconds != song.added {
            added.seconds = song.added
            added.line = Array("Added: ".utf8)
            Timestamp.write(song.added, to: &added.line)
            added.line.append(UInt8(ascii: "\n"))
        }
        if format.rate != song.sampleRate ?? 0 || format.channels != song.channelCount ?? 0 {
            format = (song.sampleRate ?? 0, song.channelCount ?? 0, [])
            if format.rate > 0, format.channels > 0 { format.line = Array("Format: \(format.rate):f:\(format.channels)\n".utf8) }
        }
        if shared?.tags != song.tags.sharedBytes {
            var common: [UInt8] = []
            let hidden = song.tags.hiddenTags
            song.tags.forEachSharedValue { tag, value in
                if !hidden.contains(tag) { Self.add(tag, names[Int(tag.rawValue)], value, to: &common) }
            }
            shared = (song.tags.sharedBytes, common)
        }
    }

    /// Adds the block of a song, with its place; nothing if it has none.
    /// - Parameters:
    ///   - part: the part of the file that is played; `nil` for all of it.
    ///   - seconds: how long the song is for somebody else, in case the library does not know it.
    mutating func add(
        _ song: LibrarySong, playing part: Song.Part? = nil, lasting seconds: Double? = nil, to reply: inout ReplyText
    ) {
        reply.addLines { add(song, playing: part, lasting: seconds, to: &$0) }
    }

    /// Does the same with lines that are no reply yet.
    mutating func add(
        _ song: LibrarySong, playing part: Song.Part? = nil, lasting seconds: Double? = nil, to lines: inout [UInt8]
    ) {
        guard let above = placeAbove(song) else { return }
        prepare(for: song)
        let known = song.milliseconds(playing: part)
        Self.add(above, song.name, to: &lines)
        if let part { lines += "\nRange: \(part.text)".utf8 }
        lines += modified.line
        lines += added.line
        lines += format.line
        let names = names
        song.tags.forEachOwnValue { tag, value in Self.add(tag, names[Int(tag.rawValue)], value, to: &lines) }
        if let shared { lines += shared.lines }
        guard let milliseconds = known ?? seconds.map(Decimals.wholeMilliseconds) else { return }
        lines += "Time: ".utf8
        lines.append(decimal: Decimals.whole(Double(milliseconds) / 1_000))
        lines += "\nduration: ".utf8
        Decimals.write(milliseconds: milliseconds, to: &lines)
        lines.append(UInt8(ascii: "\n"))
    }

    /// Adds the line of a tag; nothing if its line has no name.
    private static func add(_ tag: SongTag, _ name: [UInt8], _ value: UnsafeBufferPointer<UInt8>, to lines: inout [UInt8]) {
        guard !name.isEmpty else { return }
        lines += name
        if tag.definition.isNumber, let number = Song.number(value) {
            lines.append(decimal: number)
        } else {
            lines += value
        }
        lines.append(UInt8(ascii: "\n"))
    }

    /// Adds the line with the place of a song; nothing if it has none.
    mutating func addPlace(of song: LibrarySong, to lines: inout [UInt8]) {
        guard let above = placeAbove(song) else { return }
        Self.add(above, song.name, to: &lines)
        lines.append(UInt8(ascii: "\n"))
    }

    /// Begins a line with a place. Line ends in it would be read as lines of the reply.
    private static func add(_ above: [UInt8], _ name: [UInt8], to lines: inout [UInt8]) {
        lines += "file: ".utf8
        let start = lines.count
        lines += above
        lines += name
        for index in start..<lines.count where lines[index] == 0x0A || lines[index] == 0x0D { lines[index] = UInt8(ascii: " ") }
    }
}

extension MediaFacts {
    /// Makes the facts about a song that the queue keeps: of a tag with several values, the first one.
    init(_ song: Song) {
        let names: [(TagType, String)] = [
            (.title, "title"), (.artist, "artist"), (.album, "album"), (.albumArtist, "albumartist"), (.track, "track"),
            (.disc, "disc"), (.date, "date"), (.genre, "genre"),
        ]
        var tags: [String: String] = [:]
        for (type, name) in names { tags[name] = song.tags.first { $0.type == type }?.value }
        self.init(tags: tags, duration: song.duration)
    }
}

extension Set<SongTag> {
    /// Makes the set of the library's tags that make the tags of the protocol, and those that stand in for them.
    init(of types: some Sequence<TagType>) {
        let types = Set<TagType>(types.flatMap(\.withSubstitutes))
        self.init(SongTag.allCases.filter { tag in TagType(tag).map(types.contains) ?? false })
    }
}

extension TagType {
    private static let byTag = SongTag.allCases.map { $0.definition.mpdName.flatMap(TagType.init(rawValue:)) }
    private static let byType = Dictionary(grouping: SongTag.allCases, by: TagType.init)
        .mapValues { tags in tags.filter { $0.definition.shows != nil } + tags.filter { $0.definition.shows == nil } }

    /// The library's tags of this kind. The values of the first one that a song has count: a file may state how its artists are shown.
    var libraryTags: [SongTag] { Self.byType[self] ?? [] }

    /// Makes the tag of the protocol; `nil` if it has none of this kind.
    fileprivate init?(_ tag: SongTag) {
        guard let type = Self.byTag[tag.index] else { return nil }
        self = type
    }
}
