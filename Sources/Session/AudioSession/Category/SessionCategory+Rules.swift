package import AudioTypes

/// Whether the sound of a category mixes with that of other programs.
package enum Mixing: Hashable, Sendable {
    case always, never, byOption
}

extension SessionCategory {
    /// Whether the category has output.
    package var hasOutput: Bool { self != .record }

    /// Whether the category has input.
    package var hasInput: Bool { [.record, .playAndRecord, .multiRoute].contains(self) }

    /// Whether the category's sound may be heard together with that of other programs.
    package var mixing: Mixing {
        switch self {
        case .ambient: .always
        case .soloAmbient, .record: .never
        case .playback, .playAndRecord, .multiRoute: .byOption
        }
    }

    /// The options that may be set in the category.
    package var options: Set<SessionOption> {
        switch self {
        case .ambient: [.duckOthers]
        case .soloAmbient: []
        case .playback, .multiRoute: [.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers]
        case .record: [.allowBluetoothHFP]
        case .playAndRecord: Set(SessionOption.allCases)
        }
    }

    /// The modes that may be set in the category.
    package var modes: Set<SessionMode> {
        switch self {
        case .ambient, .soloAmbient, .multiRoute: [.default, .voicePrompt]
        case .playback: [.default, .spokenAudio, .moviePlayback, .measurement, .voicePrompt]
        case .record: [.default, .measurement, .voicePrompt]
        case .playAndRecord: [.default, .voiceChat, .videoChat, .measurement, .voicePrompt]
        }
    }
}
