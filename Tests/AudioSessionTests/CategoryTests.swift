import AudioSession
import Testing

@Suite("The session's words")
struct CategoryTests {
    @Test("are those of the protocol, and stay so")
    func names() {
        #expect(
            Category.allCases.map(\.rawValue)
                == ["ambient", "soloAmbient", "playback", "record", "playAndRecord", "multiRoute"])
        #expect(
            Mode.allCases.map(\.rawValue)
                == ["default", "spokenAudio", "moviePlayback", "voiceChat", "videoChat", "measurement", "voicePrompt"])
        #expect(
            Option.allCases.map(\.rawValue) == [
                "mixWithOthers", "duckOthers", "interruptSpokenAudioAndMixWithOthers", "defaultToSpeaker",
                "allowBluetoothHFP", "allowBluetoothA2DP",
            ])
    }
}
