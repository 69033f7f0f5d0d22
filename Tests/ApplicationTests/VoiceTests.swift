import Decoding
import MediaTypes
import PlayerModel
import Synchronization
import TestSupport
import Testing

@testable import Application

@Suite("Voices from devices of the network", .serialized)
struct VoiceTests {
    private static let heads: [[UInt8]] = [
        [0x1A, 0x45, 0xDF, 0xA3, 0, 0], Array("OggS\0\0".utf8), [0, 0, 0, 24] + Array("ftypM4A ".utf8),
        Array("RIFF\0\0\0\0WAVEfmt ".utf8),
    ]

    @Test("begin as browsers record them, and are no longer than the limit")
    func heads() {
        for head in Self.heads { #expect(Voice.refusal(of: head) == nil, "\(head)") }
        #expect(Voice.refusal(of: Self.heads[0] + Array(repeating: 0, count: Voice.longest - 6)) == nil)
        #expect(Voice.refusal(of: Self.heads[0] + Array(repeating: 0, count: Voice.longest))?.code == .limitExceeded)
        let others = [
            "", "O", "RIFF", "RIFF\0\0\0\0AVI LIST", "#EXTM3U\nWAVEfmt ", "ffconcat version 1.0\n", "fLaC\0\0\0\0", "<?xml",
            "\0\0\0\0moov",
        ]
        for other in others { #expect(Voice.refusal(of: Array(other.utf8))?.code == .media(.unsupported), "\(other)") }
    }

    @Test("are open before they are answered, need no connection, and leave no stream behind")
    func announced() async throws {
        let stage = try ApplicationStage(try TemporaryDirectory())
        let sound = WaveFile.encode(AudioFixture.unique(frameCount: 8_000 * 59, sampleRate: 8_000), as: .signed(bits: 16))
        let answers = Mutex<[Result<Int64, ApplicationError>]>([])
        for bytes in [sound, Array("OggS and nothing that is sound".utf8), Array("#EXTM3U\n/etc/passwd\n".utf8)] {
            try stage.on { application in
                application.announceVoice(bytes, for: Origin(.control, client: 1, isFar: true)) { answer in
                    answers.withLock { $0.append(answer) }
                }
            }
        }
        try await waitUntil("the answers") { answers.withLock { $0.count == 3 } }
        #expect(answers.withLock { $0.count { (try? $0.get()) != nil } } == 1)
        try stage.on { application in
            #expect(application.announcements.count == 1)
            try application.cancelAnnouncement(nil)
        }
        try await waitUntil("the end of its stream") { (try? stage.on { $0.streams.isEmpty }) == true }
        try await stage.end()
    }
}
