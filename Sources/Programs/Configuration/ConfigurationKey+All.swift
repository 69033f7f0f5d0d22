import AudioTypes

extension ConfigurationKey {
    /// All keys, in the order of the shipped file.
    package static let all: [ConfigurationKey] =
        server + playback + output + network + queue + log + session + announcements + alarm
        + radio + mpris + mpd + remote + recording + library + snapcast + icecast + listenBrainz + lastFM

    private static let server: [ConfigurationKey] = [
        .integer("server", "message_bytes", \.server.messageBytes, in: 1024...1 << 30, .onRestart),
        .integer("server", "depth", \.server.depth, in: 4...512, .onRestart),
        .integer("server", "clients", \.server.clients, in: 1...65_536, .onRestart),
        .integer("server", "output_bytes", \.server.outputBytes, in: 65_536...1 << 30, .onRestart),
        .number("server", "write_timeout", \.server.writeTimeout, .seconds, in: 0.1...3600, .onRestart),
        .number("server", "idle_exit", \.server.idleExit, .seconds, in: 10...604_800, orZero: true, .onReload),
    ]

    private static let playback: [ConfigurationKey] = [
        .number("playback", "buffer_seconds", \.playback.bufferSeconds, .seconds, in: 0.25...30, .onRestart),
        .integer("playback", "read_ahead_bytes", \.playback.readAheadBytes, in: 0...1 << 30, .onReload),
        .number("playback", "fade_seconds", \.playback.fadeSeconds, .seconds, in: 0...1, .onReload),
        .flag("playback", "follow_format", \.playback.followFormat, .onReload),
        .option(.crossfade),
        .option(.crossfadeBy),
        .option(.speed),
        .option(.rewind),
        .option(.skipSilence),
        .option(.replayGain),
        .number("playback", "replay_gain_preamp_db", \.playback.replayGainPreampDecibels, .decibels, in: -15...15, .onReload),
        .number("playback", "replay_gain_untagged_db", \.playback.replayGainUntaggedDecibels, .decibels, in: -15...15, .onReload),
        .flag("playback", "replay_gain_prevent_clipping", \.playback.replayGainPreventClipping, .onReload),
        .number("playback", "resume_minutes", \.playback.resumeMinutes, .minutes, in: 1...1_440, orZero: true, .onReload),
        .flag("playback", "resume_spoken", \.playback.resumeSpoken, .onReload),
        .texts(
            "playback", "languages", \.playback.languages, .onReload, each: "the code of a language, such as \"de\"",
            where: { LanguageCode($0) != nil }),
        .word("playback", "restore", \.playback.restore, .onRestart),
    ]

    private static let output: [ConfigurationKey] = [
        .text("output", "target", \.output.target, .onReload, mayBeEmpty: true),
        // The same range as for a client's preference in the control protocol.
        .number("output", "buffer_duration", \.output.bufferDuration, .seconds, in: 0.0005...0.5, orZero: true, .onReload),
        .text("output", "media_role", \.output.mediaRole, .onRestart, mayBeEmpty: false),
        .option(.passthrough),
    ]

    private static let network: [ConfigurationKey] = [
        .flag("network", "enabled", \.network.enabled, .onRestart),
        .number("network", "timeout_seconds", \.network.timeoutSeconds, .seconds, in: 1...600, .onReload),
        .flag("network", "allow_private_addresses", \.network.allowPrivateAddresses, .onReload),
        .text("network", "user_agent", \.network.userAgent, .onReload, mayBeEmpty: true),
        .text("network", "certificate_file", \.network.certificateFile, .onReload, mayBeEmpty: true),
        .text("network", "proxy", \.network.proxy, .onReload, mayBeEmpty: true),
    ]

    private static let queue: [ConfigurationKey] = [
        .integer("queue", "limit", \.queue.limit, in: 1...1_000_000, .onReload),
        .word("queue", "repeat", \.queue.repeatMode, .onRestart),
        .shuffle("queue", "shuffle", \.queue.shuffle, .onRestart),
        .option(.shuffleWeights),
        .option(.endless),
        .flag("queue", "consume", \.queue.consume, .onRestart),
    ]

    private static let recording: [ConfigurationKey] = [
        .text("recording", "directory", \.recording.directory, .onReload, mayBeEmpty: true),
        .text("recording", "name", \.recording.name, .onReload, mayBeEmpty: false),
        .number("recording", "pre_roll", \.recording.preRoll, .seconds, in: 0.5...60, orZero: true, .onReload),
    ]

    private static let library: [ConfigurationKey] = [
        .texts(
            "library", "directories", \.library.directories, .onReload, each: "an absolute path, or one below \"~/\"",
            where: Configuration.Library.isDirectory),
        .flag("library", "scan_at_start", \.library.scanAtStart, .onRestart),
        .flag("library", "watch", \.library.watch, .onReload),
        .number("library", "poll_interval", \.library.pollInterval, .seconds, in: 10...604_800, orZero: true, .onReload),
        .flag("library", "follow_outside_links", \.library.followOutsideLinks, .onReload),
        .flag("library", "measure_loudness", \.library.measureLoudness, .onReload),
        .text(
            "library", "playlists", \.library.playlists, .onReload, "an absolute path, one below \"~/\", or \"\"",
            where: { $0.isEmpty || Configuration.Library.isDirectory($0) }),
    ]

    private static let snapcast: [ConfigurationKey] = [
        .text(
            "snapcast", "source", \.snapcast.source, .onRestart,
            "a host with a port, such as \"127.0.0.1:4953\", \"discover\", or \"\"",
            where: Configuration.Snapcast.isAddress),
        .text(
            "snapcast", "format", \.snapcast.format, .onRestart,
            "a rate, 16, 24 or 32 bits and a number of channels, such as \"48000:16:2\"", where: Configuration.Snapcast.isFormat),
        .text("snapcast", "name", \.snapcast.name, .onRestart, mayBeEmpty: false),
        .number("snapcast", "server_buffer_seconds", \.snapcast.serverBufferSeconds, .seconds, in: 0.1...10, .onRestart),
        .text(
            "snapcast", "announcements", \.snapcast.announcements, .onRestart,
            "a host with a port, such as \"127.0.0.1:4954\", \"discover\", or \"\"", where: Configuration.Snapcast.isAddress),
        .text(
            "snapcast", "control", \.snapcast.control, .onReload,
            "a host with a port, such as \"server:1705\", \"discover\", or \"\"", where: Configuration.Snapcast.isAddress),
        .text(
            "snapcast", "discover", \.snapcast.discover, .onReload, "the name of a machine, such as \"music.local\", or \"\"",
            where: Configuration.Snapcast.isMachine),
        .text("snapcast", "local_room", \.snapcast.localRoom, .onReload, mayBeEmpty: true),
        .word("snapcast", "local_room_rule", \.snapcast.localRoomRule, .onReload),
    ]

    private static let icecast: [ConfigurationKey] = [
        .text(
            "icecast", "server", \.icecast.server, .onReload, "a host with a port, such as \"radio.home:8000\", or \"\"",
            where: Configuration.Icecast.isServer),
        .text(
            "icecast", "mount", \.icecast.mount, .onReload, "a path, such as \"/fermata\"", where: Configuration.Icecast.isMount),
        .word("icecast", "format", \.icecast.format, .onReload),
        .text(
            "icecast", "user", \.icecast.user, .onReload, "a name without a colon", where: Configuration.Icecast.isUser),
        .text(
            "icecast", "password_file", \.icecast.passwordFile, .onReload, "an absolute path, one below \"~/\", or \"\"",
            where: Configuration.Icecast.isFile),
        .text("icecast", "name", \.icecast.name, .onReload, mayBeEmpty: false),
        .text("icecast", "genre", \.icecast.genre, .onReload, mayBeEmpty: true),
        .flag("icecast", "public", \.icecast.isPublic, .onReload),
    ]

    private static let listenBrainz: [ConfigurationKey] = [
        .text(
            "listenbrainz", "token_file", \.listenBrainz.tokenFile, .onReload, "an absolute path, one below \"~/\", or \"\"",
            where: Configuration.Icecast.isFile),
        .text(
            "listenbrainz", "address", \.listenBrainz.address, .onReload, "an address such as \"https://api.listenbrainz.org\"",
            where: Configuration.ListenBrainz.isAddress),
    ]

    private static let lastFM: [ConfigurationKey] = [
        .text("lastfm", "key", \.lastFM.key, .onReload, "letters and digits, or \"\"", where: Configuration.LastFM.isKey),
        .text(
            "lastfm", "secret_file", \.lastFM.secretFile, .onReload, "an absolute path, one below \"~/\", or \"\"",
            where: Configuration.Icecast.isFile),
        .text(
            "lastfm", "address", \.lastFM.address, .onReload, "an address such as \"https://ws.audioscrobbler.com/2.0/\"",
            where: Configuration.ListenBrainz.isAddress),
    ]

    private static let log: [ConfigurationKey] = [.word("log", "level", \.log.level, .onReload)]

    private static let session: [ConfigurationKey] = [
        .texts("session", "interrupting_roles", \.session.interruptingRoles, .onReload),
        .flag("session", "becoming_noisy", \.session.becomingNoisy, .onReload),
        .number("session", "resume_on_reconnect", \.session.resumeOnReconnect, .seconds, in: 0...86_400, .onReload),
        .flag("session", "resume_after_sleep", \.session.resumeAfterSleep, .onReload),
        .flag("session", "inhibit_idle", \.session.inhibitIdle, .onReload),
        .flag("session", "resume_after_reset", \.session.resumeAfterReset, .onReload),
        .flag("session", "interrupt_others", \.session.interruptOthers, .onReload),
        .flag("session", "surround_profiles", \.session.surroundProfiles, .onReload),
        .texts("session", "ignored_players", \.session.ignoredPlayers, .onReload),
        .texts("session", "private_outputs", \.session.privateOutputs, .onReload),
        .word("session", "record", \.session.record, .onReload),
        .number("session", "duck_db", \.session.duckDecibels, .decibels, in: -60...0, .onReload),
    ]

    private static let mpris: [ConfigurationKey] = [.flag("mpris", "enabled", \.mpris.enabled, .onReload)]

    private static let mpd: [ConfigurationKey] = [
        .text(
            "mpd", "socket", \.mpd.socket, .onRestart, "an absolute path, one below \"$XDG_RUNTIME_DIR/\" or \"~/\", or \"\"",
            where: Configuration.MPD.isSocket),
        .texts(
            "mpd", "listen", \.mpd.listen, .onRestart, each: "an address with a port, such as \"127.0.0.1:6600\"",
            where: Configuration.MPD.isAddress),
        .texts(
            "mpd", "password", \.mpd.password, .onRestart,
            each: "a password, an \"@\" and some of read, add, player, control, admin with commas between them",
            where: Configuration.MPD.isPassword),
        .texts(
            "mpd", "default_permissions", \.mpd.defaultPermissions, .onRestart,
            each: "one of \"read\", \"add\", \"player\", \"control\", \"admin\"", where: Configuration.MPD.isPermission),
        .flag("mpd", "allow_private_addresses", \.mpd.allowPrivateAddresses, .onReload),
        .flag("mpd", "publish", \.mpd.publish, .onReload),
        .text("mpd", "publish_name", \.mpd.publishName, .onReload, mayBeEmpty: false),
    ]

    private static let remote: [ConfigurationKey] = [
        .texts(
            "remote", "listen", \.remote.listen, .onRestart,
            each: "an address with a port, such as \"127.0.0.1:6680\"", where: Configuration.MPD.isAddress),
        .texts(
            "remote", "names", \.remote.names, .onRestart, each: "the name of a machine, such as \"music.home\"",
            where: Configuration.Remote.isName),
        .flag("remote", "tls", \.remote.tls, .onRestart),
        .text(
            "remote", "certificate_file", \.remote.certificateFile, .onReload, "an absolute path, one below \"~/\", or \"\"",
            where: Configuration.Remote.isFile),
        .text(
            "remote", "key_file", \.remote.keyFile, .onReload, "an absolute path, one below \"~/\", or \"\"",
            where: Configuration.Remote.isFile),
        .flag("remote", "publish", \.remote.publish, .onReload),
        .text("remote", "publish_name", \.remote.publishName, .onReload, mayBeEmpty: false),
        .flag("remote", "stream", \.remote.stream, .onReload),
        .text(
            "remote", "stream_format", \.remote.streamFormat, .onReload,
            "a rate, 16 or 24 bits, and 1 or 2 channels, such as \"44100:16:2\"", where: Configuration.Remote.isStreamFormat),
    ]

    private static let alarm: [ConfigurationKey] = [
        .text(
            "alarm", "fallback", \.alarm.fallback, .onReload, "an absolute path, one below \"~/\", or \"\"",
            where: { $0.isEmpty || Configuration.Library.isDirectory($0) })
    ]

    private static let radio: [ConfigurationKey] = [
        .flag("radio", "enabled", \.radio.enabled, .onReload),
        .text(
            "radio", "server", \.radio.server, .onReload,
            "the http: or https: address of a server, such as \"http://radio.home:8080\", or \"\"",
            where: Configuration.Radio.isServer),
    ]

    private static let announcements: [ConfigurationKey] = [
        .number("announcements", "duck_db", \.announcements.duckDecibels, .decibels, in: -60...0, .onReload),
        .number("announcements", "limit_seconds", \.announcements.limitSeconds, .seconds, in: 1...3600, .onReload),
    ]
}

extension Configuration {
    /// Returns the keys whose values differ from those in `old`, in the order of the shipped file.
    package func changedKeys(since old: Configuration) -> [ConfigurationKey] {
        ConfigurationKey.all.filter { !$0.isEqual(self, old) }
    }

    /// Returns this configuration, but with the values of `first` for all keys whose changes take effect only after a restart.
    package func keepingUntilRestart(_ first: Configuration) -> Configuration {
        var kept = self
        for key in ConfigurationKey.all where key.effect == .onRestart { key.copy(first, &kept) }
        return kept
    }
}

// MARK: - Options that clients can change too

extension ConfigurationKey {
    private static func option(_ option: PlayerOption) -> ConfigurationKey {
        let (section, key) = (option.section, option.key)
        switch option.kind {
        case .seconds(let range):
            return .number(section, key, \.options[number: option], .seconds, in: range, .onReload)
        case .factor(let range, _):
            return .number(section, key, \.options[number: option], nil, in: range, .onReload)
        case .word(let words):
            return .text(section, key, \.options[word: option], .onReload, oneOf(words)) { words.contains($0) }
        case .wordOrName(let words, let prefix):
            return .text(section, key, \.options[word: option], .onReload, "\(oneOf(words)), or \"\(prefix)\" with a name") {
                option.accepted(.word($0)) != nil
            }
        case .words(let words):
            return .texts(section, key, \.options[words: option], .onReload, each: oneOf(words)) { words.contains($0) }
        }
    }

    private static func oneOf(_ words: [String]) -> String {
        "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}

extension PlaybackOptions {
    fileprivate subscript(number option: PlayerOption) -> Double {
        get { if case .number(let number) = self[option] { number } else { 0 } }
        set { self[option] = option.accepted(.number(newValue)) ?? option.standard }
    }

    fileprivate subscript(word option: PlayerOption) -> String {
        get { if case .word(let word) = self[option] { word } else { "" } }
        set { self[option] = .word(newValue) }
    }

    fileprivate subscript(words option: PlayerOption) -> [String] {
        get { if case .words(let words) = self[option] { words.sorted() } else { [] } }
        set { self[option] = .words(Set(newValue)) }
    }
}
