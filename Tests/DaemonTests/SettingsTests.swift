import Application
import AudioSession
import AudioTypes
import Configuration
import ControlServer
import LineServer
import MPDDoor
import MPDProtocol
import NIOCore
import Network
import PlayerModel
import Testing

@testable import Daemon

@Suite("What a configuration comes to")
struct SettingsTests {
    @Test("the defaults of the file are the defaults of the daemon")
    func defaults() { #expect(DaemonSettings(Configuration()) == DaemonSettings()) }

    @Test("every part gets what concerns it")
    func parts() throws {
        let text = """
            server = { clients = 7, write_timeout = 1.5, idle_exit = 60 }
            playback = { buffer_seconds = 1, read_ahead_bytes = 4096, fade_seconds = 0.5, follow_format = true, crossfade_seconds = 3, speed = 1.33, resume_minutes = 20, resume_spoken = false, \
            restore = "playing", \
            replay_gain = "album", replay_gain_preamp_db = 3, replay_gain_untagged_db = -2.5, replay_gain_prevent_clipping = false }
            output = { target = "speaker", buffer_duration = 0.02, media_role = "Movie", passthrough = ["ac3", "dop"] }
            queue = { limit = 9, repeat = "all", shuffle = "albums" }
            network = { enabled = false }
            session = { resume_after_reset = false, ignored_players = ["org.mpris.MediaPlayer2.phone", "tv"], \
            private_outputs = ["*dongle*"] }
            """
        let settings = DaemonSettings(try Configuration(parsing: text, file: "c.toml"))
        #expect(settings.limits.lines.clients == 7)
        #expect(settings.limits.lines.writeTimeout == .milliseconds(1_500))
        #expect(settings.idleExitSeconds == 60)
        #expect(!NetworkConfiguration(settings, version: "1").isEnabled)
        #expect(settings.application.playback.bufferSeconds == 1)
        #expect(settings.application.playback.readAheadBytes == 4_096)
        #expect(settings.application.playback.fadeSeconds == 0.5)
        #expect(settings.application.playback.followsFormat)
        #expect(settings.application.playback.options.crossfadeSeconds == 3)
        // The nearest step.
        #expect(settings.application.playback.options.speed == 1.35)
        #expect(settings.application.playback.resume == ResumeRule(leastSeconds: 1_200, includesSpoken: false))
        #expect(!settings.application.playback.resumesAfterReset)
        #expect(settings.application.playback.queueLimit == 9)
        #expect(
            settings.application.playback.replayGain
                == ReplayGainSettings(preampDecibels: 3, untaggedDecibels: -2.5, preventsClipping: false))
        #expect(settings.application.playback.options.replayGain == .album)
        #expect(settings.application.restore == .playing)
        #expect(settings.application.output.target == "speaker")
        #expect(settings.application.output.orders.preferredBufferDuration == 0.02)
        #expect(settings.application.output.mediaRole == "Movie")
        #expect(settings.application.playback.options.passthrough == [.ac3, .dop])
        #expect(settings.application.ignoredPlayers == ["org.mpris.MediaPlayer2.phone", "tv"])
        #expect(settings.application.output.orders.privateOutputs == ["*dongle*"])
        #expect(settings.application.modes.repeats == .all)
        #expect(settings.application.modes.shuffles && settings.application.modes.shufflesBy == .albums)
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
        settings.application.playback.bufferSeconds += 20
        let told = NetworkConfiguration(settings, version: "9.8")
        #expect(told.userAgent == "radio" && told.certificateFile == "/c.pem")
        #expect(told.proxies == .environment("http://proxy:3128") && plain.proxies == .environment(""))
        #expect(told.allowsPrivateAddresses && told.timeoutSeconds == 7)
        #expect(told.attentionSeconds == plain.attentionSeconds + 20)
    }

    @Test("the preferred buffer duration has the same range in the file as in the protocol")
    func bufferDurations() throws {
        let range = SessionPreferences.bufferDurations
        func accepts(_ seconds: Double) -> Bool {
            (try? Configuration(parsing: "output = { buffer_duration = \(seconds) }", file: "c.toml")) != nil
        }
        #expect(accepts(range.lowerBound) && accepts(range.upperBound) && accepts(0))
        #expect(!accepts(range.lowerBound.nextDown) && !accepts(range.upperBound.nextUp))
    }

    @Test("the door for clients of MPD is wanted only with a socket or an address, and finds its directory")
    func mpd() throws {
        #expect(!DaemonSettings().mpd.isWanted)
        func settings(_ lines: String, _ environment: [String: String] = [:]) throws -> MPDSettings {
            DaemonSettings(try Configuration(parsing: "[mpd]\n\(lines)\n", file: "c.toml"), environment: environment).mpd
        }
        #expect(try settings("listen = [\"[::1]:6600\"]").isWanted)
        let run = ["XDG_RUNTIME_DIR": "/run/user/7", "HOME": "/home/me"]
        #expect(try settings("socket = \"$XDG_RUNTIME_DIR/mpd/socket\"", run).socket == "/run/user/7/mpd/socket")
        #expect(try settings("socket = \"~/mpd\"", run).socket == "/home/me/mpd")
        #expect(try settings("socket = \"~/mpd\"").socket == "~/mpd")
        let guarded = try settings("password = [\"a@read\"]\ndefault_permissions = [\"player\"]").access
        #expect(guarded.withoutPassword == .player && guarded.permissions(for: Array("a".utf8)) == .read)
    }
}
