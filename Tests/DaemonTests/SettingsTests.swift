import Configuration
import ControlServer
import NIOCore
import PipeWireOutput
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
            server = { clients = 7, write_timeout = 1.5 }
            playback = { buffer_seconds = 1, fade_seconds = 0.5, follow_format = true, crossfade_seconds = 3, restore = "playing", \
            replay_gain = "album", replay_gain_preamp_db = 3, replay_gain_untagged_db = -2.5, replay_gain_prevent_clipping = false }
            output = { target = "speaker", buffer_duration = 0.02, media_role = "Movie" }
            queue = { limit = 9, repeat = "all", shuffle = true }
            session = { resume_after_reset = false, ignored_players = ["org.mpris.MediaPlayer2.phone", "tv"], \
            private_outputs = ["*dongle*"] }
            """
        let settings = DaemonSettings(try Configuration(parsing: text, file: "c.toml"))
        #expect(settings.limits.clients == 7)
        #expect(settings.limits.writeTimeout == .milliseconds(1_500))
        #expect(settings.playback.bufferSeconds == 1)
        #expect(settings.playback.fadeSeconds == 0.5)
        #expect(settings.playback.followsFormat)
        #expect(settings.playback.crossfadeSeconds == 3)
        #expect(!settings.playback.resumesAfterReset)
        #expect(settings.playback.queueLimit == 9)
        #expect(
            settings.playback.replayGain
                == ReplayGainSettings(mode: .album, preampDecibels: 3, untaggedDecibels: -2.5, preventsClipping: false))
        #expect(settings.restore == .playing)
        #expect(settings.output.target == "speaker")
        #expect(settings.output.preferredBufferDuration == 0.02)
        #expect(settings.output.mediaRole == "Movie")
        #expect(settings.ignoredPlayers == ["org.mpris.MediaPlayer2.phone", "tv"])
        #expect(settings.output.privateOutputs == ["*dongle*"])
        #expect(settings.modes.repeats == .all)
        #expect(settings.modes.shuffles)
    }
}
