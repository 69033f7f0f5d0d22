package import MPDProtocol
import MediaTypes
package import MusicLibrary

// The library's songs in the form of the protocol.

extension Song {
    /// Makes the song of the library that clients see at a place of `roots`; `nil` if it has no place, or a name that is not UTF-8,
    /// which the protocol cannot say.
    init?(_ song: LibrarySong, in roots: MusicRoots) {
        guard let place = roots.place(of: song.path), let file = String(validating: place, as: UTF8.self) else { return nil }
        self.init(file: file)
        modified = song.modified
        size = song.size
        duration = song.seconds
        if let rate = song.sampleRate, let channels = song.channelCount, rate > 0, channels > 0 {
            format = "\(rate):f:\(channels)"
        }
        add(song.tags)
    }

    /// Returns a number without its total and without zeros in front, as clients expect it; any other text as it is.
    fileprivate static func number(_ text: String) -> String {
        Int(text.prefix { $0.isASCII && $0.isNumber }).map { "\($0)" } ?? text
    }

    /// Adds the tags that the protocol has. Where a file states its artists as they are to be shown, these count, as in MPD.
    private mutating func add(_ kept: SongTags) {
        kept.forEach { tag, value in
            guard let type = TagType(tag) else { return }
            // What is shown stands behind what it takes the place of.
            if tag == .shownArtist || tag == .shownAlbumArtist { tags.removeAll { $0.type == type } }
            tags.append(Tag(type, [.track, .disc].contains(type) ? Self.number(value) : value))
        }
    }
}

/// A song of the library as a condition looks at it.
struct PlacedSong: MatchedSong {
    let song: LibrarySong
    /// The place in the tree of the library, in UTF-8.
    let place: [UInt8]

    var modified: Double? { song.modified }
    var milliseconds: Int? { song.milliseconds.map(Int.init) }

    func forEachText(of subject: SongFilter.Subject, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        guard subject == .file else { return song.tags.forEachText(of: subject, body) }
        _ = place.withUnsafeBufferPointer(body)
        return true
    }
}

/// Tags of the library as a list of values looks at them.
extension SongTags: MatchedSong {
    package var modified: Double? { nil }
    package var milliseconds: Int? { nil }

    package func forEachText(of subject: SongFilter.Subject, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        switch subject {
        case .file: return false
        case .any:
            let hidden = hiddenTags
            return forEachText(where: { $0 != .comment && !hidden.contains($0) && TagType($0) != nil }, body)
        case .tag(let type):
            var wanted: TagType? = type
            while let next = wanted {
                let hidden = hiddenTags
                if forEachText(where: { TagType($0) == next && !hidden.contains($0) }, body) { return true }
                wanted = next.substitute
            }
            return false
        }
    }

    /// The tags in whose place others are shown: where a file states its artists as they are to be shown, these count, as in MPD.
    var hiddenTags: [SongTag] {
        var hidden: [SongTag] = []
        forEachValue { tag, _ in
            if tag == .shownArtist { hidden.append(.artist) }
            if tag == .shownAlbumArtist { hidden.append(.albumArtist) }
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
            guard tag == .track || tag == .disc else { return !body(value) }
            var number = Song.number(String(decoding: value, as: UTF8.self))
            return !number.withUTF8(body)
        }
        return hasAny
    }
}

/// Writes the blocks of songs of the library, as bytes: the lists of a library have millions of lines.
struct SongBlocks {
    private let roots: MusicRoots
    /// For the byte of each tag of the library the name of the line; empty if the client does not want to see it.
    private let names: [[UInt8]]
    // What the song before had, because most songs of a directory have the same.
    private var directory: (path: [UInt8], place: [UInt8]?)?
    private var shared: (tags: [UInt8], lines: [UInt8])?
    private var modified: (seconds: Double, line: [UInt8]) = (-1, [])

    /// Makes a writer of blocks.
    /// - Parameter tags: the tags that the client wants to see.
    init(roots: MusicRoots, tags: Set<TagType>) {
        self.roots = roots
        names = (0...255).map { byte in
            guard let type = SongTag(rawValue: UInt8(byte)).flatMap(TagType.init), tags.contains(type) else { return [] }
            return Array("\(type.rawValue): ".utf8)
        }
    }

    /// Returns the place of a song in the tree; `nil` if it has none, or one that is not UTF-8, which the protocol cannot say.
    mutating func place(of song: LibrarySong) -> [UInt8]? {
        if directory?.path != song.directory {
            let place = roots.place(of: song.directory).flatMap { String(validating: $0, as: UTF8.self) == nil ? nil : $0 }
            directory = (song.directory, place.map { $0.isEmpty ? $0 : $0 + [UInt8(ascii: "/")] })
        }
        guard let above = directory?.place else { return nil }
        let isText = song.name.allSatisfy { $0 < 0x80 } || String(validating: song.name, as: UTF8.self) != nil
        return isText ? above + song.name : nil
    }

    /// Adds the block of a song, with its place.
    mutating func add(_ song: LibrarySong, at place: [UInt8], to reply: inout ReplyText) {
        var lines: [UInt8] = []
        lines.reserveCapacity(512)
        lines += "file: ".utf8
        lines += Self.oneLine(place)
        if modified.seconds != song.modified {
            modified = (song.modified, Array("\nLast-Modified: \(Timestamp.text(song.modified))\n".utf8))
        }
        lines += modified.line
        if let rate = song.sampleRate, let channels = song.channelCount, rate > 0, channels > 0 {
            lines += "Format: \(rate):f:\(channels)\n".utf8
        }
        song.tags.forEachOwnValue { tag, value in add(tag, value, to: &lines) }
        if shared?.tags != song.tags.sharedBytes {
            var common: [UInt8] = []
            let hidden = song.tags.hiddenTags
            song.tags.forEachSharedValue { tag, value in
                if !hidden.contains(tag) { add(tag, value, to: &common) }
            }
            shared = (song.tags.sharedBytes, common)
        }
        lines += shared?.lines ?? []
        if let milliseconds = song.milliseconds {
            lines += "Time: \((max(0, milliseconds) + 500) / 1_000)\nduration: ".utf8
            lines += Decimals.milliseconds(Double(milliseconds) / 1_000).utf8
            lines.append(UInt8(ascii: "\n"))
        }
        reply.add(lines: lines)
    }

    private func add(_ tag: SongTag, _ value: UnsafeBufferPointer<UInt8>, to lines: inout [UInt8]) {
        let name = names[Int(tag.rawValue)]
        guard !name.isEmpty else { return }
        lines += name
        if tag == .track || tag == .disc {
            lines += Song.number(String(decoding: value, as: UTF8.self)).utf8
        } else {
            lines += value
        }
        lines.append(UInt8(ascii: "\n"))
    }

    /// Returns a name without line ends, which would be read as lines of the reply.
    static func oneLine(_ name: [UInt8]) -> [UInt8] {
        name.contains(0x0A) || name.contains(0x0D) ? name.map { $0 == 0x0A || $0 == 0x0D ? UInt8(ascii: " ") : $0 } : name
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
    /// Makes the tag of the protocol; `nil` if it has none of this kind.
    fileprivate init?(_ tag: SongTag) {
        switch tag {
        case .title: self = .title
        case .artist, .shownArtist: self = .artist
        case .album: self = .album
        case .albumArtist, .shownAlbumArtist: self = .albumArtist
        case .artistSort: self = .artistSort
        case .albumSort: self = .albumSort
        case .albumArtistSort: self = .albumArtistSort
        case .composerSort: self = .composerSort
        case .track: self = .track
        case .disc: self = .disc
        case .date: self = .date
        case .originalDate: self = .originalDate
        case .genre: self = .genre
        case .composer: self = .composer
        case .conductor: self = .conductor
        case .performer: self = .performer
        case .work: self = .work
        case .label: self = .label
        case .movement: self = .movement
        case .movementNumber: self = .movementNumber
        case .ensemble: self = .ensemble
        case .location: self = .location
        case .grouping: self = .grouping
        case .recordingIdentifier: self = .musicBrainzTrack
        case .releaseTrackIdentifier: self = .musicBrainzReleaseTrack
        case .releaseIdentifier: self = .musicBrainzAlbum
        case .workIdentifier: self = .musicBrainzWork
        case .artistIdentifier: self = .musicBrainzArtist
        case .albumArtistIdentifier: self = .musicBrainzAlbumArtist
        case .titleSort, .releaseGroupIdentifier, .comment: return nil
        }
    }
}
