package import AudioTypes

/// A category with a mode and options that go with it. Only valid combinations can be made.
package struct SessionProfile: Hashable, Sendable {
    /// What the session uses sound for.
    package let category: SessionCategory
    /// The kind of sound.
    package let mode: SessionMode
    /// The options, which change the usual behaviour of the category.
    package let options: Set<SessionOption>

    /// The profile of a new session: `playback`, which does not mix with others.
    package static let initial = SessionProfile(unchecked: .playback, .default, [])

    private init(unchecked category: SessionCategory, _ mode: SessionMode, _ options: Set<SessionOption>) {
        self.category = category
        self.mode = mode
        self.options = options
    }

    /// Makes a profile of category, mode and options.
    /// - Throws: `badOption` if the mode or an option does not go with the category; the sentence names the categories that it
    ///   goes with.
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

    /// Whether others may be heard at the same time, so that activation does not pause them.
    package var isMixable: Bool {
        switch category.mixing {
        case .always: true
        case .never: false
        case .byOption:
            !options.isDisjoint(with: [.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers])
        }
    }

    /// Whether others play at a lower volume while the session is active.
    package var ducksOthers: Bool { options.contains(.duckOthers) }

    /// Whether lower volume is enough for an interruption that allows it. It is not for `spokenAudio` that does not mix: speech
    /// that cannot be understood is paused.
    package var maySoften: Bool { isMixable || mode != .spokenAudio }

    private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}

extension SessionProfile {
    /// Makes a profile from words.
    /// - Throws: `invalidParameter` for a category or mode that does not exist, and the errors of
    ///   ``init(category:mode:options:)``. An option that does not exist is left out.
    package init(words category: String, _ mode: String, _ options: [String]) throws(SessionError) {
        guard let known = SessionCategory(rawValue: category), let knownMode = SessionMode(rawValue: mode) else {
            throw SessionError(.invalidParameter, "there is no category \(category), or no mode \(mode)")
        }
        try self.init(category: known, mode: knownMode, options: Set(options.compactMap(SessionOption.init(rawValue:))))
    }
}
