package import AudioTypes

/// A category with the mode and the options that are legal in it. Only legal ones can be made.
package struct SessionProfile: Hashable, Sendable {
    /// What the sound is for.
    package let category: SessionCategory
    /// What kind of sound.
    package let mode: SessionMode
    /// How to get along with others.
    package let options: Set<SessionOption>

    /// What a session starts with: playback, alone.
    package static let initial = SessionProfile(unchecked: .playback, .default, [])

    private init(unchecked category: SessionCategory, _ mode: SessionMode, _ options: Set<SessionOption>) {
        self.category = category
        self.mode = mode
        self.options = options
    }

    /// Puts the three together.
    /// - Throws: `badOption` where mode or option is not legal in the category; the sentence says where it is.
    package init(category: SessionCategory, mode: SessionMode = .default, options: Set<SessionOption> = []) throws(SessionError) {
        guard category.modes.contains(mode) else {
            let legal = SessionCategory.allCases.filter { $0.modes.contains(mode) }.map(\.rawValue)
            throw SessionError(
                .badOption,
                "mode \(mode.rawValue) is not for category \(category.rawValue): it goes with \(Self.list(legal))")
        }
        for option in options.sorted(by: { $0.rawValue < $1.rawValue }) where !category.options.contains(option) {
            let legal = SessionCategory.allCases.filter { $0.options.contains(option) }.map(\.rawValue)
            throw SessionError(
                .badOption,
                "option \(option.rawValue) cannot be set in category \(category.rawValue): it goes with \(Self.list(legal))")
        }
        self.init(unchecked: category, mode, options)
    }

    /// Whether others may be heard at the same time, so that activation leaves them alone.
    package var isMixable: Bool {
        switch category.mixing {
        case .always: true
        case .never: false
        case .byOption:
            !options.isDisjoint(with: [.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers])
        }
    }

    /// Whether others are lowered while the session is active.
    package var ducksOthers: Bool { options.contains(.duckOthers) }

    /// Whether it is enough to play softly where an interruption allows that: speech that cannot be understood is paused.
    package var maySoften: Bool { isMixable || mode != .spokenAudio }

    private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}
