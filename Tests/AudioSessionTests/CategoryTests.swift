import AudioSession
import AudioTypes
import Testing

@Suite("A category")
struct CategoryTests {
    /// The table of the documentation, written down a second time.
    private static let options: [SessionOption: Set<SessionCategory>] = [
        .mixWithOthers: [.playback, .playAndRecord, .multiRoute],
        .duckOthers: [.ambient, .playback, .playAndRecord, .multiRoute],
        .interruptSpokenAudioAndMixWithOthers: [.playback, .playAndRecord, .multiRoute],
        .defaultToSpeaker: [.playAndRecord],
        .allowBluetoothHFP: [.record, .playAndRecord],
        .allowBluetoothA2DP: [.playAndRecord],
    ]
    private static let modes: [SessionMode: Set<SessionCategory>] = [
        .default: Set(SessionCategory.allCases),
        .spokenAudio: [.playback],
        .moviePlayback: [.playback],
        .voiceChat: [.playAndRecord],
        .videoChat: [.playAndRecord],
        .measurement: [.playback, .record, .playAndRecord],
        .voicePrompt: Set(SessionCategory.allCases),
    ]

    @Test("takes exactly its options", arguments: SessionCategory.allCases, SessionOption.allCases)
    func option(category: SessionCategory, option: SessionOption) {
        let isLegal = Self.options[option]?.contains(category) == true
        let profile = try? SessionProfile(category: category, options: [option])
        #expect((profile != nil) == isLegal)
    }

    @Test("takes exactly its modes", arguments: SessionCategory.allCases, SessionMode.allCases)
    func mode(category: SessionCategory, mode: SessionMode) {
        let isLegal = Self.modes[mode]?.contains(category) == true
        let profile = try? SessionProfile(category: category, mode: mode)
        #expect((profile != nil) == isLegal)
    }

    @Test("refuses with a sentence that says where an option goes")
    func sentence() {
        let error = #expect(throws: SessionError.self) {
            try SessionProfile(category: .playback, options: [.defaultToSpeaker])
        }
        #expect(error?.code == .badOption)
        #expect(error?.message.contains("playAndRecord") == true)
    }

    @Test("mixes always, never, or by an option")
    func mixing() throws {
        #expect(try SessionProfile(category: .ambient).isMixable)
        #expect(try !SessionProfile(category: .soloAmbient).isMixable)
        #expect(try !SessionProfile(category: .playback).isMixable)
        #expect(try SessionProfile(category: .playback, options: [.mixWithOthers]).isMixable)
        #expect(try SessionProfile(category: .playback, options: [.duckOthers]).isMixable)
    }

    @Test("has the words of the protocol, and so have modes and options")
    func names() {
        #expect(
            SessionCategory.allCases.map(\.rawValue)
                == ["ambient", "soloAmbient", "playback", "record", "playAndRecord", "multiRoute"])
        #expect(
            SessionMode.allCases.map(\.rawValue)
                == ["default", "spokenAudio", "moviePlayback", "voiceChat", "videoChat", "measurement", "voicePrompt"])
        #expect(
            SessionOption.allCases.map(\.rawValue) == [
                "mixWithOthers", "duckOthers", "interruptSpokenAudioAndMixWithOthers", "defaultToSpeaker",
                "allowBluetoothHFP", "allowBluetoothA2DP",
            ])
    }
}
