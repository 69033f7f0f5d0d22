import Testing

@testable import MPDMigration

@Suite("What MPD's state has beside the songs")
struct StreamTagsTests {
    private func state(_ text: String) -> MPDState { MPDState(Array(text.utf8)) }

    @Test("the tags of streams are read, and those of files are left to the files")
    func tags() {
        let state = state(
            """
            playlist_begin
            song_begin: https://h.example/episode.mp3
            Time: 1800.500000
            Artist:   Somebody: and another
            Artist: Somebody else
            Title: Number 7
            AlbumArtist: All
            Album: A Feed
            Track: 7/12
            Disc: 2
            Date: 2026-01-02
            Genre: Podcast
            Composer: Nobody
            mtime: 0
            song_end
            song_begin: a/1.flac
            Range: 1000-2000
            Title: In the file
            song_end
            0:a/2.flac
            song_begin: /elsewhere/3.flac
            Title: In the file as well
            song_end
            song_begin: http://h.example/plain
            Title:
            song_end
            playlist_end

            """)
        #expect(state.songs.count == 5)
        #expect(
            state.tags == [
                0: [
                    .title: "Number 7", .artist: "Somebody: and another", .albumArtist: "All", .album: "A Feed",
                    .trackNumber: "7/12", .discNumber: "2", .date: "2026-01-02", .genre: "Podcast",
                ]
            ])
        #expect(state.losses == ["tags of streams for which the queue has no place: Artist, Composer"])
    }

    @Test("a station goes by its name, and not by what was on the air", arguments: [true, false])
    func stations(titleFirst: Bool) {
        let lines = titleFirst ? "Title: Song\nName: Radio\n" : "Name: Radio\nTitle: Song\n"
        let state = state("playlist_begin\nsong_begin: http://h.example/radio\n\(lines)song_end\nplaylist_end\n")
        #expect(state.tags == [0: [.title: "Radio"]] && state.losses.isEmpty, "\(state)")
    }

    @Test("a tag that has no end is cut, and one of a song that is left out is nobody's")
    func bounds() {
        let long = String(repeating: "ü", count: 50_000)
        let lost = "song_begin: http://h.example/\(long)\nTitle: Lost\nsong_end\n"
        let cut = "song_begin: http://h.example/b\nTitle: \(long)\nsong_end\n"
        let state = state("playlist_begin\n\(lost)\(cut)playlist_end\n")
        #expect(state.songs == ["http://h.example/b"])
        #expect(state.tags == [0: [.title: String(repeating: "ü", count: 1_000)]])
    }

    @Test("MixRamp is told where it was on, and where it was set", arguments: ["-1", "nan", "2.5"])
    func mixRamp(delay: String) {
        let state = state("mixrampdb: -17.000000\nmixrampdelay: \(delay)\n")
        #expect(state.mixRampDecibels == -17 && state.mixRampDelay == Double(delay).flatMap { $0 > 0 ? $0 : nil })
        let empty = MPDConfiguration([], path: "/m", read: { _ in nil }, expand: { $0 })
        let proposal = ConfigurationProposal(empty, state, paths: MPDPaths(environment: [:], music: nil))
        let losses = proposal.losses
        #expect(proposal.text.contains("crossfade_by = \"content\"") == (delay == "2.5"))
        #expect(losses.contains { $0.contains("mixrampdb -17.0") && $0.contains("mixrampdelay 2.5") == (delay == "2.5") })
    }

    @Test("mounts, other partitions and lines of newer versions are named, and do not disturb the rest")
    func others() {
        let state = state(
            """
            sw_volume: 40
            mount_begin
            uri: nas
            mounted_url: smb://user:secret@host/music
            mount_end
            state: pause
            current: 0
            lastloadedplaylist: Old
            emptysetting:
            playlist_begin
            0:a/1.flac
            playlist_end
            partition: kitchen
            state: play
            sw_volume: 90
            random: 1
            playlist_begin
            0:b/1.flac
            1:b/2.flac
            playlist_end
            partition: default
            repeat: 1

            """)
        #expect(state.songs == ["a/1.flac"] && state.playback == .pause && state.volume == 40)
        #expect(!state.random && state.repeats)
        for word in ["nas", "kitchen", "lastloadedplaylist"] {
            #expect(state.losses.count { $0.contains(word) } == 1, "\(word): \(state.losses)")
        }
        #expect(state.losses.count == 3 && !state.losses.contains { $0.contains("secret") }, "\(state.losses)")
    }
}

@Suite("What MPD's configuration has and fermatad does not")
struct LossesTests {
    private func proposal(_ text: String) -> ConfigurationProposal {
        let paths = MPDPaths(environment: ["HOME": "/home/u"], music: "/home/u/Music")
        let read = MPDConfiguration(Array(text.utf8), path: "/etc/mpd.conf", read: { _ in nil }, expand: paths.absolute)
        return ConfigurationProposal(read, nil, paths: paths)
    }

    @Test(
        "is named, each setting once",
        arguments: [
            "local_permissions \"read\"", "host_permissions \"1.2.3.4 read\"", "log_level \"verbose\"",
            "audio_buffer_size \"4096\"", "buffer_before_play \"10%\"", "gapless_mp3_playback \"no\"", "db_file \"~/db\"",
            "save_absolute_paths_in_playlists \"no\"", "pid_file \"~/pid\"", "user \"mpd\"", "mixer_type \"software\"",
            "samplerate_converter \"soxr\"", "audio_output_format \"44100:16:2\"", "replaygain \"loud\"",
            "replaygain_preamp \"much\"", "max_playlist_length \"0\"", "port \"99999\"", "default_permissions \"\"",
            "something_new \"1\"",
        ])
    func settings(line: String) throws {
        let name = try #require(line.split(separator: " ").first.map { String($0) })
        let losses = proposal("bind_to_address \"::1\"\nzeroconf_enabled \"no\"\n\(line)\n").losses
        #expect(losses.count == 1 && losses.contains { $0.contains(name) }, "\(losses)")
    }

    @Test("is not named where both do the same")
    func same() {
        let found = proposal(
            """
            bind_to_address "::1"
            zeroconf_enabled "no"
            playlist_directory "~/lists"
            sticker_file "~/stickers"
            save_absolute_paths_in_playlists "yes"
            gapless_mp3_playback "yes"
            restore_paused "TRUE"
            default_permissions ""
            password "secret@read"
            input {
              plugin "curl"
            }
            input {
              enabled "no"
              plugin "tidal"
            }
            """)
        #expect(found.losses.isEmpty, "\(found.losses)")
        #expect(found.text.contains("restore = \"paused\""))
    }

    @Test("a server that listens everywhere is told to do so over IPv4", arguments: ["", "bind_to_address \"any\"\n"])
    func everywhere(line: String) {
        let found = proposal(line + "zeroconf_enabled \"no\"\nport \"7000\"\npassword \"secret@read\"\n")
        #expect(found.text.contains("listen = [\"0.0.0.0:7000\"]"))
        #expect(found.losses.contains { $0.contains("[::]:7000") }, "\(found.losses)")
    }

    @Test("the proxy of the network is taken over, and what else its block says is named")
    func proxy() {
        let found = proposal(
            """
            input {
              plugin "curl"
              proxy "proxy.example:8080"
              proxy_user "me"
              proxy_password "secret"
            }
            input {
              plugin "qobuz"
            }
            """)
        #expect(found.text.contains("[network]\nproxy = \"http://proxy.example:8080\"\n"))
        for words in ["proxy_user, proxy_password", "qobuz"] { #expect(found.losses.contains { $0.contains(words) }, "\(words)") }
        #expect(!found.losses.contains { $0.contains("secret") })
    }

    @Test("what an output that is taken over has beside its target is named")
    func output() {
        let found = proposal(
            "audio_output {\n type \"pipewire\"\n name \"Desk\"\n target \"alsa\"\n format \"44100:16:2\"\n dsd \"yes\"\n}\n")
        #expect(found.losses.contains { $0.contains("Desk") && $0.contains("format, dsd") }, "\(found.losses)")
    }
}
