import AudioSession
import AudioTypes
import ControlProtocol
import Media
import MediaTypes
import Network
import PlayerModel
import Testing

@testable import Daemon

@Suite("The daemon's values as the protocol tells them")
struct TranslationTests {
    @Test("an item that is not there is named for programs, too")
    func missingItem() throws {
        var queue = PlayQueue()
        let error = try #require(throws: PlaybackError.self) { try queue.remove([7]) }
        #expect(ControlError(error).details == ["item": 7])
    }

    @Test("every error keeps its word, its sentence and what it is about; one that nobody foresaw is the daemon's own fault")
    func errors() {
        let codes: [PlaybackError.Code] = [
            .superseded, .nothingToPlay, .queueItemNotFound, .queueFull, .notSeekable, .mediaServicesFailed, .limitExceeded,
            .shuttingDown,
        ]
        let words = codes.map(\.rawValue) + ControlError.Code.all.map(\.name).filter { $0.hasPrefix("media_") }
        for word in words {
            let error = ControlError(PlaybackError(.init(rawValue: word), "Why.", uri: "/a", item: 3))
            #expect(error.code.name == word && error.message == "Why.")
            #expect(error.details == ["uri": "/a", "item": 3])
        }
        #expect(ControlError(PlaybackError(.init(rawValue: "odd"), "Why.")).code == .internalError)
        let limited = ControlError(PlaybackError(.limitExceeded, "Why.", uri: "/a"), limit: "streams")
        #expect(limited.details == ["uri": "/a", "limit": "streams"])
        let session: [SessionError.Code] = [
            .incompatibleCategory, .badOption, .cannotInterruptOthers, .insufficientPriority, .notActive, .busy,
            .mediaServicesFailed, .noRoute, .outputNotFound, .limitExceeded, .invalidParameter,
        ]
        for code in session {
            let error = ControlError(SessionError(code, "Why."))
            #expect(error.code.name == code.rawValue && error.message == "Why.")
            #expect(error.details == (code == .limitExceeded ? ["limit": "interruptions"] : [:]))
        }
    }

    @Test("states and reasons keep their words, and the protocol has no others")
    func words() {
        #expect(
            Wire.PlayerState.allCases
                == Wire.PlayerState.allCases.compactMap { PlaybackState(rawValue: $0.rawValue) }.map(Wire.PlayerState.init))
        #expect(
            Wire.StateReason.allCases
                == Wire.StateReason.allCases.compactMap { PlaybackReason(rawValue: $0.rawValue) }.map(Wire.StateReason.init))
        #expect(
            Wire.ItemChangeReason.allCases
                == Wire.ItemChangeReason.allCases.compactMap { ItemChangeReason(rawValue: $0.rawValue) }.map(
                    Wire.ItemChangeReason.init))
        for mode in Wire.RepeatMode.allCases {
            let repeats = QueueModes.Repeat(rawValue: mode.rawValue)
            #expect(repeats.map { Wire.QueueModes(QueueModes(repeats: $0)).repeat } == mode)
        }
    }

    @Test("bare samples of a client are understood as they were described, and a container is none")
    func samples() {
        for encoding in Wire.StreamFormat.Encoding.allCases where encoding != .auto {
            let samples = RawSamples(Wire.StreamFormat(encoding: encoding, sampleRate: 48_000, channels: 6))
            #expect(samples?.encoding.rawValue == encoding.rawValue)
            #expect(samples?.sampleRate.hertz == 48_000 && samples?.channelCount == 6)
        }
        #expect(RawSamples(.automatic) == nil)
    }

    @Test("a gain is told to a hundredth of a decibel, and not at all where there is none")
    func gain() throws {
        let rate = try #require(SampleRate(hertz: 44_100))
        let source = SourceDescription(
            format: StreamFormat(sampleRate: rate, channelLayout: .stereo), codec: "flac", bitsPerSample: 16, duration: nil,
            isSeekable: true, tags: [:])
        #expect(Wire.AudioFormat(source, TrackGain(decibels: -7.126)).replayGain == -7.13)
        #expect(
            Wire.AudioFormat(source, nil) == Wire.AudioFormat(codec: "flac", sampleRate: 44_100, channels: 2, bitsPerSample: 16))
    }

    @Test("to the session it makes a difference who had the player play, pause or stop")
    func activity() {
        #expect(PlayerActivity(.playing, .user) == .playing(byUser: true))
        #expect(PlayerActivity(.buffering, .mpris) == .playing(byUser: true))
        #expect(PlayerActivity(.playing, .interrupted) == .playing(byUser: false))
        #expect(PlayerActivity(.paused, .mpris) == .paused(byUser: true))
        #expect(PlayerActivity(.paused, .routeLost) == .paused(byUser: false))
        #expect(PlayerActivity(.stopped, .endOfQueue) == .stopped(endOfQueue: true))
        #expect(PlayerActivity(.stopped, .user) == .stopped(endOfQueue: false))
    }

    @Test("the network hears of the settings, and the daemon's name and version unless it is told another")
    func network() {
        var settings = DaemonSettings()
        let plain = NetworkConfiguration(settings, version: "9.8")
        #expect(plain.userAgent == "fermata/9.8" && plain.certificateFile == nil)
        settings.network.userAgent = "radio"
        settings.network.certificateFile = "/c.pem"
        settings.network.proxy = "http://proxy:3128"
        settings.network.allowsPrivateAddresses = true
        settings.network.timeoutSeconds = 7
        settings.playback.bufferSeconds += 20
        let told = NetworkConfiguration(settings, version: "9.8")
        #expect(told.userAgent == "radio" && told.certificateFile == "/c.pem")
        #expect(told.proxies == .environment("http://proxy:3128") && plain.proxies == .environment(""))
        #expect(told.allowsPrivateAddresses && told.timeoutSeconds == 7)
        #expect(told.attentionSeconds == plain.attentionSeconds + 20)
    }
}
