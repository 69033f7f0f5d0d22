import Testing

@testable import MPDMigration

@Suite("Moving in from MPD")
struct MigrationTests {
    private let paths = MPDPaths(
        environment: ["HOME": "/home/u", "XDG_RUNTIME_DIR": "/run/u"], music: "/home/u/Music", homes: ["v": "/srv/v"])

    private func configuration(_ text: String, included: [String: String] = [:]) -> MPDConfiguration {
        MPDConfiguration(
            Array(text.utf8), path: "/etc/mpd.conf", read: { included[$0].map { Array($0.utf8) } }, expand: paths.absolute)
    }

    private func proposal(_ text: String, _ state: String? = nil) -> ConfigurationProposal {
        ConfigurationProposal(configuration(text), state.map { MPDState(Array($0.utf8)) }, paths: paths)
    }

    @Test("quotes, escapes, comments, blocks and included files are read as MPD reads them")
    func syntax() {
        let read = configuration(
            """
            # a comment
              music_directory   "/m \\"x\\" \\\\ #1"   # another
            port\t"6601"
            include "more.conf"
            include_optional "/none"
            include "~/gone"
            audio_output {
            \ttype "alsa"
              name "My \\"DAC\\"" # the name
            }
            bind_to_address "any"
            bind_to_address "/run/x"
            """, included: ["/etc/more.conf": "password \"a@read\"\naudio_output {\n type \"null\"\n}\n"])
        #expect(read["music_directory"] == "/m \"x\" \\ #1" && read["port"] == "6601")
        #expect(read.values(of: "bind_to_address") == ["any", "/run/x"] && read["password"] == "a@read")
        #expect(read.blocks("audio_output").map { $0["type"] } == ["null", "alsa"])
        #expect(read.blocks("audio_output").last?["name"] == "My \"DAC\"")
        #expect(read.faults.map(\.description) == ["/etc/mpd.conf, line 6: /home/u/gone cannot be read"])
    }

    @Test("a line that is wrong is told with its place, and costs no other line")
    func faults() {
        let read = configuration("a \"x\n}\nb\nc \"y\" z\nd \"ok\"\naudio_output {\n type \"null\"\n")
        #expect(read["d"] == "ok" && read.blocks.count == 1)
        #expect(read.faults.map(\.line) == [1, 2, 3, 4, 8])
        var files: [String: String] = [:]
        files["/etc/mpd.conf"] = "include \"mpd.conf\"\n"
        #expect(
            configuration("include \"mpd.conf\"\n", included: files).faults.map(\.reason) == ["too many files include each other"]
        )
    }

    @Test(
        "paths begin at homes and at the directories of the desktop",
        arguments: [
            ("~/a/", "/home/u/a"), ("~v/a", "/srv/v/a"), ("~x/a", nil), ("$HOME/a", "/home/u/a"),
            ("$XDG_MUSIC_DIR", "/home/u/Music"),
            ("$XDG_CONFIG_HOME/mpd", "/home/u/.config/mpd"), ("$XDG_RUNTIME_DIR/s", "/run/u/s"), ("$OTHER/a", nil), ("a", nil),
            ("nfs://host/a", nil), ("/", "/"),
        ])
    func beginnings(path: String, absolute: String?) { #expect(paths.absolute(path) == absolute) }

    @Test("settings become keys of config.toml, and what has no counterpart is named")
    func keys() {
        let found = proposal(
            """
            music_directory "~/Sound \\"x\\""
            bind_to_address "localhost"
            bind_to_address "~/.mpd/socket"
            bind_to_address "::1"
            bind_to_address "myhost"
            bind_to_address "10.0.0.1:7000"
            port "6601"
            password "secret@read,add,control"
            password "broken"
            default_permissions "read, add"
            replaygain "album"
            replaygain_preamp "-20"
            replaygain_limit "no"
            restore_paused "yes"
            max_playlist_length "16384"
            samplerate_converter "soxr"
            audio_output {
              type "pipewire"
              name "Speakers"
              target "alsa_output.usb"
            }
            audio_output {
              type "httpd"
              name "Radio"
            }
            decoder {
              plugin "mad"
            }
            """, "crossfade: 5\nreplay_gain_mode: track\n")
        #expect(
            found.text == """
                [library]
                directories = ["/home/u/Sound \\"x\\""]

                [mpd]
                socket = "$XDG_RUNTIME_DIR/fermata/mpd.sock"
                listen = ["127.0.0.1:6601", "[::1]:6601", "10.0.0.1:7000"]
                password = ["secret@read,add,control"]
                default_permissions = ["read", "add"]

                [playback]
                crossfade_seconds = 5.0
                replay_gain = "track"
                replay_gain_preamp_db = -15.0
                replay_gain_prevent_clipping = false
                restore = "paused"

                [queue]
                limit = 16384

                [output]
                target = "alsa_output.usb"

                """)
        for word in ["myhost", "~/.mpd/socket", "password", "15 dB", "samplerate_converter", "Radio", "decoder"] {
            #expect(found.losses.contains { $0.contains(word) }, "\(word): \(found.losses)")
        }
        #expect(
            proposal("music_directory \"~/Music\"\nbind_to_address \"/s\"\n").text
                == "[mpd]\nsocket = \"$XDG_RUNTIME_DIR/fermata/mpd.sock\"\n")
    }

    @Test(
        "without a password that counts, only this machine is let in, and it is said how to let others in",
        arguments: [
            ("", "127.0.0.1:6600", "0.0.0.0:6600"), ("bind_to_address \"any\"\n", "127.0.0.1:6600", "0.0.0.0:6600"),
            ("bind_to_address \"0.0.0.0\"\nport \"7\"\n", "127.0.0.1:7", "0.0.0.0:7"),
            ("bind_to_address \"::\"\n", "[::1]:6600", "[::]:6600"),
            ("bind_to_address \"10.0.0.1:7000\"\n", "127.0.0.1:7000", "10.0.0.1:7000"),
            ("password \"secret\"\n", "127.0.0.1:6600", "0.0.0.0:6600"),
            ("default_permissions \"read\"\n", "127.0.0.1:6600", "0.0.0.0:6600"),
        ])
    func withoutPassword(_ settings: String, kept: String, wanted: String) {
        let found = proposal(settings)
        #expect(found.text.contains("listen = [\"\(kept)\"]\n"), "\(found.text)")
        #expect(found.losses.contains { $0.contains("mpd.password") && $0.contains("[\"\(wanted)\"]") }, "\(found.losses)")
        let open = proposal("\(settings)password \"secret@read,control\"\n")
        #expect(open.text.contains("listen = [\"\(wanted)\"]\n"), "\(open.text)")
    }

    @Test("the state is read with songs of every form, and what cannot be kept is named")
    func state() {
        let state = MPDState(
            Array(
                """
                sw_volume: 40
                audio_device_state:1:My output
                state: pause
                current: 2
                time: 12.345
                random: 1
                repeat: 1
                single: oneshot
                consume: 0
                crossfade: 3
                playlist_begin
                0:a/b: c.flac
                song_begin: http://h/x
                Title: 5:y
                Range: 1500-4000
                song_end
                Prio: 7
                2:a/ü.flac
                playlist_end

                """.utf8))
        #expect(state.songs == ["a/b: c.flac", "http://h/x", "a/ü.flac"])
        #expect(state.playback == .pause && state.current == 2 && state.elapsed == 12.345 && state.volume == 40)
        #expect(state.random && state.repeats && state.single == .oneshot && !state.consume && state.crossfade == 3)
        #expect(state.outputs == ["My output": true])
        #expect(state.priorities == [2: 7] && state.parts == [1: MPDState.Part(start: 1.5, end: 4)])
        #expect(state.losses.isEmpty, "\(state.losses)")
        let wrong = MPDState(Array("state: x\ncurrent: 9\ntime: nan\nsw_volume: 400\nplaylist_begin\n0:\nplaylist_end\n".utf8))
        #expect(
            wrong.playback == .stop && wrong.current == nil && wrong.elapsed == 0 && wrong.volume == nil && wrong.songs.isEmpty)
    }

    @Test(
        "a part of a song is read in milliseconds, and one that is none is left out",
        arguments: [
            ("1500-4000", MPDState.Part(start: 1.5, end: 4)), ("250-", MPDState.Part(start: 0.25, end: nil)),
            ("0-9", MPDState.Part(start: 0, end: 0.009)), ("4000-1500", nil), ("0-", nil), ("x-7", nil), ("", nil),
        ] as [(String, MPDState.Part?)])
    func parts(text: String, part: MPDState.Part?) {
        let state = MPDState(Array("playlist_begin\nsong_begin: a\nRange: \(text)\nsong_end\nplaylist_end\n".utf8))
        #expect(state.songs == ["a"] && state.parts[0] == part)
    }

    @Test("a priority belongs to the song behind it, and not to another one if that is left out")
    func priorities() {
        let long = String(repeating: "x", count: 20_000)
        let lines = "Prio: 9\n0:\(long)\n1:a\nPrio: 300\n2:b\nPrio: 255\n3:c\n"
        let state = MPDState(Array("playlist_begin\n\(lines)playlist_end\n".utf8))
        #expect(state.songs == ["a", "b", "c"] && state.priorities == [2: 255])
    }

    @Test("what MPD says of being found in the network is taken over where clients of the network can connect")
    func publishing() {
        let found = proposal("bind_to_address \"::1\"\nzeroconf_enabled \"no\"\nzeroconf_name \"Music @ %h\"\n")
        #expect(found.text.contains("publish = false\npublish_name = \"Music @ %h\"\n"))
        #expect(!proposal("bind_to_address \"::1\"\n").text.contains("publish"))
        #expect(!proposal("bind_to_address \"/run/x\"\nzeroconf_enabled \"no\"\n").text.contains("publish"))
    }

    @Test("a queue that consumes once is told from one that goes on consuming", arguments: ["0", "1", "oneshot"])
    func consuming(value: String) {
        let state = MPDState(Array("consume: \(value)\n".utf8))
        #expect(state.consume == (value != "0") && state.consumesOnce == (value == "oneshot"))
    }

    @Test("a library that updates itself is watched, and what works in another way is named")
    func differences() {
        let found = proposal(
            """
            bind_to_address "localhost"
            auto_update "yes"
            follow_outside_symlinks "no"
            metadata_to_use "artist,title"
            audio_output {
              type "pipewire"
              name "Desk"
              target "alsa_output.desk"
            }
            audio_output {
              type "pipewire"
              name "Hall"
              target "alsa_output.hall"
            }
            """, "audio_device_state:0:Desk\naudio_device_state:1:Hall\n")
        #expect(found.text.contains("[library]\nwatch = true\nfollow_outside_links = false\n"))
        // An output that is switched off is not the one to play to.
        #expect(found.text.contains("target = \"alsa_output.hall\""))
        for words in ["metadata_to_use", "audio_output Desk is switched off"] {
            #expect(found.losses.contains { $0.contains(words) }, "\(words): \(found.losses)")
        }
        #expect(!found.losses.contains { $0.contains("auto_update") || $0.contains("Hall is") || $0.contains("inside") })
    }

    @Test(
        "character sets, depths and limits that are not taken over are named",
        arguments: [
            "filesystem_charset \"ISO-8859-1\"", "id3v1_encoding \"CP1252\"", "auto_update_depth \"3\"", "max_connections \"10\"",
            "max_output_buffer_size \"8192\"", "default_permissions \"read,fly\"",
        ])
    func withoutCounterpart(line: String) throws {
        let name = try #require(line.split(separator: " ").first)
        #expect(proposal(line + "\n").losses.contains { $0.contains(name) })
        #expect(!proposal("filesystem_charset \"utf-8\"\n").losses.contains { $0.contains("charset") })
    }

    @Test("a song that is left out moves the place of the current one")
    func omitted() {
        let long = String(repeating: "x", count: 20_000)
        let state = MPDState(Array("state: play\ncurrent: 2\nplaylist_begin\n0:\(long)\n1:a\n2:b\nplaylist_end\n".utf8))
        #expect(state.songs == ["a", "b"] && state.current == 1)
    }

    @Test("texts that would end the line of a value are escaped")
    func quoting() {
        #expect(ConfigurationProposal.quoted("a\"\\\n\u{7F}ü") == "\"a\\\"\\\\\\u000a\\u007fü\"")
    }
}
