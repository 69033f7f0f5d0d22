/// Which of several audio tracks of a film or a book somebody has chosen.
package enum TrackChoice: Hashable, Sendable {
    /// The stream with this number among all of the container, from 0.
    case index(Int)
    case language(LanguageCode)

    /// The numbers that a stream can be chosen by.
    package static let indices: ClosedRange<Int> = 0...32_767
}

extension TrackChoice {
    /// The choice in two bytes, of which a queue has many; 0 is none.
    package init?(packed: UInt16) {
        guard packed != 0 else { return nil }
        if packed & 0x8000 != 0 {
            self = .index(Int(packed & 0x7FFF))
            return
        }
        var letters: [UInt8] = []
        for shift: UInt16 in [10, 5, 0] {
            let letter = UInt8((packed >> shift) & 31)
            if letter > 0 { letters.append(letter + 0x60) }
        }
        guard let language = LanguageCode(String(decoding: letters, as: UTF8.self)) else { return nil }
        self = .language(language)
    }

    /// See ``init(packed:)``.
    package var packed: UInt16 {
        switch self {
        case .index(let index): 0x8000 | UInt16(min(max(0, index), Self.indices.upperBound))
        case .language(let language):
            language.code.utf8.reduce(0 as UInt16) { packed, letter in (packed << 5) | UInt16(letter - 0x60) }
        }
    }
}

/// Which of several audio tracks is played: the one that somebody has chosen, or else the first language that media has of those that the
/// user prefers.
package struct TrackWish: Hashable, Sendable {
    package var choice: TrackChoice?
    /// The preferred languages, first the most wanted.
    package var languages: [LanguageCode]

    /// Makes a wish; by default for whatever the media itself has as its best track.
    package init(_ choice: TrackChoice? = nil, languages: [LanguageCode] = []) {
        self.choice = choice
        self.languages = languages
    }

    /// Whether nobody has wished for anything.
    package var isEmpty: Bool { choice == nil && languages.isEmpty }

    /// Whether a track was chosen by its number, so that no other one will do.
    package var isExact: Bool { if case .index = choice { true } else { false } }

    /// Returns the track to play of `tracks`; `nil` if the wish does not decide.
    /// - Throws: ``TrackIsMissing`` if a track was chosen by its number that is not there. A language that is not there leaves the
    ///   choice to the preferred ones: a queue may have films of which only some have it.
    package func track(among tracks: [SoundTrack]) throws(TrackIsMissing) -> SoundTrack? {
        switch choice {
        case .index(let index):
            guard let track = tracks.first(where: { $0.index == index }) else { throw TrackIsMissing(index: index) }
            return track
        case .language(let language):
            if let track = Self.best(tracks, in: language) { return track }
        case nil: break
        }
        // Who prefers a language wants the film in it, and not a comment on the film.
        let usual = tracks.filter { !$0.isSpecial }
        return languages.lazy.compactMap { Self.best(usual, in: $0) }.first
    }

    /// Returns the track of that language that most people want to hear; `nil` if there is none.
    package static func best(_ tracks: [SoundTrack], in language: LanguageCode) -> SoundTrack? {
        tracks.filter { $0.language == language }.min { $0.rank < $1.rank }
    }
}

/// A track was chosen by its number, and is not there.
package struct TrackIsMissing: Error, Hashable, Sendable {
    package let index: Int
}

/// An audio track of media, as far as it matters for a choice.
package struct SoundTrack: Hashable, Sendable {
    /// The number of its stream among all of the container, from 0.
    package let index: Int
    /// `nil` if the container does not say.
    package let language: LanguageCode?
    /// The name that the container gives the track; `nil` if it gives none.
    package let title: String?
    package let purposes: Set<TrackPurpose>

    /// Makes a track.
    package init(index: Int, language: LanguageCode? = nil, title: String? = nil, purposes: Set<TrackPurpose> = []) {
        self.index = index
        self.language = language
        self.title = title
        self.purposes = purposes
    }

    /// The lower, the sooner it is taken of several with one language: what is for everybody before a comment, what the container would
    /// play before the rest, and then the first.
    fileprivate var rank: Int {
        (isSpecial ? 1 << 32 : 0) + (purposes.contains(.default) ? 0 : 1 << 31) + index
    }

    /// Whether only some people want to hear it.
    fileprivate var isSpecial: Bool { !purposes.isDisjoint(with: TrackPurpose.special) }

    /// A text such as `2 (de, Commentary)`.
    package var description: String {
        let words = [language?.code, title].compactMap(\.self)
        return words.isEmpty ? "\(index)" : "\(index) (\(words.joined(separator: ", ")))"
    }
}

/// What a track is for, as its container says.
package enum TrackPurpose: String, CaseIterable, Hashable, Sendable {
    /// The one to play where nobody chooses.
    case `default`
    /// In the original language.
    case original
    case dub
    case commentary
    /// With what blind people need to hear of the picture.
    case visuallyImpaired
    /// For people who hear badly.
    case hearingImpaired
    case lyrics, karaoke
    /// Without voices.
    case cleanEffects
    /// Sound that does not come from the scene.
    case nonDiegetic

    /// Those of tracks that only some people want to hear.
    fileprivate static let special: Set<TrackPurpose> = [
        .commentary, .visuallyImpaired, .hearingImpaired, .karaoke, .cleanEffects, .nonDiegetic,
    ]
}
