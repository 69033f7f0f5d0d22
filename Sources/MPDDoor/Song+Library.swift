import MPDProtocol
import MusicLibrary

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

    /// Makes a song of which only tags and duration are known.
    /// - Parameter wanted: the tags that are looked at; `nil` for all.
    init(_ tags: SongTags, milliseconds: Int64?, wanted: Set<SongTag>? = nil) {
        self.init(file: "")
        duration = milliseconds.map { Double($0) / 1_000 }
        add(tags, wanted)
    }

    /// Returns a number without its total and without zeros in front, as clients expect it; any other text as it is.
    private static func number(_ text: String) -> String {
        Int(text.prefix { $0.isASCII && $0.isNumber }).map { "\($0)" } ?? text
    }

    /// Adds the tags that the protocol has. Where a file states its artists as they are to be shown, these count, as in MPD.
    private mutating func add(_ kept: SongTags, _ wanted: Set<SongTag>? = nil) {
        kept.forEach(wanted) { tag, value in
            guard let type = TagType(tag) else { return }
            // What is shown stands behind what it takes the place of.
            if tag == .shownArtist || tag == .shownAlbumArtist { tags.removeAll { $0.type == type } }
            tags.append(Tag(type, [.track, .disc].contains(type) ? Self.number(value) : value))
        }
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
