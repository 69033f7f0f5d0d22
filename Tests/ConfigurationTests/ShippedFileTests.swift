import FoundationEssentials
import TOML
import Testing

@testable import Configuration

@Suite("the shipped config.toml")
struct ShippedFileTests {
    private static let root = String(#filePath.dropLast("Tests/ConfigurationTests/ShippedFileTests.swift".count))
    private let path = root + "config/config.toml"

    @Test("it says exactly the defaults")
    func defaults() throws {
        #expect(try ConfigurationFile(explicit: path, environment: [:]).load() == Configuration())
    }

    @Test("it names every key, in order, each with a line of explanation that says when a change counts")
    func everyKey() throws {
        let text = try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        let root = try TOMLReader.table(in: text)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var last = 0
        for key in ConfigurationKey.all {
            guard case .table(let section) = root[key.section]?.value else {
                Issue.record("[\(key.section)] is missing")
                return
            }
            let position = try #require(section[key.name]?.position, "\(key.path) is missing")
            #expect(position.line > last)
            last = position.line
            let explanation = lines[position.line - 2]
            #expect(explanation.hasPrefix("# "))
            #expect(explanation.hasSuffix(key.effect == .onReload ? "(reload)" : "(restart)"), "\(key.path)")
        }
    }

    private func text(of path: String) throws -> String {
        try String(decoding: Data(contentsOf: URL(filePath: Self.root + path)), as: UTF8.self)
    }

    @Test("it gives the range of every number")
    func ranges() throws {
        let text = try text(of: "config/config.toml")
        for key in ConfigurationKey.all {
            guard let range = key.range else { continue }
            let end = try #require(text.firstRange(of: "\n\(key.name) = ")).lowerBound
            let lines = text[..<end].split(separator: "\n", omittingEmptySubsequences: false)
            let explanation = lines.reversed().prefix { $0.hasPrefix("#") }.reversed().joined(separator: " ")
            #expect(explanation.replacing(" # ", with: " ").contains(range), "\(key.path): \(explanation)")
        }
    }

    @Test("the manual page gives the range of every number")
    func documentedRanges() throws {
        let page = try text(of: "docs/man/fermata-config.5").replacing("\\-", with: "-")
        for key in ConfigurationKey.all {
            guard let range = key.range else { continue }
            let entry = try #require(page.firstRange(of: "\n.It Ic \(key.name) No = "), "\(key.path)").upperBound
            let rest = page[entry...]
            let explanation = rest[..<(rest.firstRange(of: "\n.Pq Em")?.lowerBound ?? rest.endIndex)]
            #expect(explanation.contains(range), "\(key.path): \(explanation)")
        }
    }

    @Test("each of its values can be changed: every key is stored where it belongs")
    func everyKeyIsStored() throws {
        let changed = """
            server = { message_bytes = 2048, depth = 8, clients = 7, output_bytes = 70000, write_timeout = 1, idle_exit = 60 }
            playback = { buffer_seconds = 1, read_ahead_bytes = 4096, fade_seconds = 0.5, follow_format = true, crossfade_seconds = 3, crossfade_by = "content", speed = 1.5, rewind_seconds = 10, skip_silence = "mild", resume_minutes = 20, resume_spoken = false, \
            languages = ["de"], restore = "playing", \
            replay_gain = "album", replay_gain_preamp_db = 3, replay_gain_untagged_db = -2.5, replay_gain_prevent_clipping = false }
            output = { target = "speaker", buffer_duration = 0.02, media_role = "Movie", passthrough = ["ac3", "dop"] }
            network = { enabled = false, timeout_seconds = 5, allow_private_addresses = true, user_agent = "me", certificate_file = "/ca.pem", \
            proxy = "none" }
            queue = { limit = 9, repeat = "all", shuffle = true, shuffle_weights = ["rating"], endless = "playlist:x", consume = true }
            log = { level = "trace" }
            session = { interrupting_roles = [], becoming_noisy = false, resume_on_reconnect = 5, resume_after_sleep = true, inhibit_idle = false, \
            resume_after_reset = false, interrupt_others = false, surround_profiles = true, ignored_players = ["x"], private_outputs = [], record = "ask", duck_db = -6 }
            announcements = { duck_db = -20, limit_seconds = 5 }
            alarm = { fallback = "~/a.flac" }
            radio = { enabled = true, server = "http://radio.home:8080" }
            mpris = { enabled = false }
            recording = { directory = "/r", name = "%t", pre_roll = 5 }
            library = { directories = ["/m"], scan_at_start = false, watch = true, poll_interval = 60, follow_outside_links = false, measure_loudness = true, playlists = "~/p" }
            snapcast = { source = "server:4953", format = "44100:16:2", name = "Rooms", server_buffer_seconds = 0.5, \
            announcements = "server:4954", control = "[::1]:1705", discover = "music", \
            local_room = "Study", local_room_rule = "pause" }
            icecast = { server = "radio:8000", mount = "/m", format = "opus", user = "u", password_file = "/p", name = "n", genre = "g", public = true }
            listenbrainz = { token_file = "/t", address = "http://lb" }
            lastfm = { key = "k", secret_file = "~/s", address = "https://libre.fm/2.0/" }
            mpd = { socket = "/run/mpd", listen = ["[::1]:6600"], password = ["a@read"], default_permissions = ["read"], \
            allow_private_addresses = true, publish = false, publish_name = "me" }
            remote = { listen = ["[::1]:6680"], names = ["music"], tls = true, certificate_file = "/c.pem", key_file = "~/k.pem", \
            publish = false, publish_name = "me", stream = true, stream_format = "48000:24:1" }
            """
        let read = try Configuration(parsing: changed, file: "c.toml")
        #expect(read.changedKeys(since: Configuration()).map(\.path) == ConfigurationKey.all.map(\.path))
    }
}
