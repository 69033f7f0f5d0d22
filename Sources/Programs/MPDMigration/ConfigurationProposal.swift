/// The settings of `mpd.conf` that belong into `config.toml`, and those that have no place there. A value.
package struct ConfigurationProposal: Hashable, Sendable {
    /// A key of `config.toml` with its value, as it is written there.
    package struct Line: Hashable, Sendable {
        package let section: String
        package let key: String
        package let value: String

        package init(section: String, key: String, value: String) {
            (self.section, self.key, self.value) = (section, key, value)
        }
    }

    package private(set) var lines: [Line] = []
    /// What cannot be taken over, and what is different, in sentences.
    package private(set) var losses: [String] = []

    /// The socket for clients of MPD: in a directory to which the service may write.
    private static let socket = "$XDG_RUNTIME_DIR/fermata/mpd.sock"

    /// Settings that the parts below take, or of which they say what is different.
    private static let taken: Set<String> = [
        "music_directory", "playlist_directory", "state_file", "sticker_file", "metadata_to_use", "filesystem_charset",
        "follow_outside_symlinks", "follow_inside_symlinks", "auto_update", "save_absolute_paths_in_playlists",
        "bind_to_address", "port", "password", "default_permissions", "zeroconf_enabled", "zeroconf_name", "max_connections",
        "connection_timeout", "max_command_list_size", "max_output_buffer_size", "replaygain", "replaygain_preamp",
        "replaygain_missing_preamp", "replaygain_limit", "restore_paused", "max_playlist_length", "volume_normalization",
        "gapless_mp3_playback",
    ]
    /// Settings that say how MPD itself runs: as whom, and where it has its files.
    private static let ofMPDItself = [
        "db_file", "log_file", "pid_file", "state_file_interval", "syslog_facility", "user", "group",
    ]
    /// What to say of settings that cannot be taken over.
    private static let explained = [
        "local_permissions": "clients on the socket may do what all may: default_permissions, or what a password permits",
        "host_permissions": "what clients may do depends on their password, and not on their host",
        "audio_buffer_size": "playback.buffer_seconds is the buffer, in seconds of sound",
        "buffer_before_play": "playback begins as soon as there is enough sound for it",
        "log_level": "log.level has levels of other names",
    ]
    /// Those of them that limit the connections of clients.
    private static let limits = ["max_connections", "connection_timeout", "max_command_list_size", "max_output_buffer_size"]

    /// Makes the proposal.
    /// - Parameter state: what clients have set since; `nil` if there is no state file.
    package init(_ configuration: MPDConfiguration, _ state: MPDState?, paths: MPDPaths) {
        takeMusic(configuration, paths)
        takeClients(configuration)
        takePlayback(configuration, state)
        takeOutputs(configuration, state)
        takeInputs(configuration)
        nameTheRest(configuration)
    }

    /// Leaves a line out, if there is one for that key.
    package mutating func leaveOut(_ section: String, _ key: String, because reason: String) {
        guard let index = lines.firstIndex(where: { $0.section == section && $0.key == key }) else { return }
        lines.remove(at: index)
        losses.append("\(reason), so \(section).\(key) stays")
    }

    /// The lines as a file `config.toml` has them.
    package var text: String {
        var sections: [String] = []
        for line in lines where !sections.contains(line.section) { sections.append(line.section) }
        return sections.map { section in
            "[\(section)]\n" + lines.filter { $0.section == section }.map { "\($0.key) = \($0.value)\n" }.joined()
        }.joined(separator: "\n")
    }

    private mutating func add(_ section: String, _ key: String, _ value: String) {
        lines.append(Line(section: section, key: key, value: value))
    }

    // MARK: Parts

    private mutating func takeMusic(_ configuration: MPDConfiguration, _ paths: MPDPaths) {
        if let music = configuration["music_directory"] {
            if let path = paths.absolute(music) {
                if path != paths.music { add("library", "directories", "[\(Self.quoted(path))]") }
            } else {
                losses.append("music_directory \(music) is no path of this machine")
            }
        }
        if let absolute = configuration["save_absolute_paths_in_playlists"], Self.flag(absolute) != true {
            losses.append("save_absolute_paths_in_playlists: stored playlists have absolute paths")
        }
        if Self.flag(configuration, "auto_update") == true { add("library", "watch", "true") }
        if Self.flag(configuration, "follow_outside_symlinks") == false { add("library", "follow_outside_links", "false") }
        if Self.flag(configuration, "follow_inside_symlinks") == false {
            losses.append(
                "follow_inside_symlinks: the library follows symbolic links; a file .mpdignore beside a link names what is left out"
            )
        }
        if configuration["metadata_to_use"] != nil {
            losses.append("metadata_to_use: the library reads all tags that it knows")
        }
        if let charset = configuration["filesystem_charset"], charset.uppercased() != "UTF-8" {
            losses.append("filesystem_charset \(charset): clients see names of files in UTF-8 only")
        }
    }

    private mutating func takeClients(_ configuration: MPDConfiguration) {
        let stated = configuration["port"].map { UInt16($0) ?? 0 }
        let port = stated.flatMap { $0 > 0 ? $0 : nil } ?? 6600
        if stated == 0 { losses.append("port \(configuration["port"] ?? "") is none: the line for mpd.listen has 6600") }
        var (addresses, hasSocket): ([String], Bool) = ([], false)
        let bound = configuration.values(of: "bind_to_address")
        for address in bound.isEmpty ? ["any"] : bound {
            if address.hasPrefix("@") {
                losses.append("bind_to_address \(address): abstract sockets are not used")
            } else if ["/", "~", "$"].contains(address.first) {
                // Where MPD has it, the service need not be able to write, and then it would not start.
                hasSocket = true
                losses.append("bind_to_address \(address): clients find the socket at \(Self.socket)")
            } else if let numeric = Self.address(address, port) {
                addresses.append(numeric)
            } else {
                losses.append("bind_to_address \(address): state the number of the address")
            }
        }
        let passwords = configuration.values(of: "password").filter(Self.isUsable(password:))
        if passwords.isEmpty {
            addresses = keptFromOthers(addresses, isStated: !bound.isEmpty)
        } else if bound.isEmpty {
            losses.append("bind_to_address is not set: MPD listens everywhere, and so does the line for mpd.listen")
        }
        if addresses.contains("0.0.0.0:\(port)") {
            losses.append("bind_to_address any: the line for mpd.listen is for IPv4; [::]:\(port) beside it is for IPv6")
        }
        if hasSocket { add("mpd", "socket", Self.quoted(Self.socket)) }
        if !addresses.isEmpty { add("mpd", "listen", "[\(addresses.map(Self.quoted).joined(separator: ", "))]") }
        if !addresses.isEmpty {
            if Self.flag(configuration, "zeroconf_enabled") == false { add("mpd", "publish", "false") }
            if let name = configuration["zeroconf_name"], !name.isEmpty { add("mpd", "publish_name", Self.quoted(name)) }
        }
        for name in Self.limits where configuration[name] != nil {
            losses.append("\(name): the limits of clients are those of [server]")
        }
        for _ in passwords.count..<configuration.values(of: "password").count {
            losses.append("a password without known permissions is left out")
        }
        if !passwords.isEmpty { add("mpd", "password", "[\(passwords.map(Self.quoted).joined(separator: ", "))]") }
        if let permissions = configuration["default_permissions"], Self.arePermissions(permissions) {
            let names = permissions.split(separator: ",").map { $0.filter { $0 != " " } }
            add("mpd", "default_permissions", "[\(names.map(Self.quoted).joined(separator: ", "))]")
        } else if let permissions = configuration["default_permissions"] {
            if !permissions.allSatisfy({ $0 == " " || $0 == "," }) {
                losses.append("default_permissions is left out: MPD does not know one of them")
            } else if passwords.isEmpty {
                losses.append("default_permissions permits nothing: set mpd.password, because without one all is permitted")
            }
        }
    }

    /// Returns the addresses as they may be listened on without a password, under which everything is permitted: those of this machine.
    /// Names those that other machines could reach.
    private mutating func keptFromOthers(_ addresses: [String], isStated: Bool) -> [String] {
        var kept: [String] = []
        for address in addresses {
            // The last colon is in front of the port: these addresses were written by `address(_:_:)`.
            let colon = address.lastIndex(of: ":") ?? address.endIndex
            let (host, isVersion6) = (address[..<colon], address.hasPrefix("["))
            let isOfThisMachine = host.hasPrefix("127.") || host == "localhost" || host == "[::1]"
            let own = isOfThisMachine ? address : (isVersion6 ? "[::1]" : "127.0.0.1") + address[colon...]
            if !kept.contains(own) { kept.append(own) }
            guard !isOfThisMachine else { continue }
            let cause = isStated ? "bind_to_address" : "bind_to_address is not set, and MPD listens everywhere"
            losses.append(
                "\(cause): there is no password, so the line for mpd.listen lets in this machine only. Set mpd.password, and then "
                    + "mpd.listen = [\(Self.quoted(address))], to let others in")
        }
        return kept
    }

    private mutating func takePlayback(_ configuration: MPDConfiguration, _ state: MPDState?) {
        if let seconds = state?.crossfade, seconds > 0 {
            add("playback", "crossfade_seconds", "\(min(seconds, 12))")
            if seconds > 12 { losses.append("crossfade: the limit is 12 s") }
        }
        if let state, let delay = state.mixRampDelay {
            add("playback", "crossfade_by", Self.quoted("content"))
            losses.append(
                "mixrampdelay \(delay), mixrampdb \(state.mixRampDecibels): crossfade_by takes the levels of each song instead")
        } else if let state, state.mixRampDecibels != 0 {
            losses.append(
                "mixrampdb \(state.mixRampDecibels): MPD had MixRamp switched off; crossfade_by = \"content\" is like it")
        }
        if let mode = state?.replayGain ?? configuration["replaygain"] {
            if ["off", "track", "album", "auto"].contains(mode) {
                add("playback", "replay_gain", Self.quoted(mode))
            } else {
                losses.append("replaygain \(mode) is left out: MPD does not know it")
            }
        }
        for (name, key) in [
            ("replaygain_preamp", "replay_gain_preamp_db"), ("replaygain_missing_preamp", "replay_gain_untagged_db"),
        ] {
            guard let text = configuration[name] else { continue }
            guard let value = Double(text), value.isFinite else {
                losses.append("\(name) \(text) is left out: it is no number")
                continue
            }
            add("playback", key, "\(min(max(value, -15), 15))")
            if abs(value) > 15 { losses.append("\(name): the limit is 15 dB") }
        }
        if let limit = configuration["replaygain_limit"] {
            add("playback", "replay_gain_prevent_clipping", Self.flag(limit) == false ? "false" : "true")
        }
        if Self.flag(configuration, "restore_paused") == true {
            add("playback", "restore", Self.quoted("paused"))
        } else if configuration["state_file"] != nil {
            add("playback", "restore", Self.quoted("playing"))
        }
        if let text = configuration["max_playlist_length"] {
            if let length = Int(text), length > 0 {
                add("queue", "limit", "\(min(length, 1_000_000))")
                if length > 1_000_000 { losses.append("max_playlist_length: the limit is 1000000 items") }
            } else {
                losses.append("max_playlist_length \(text) is left out: it is no number of songs")
            }
        }
        if Self.flag(configuration, "gapless_mp3_playback") == false {
            losses.append("gapless_mp3_playback: songs follow each other without a gap")
        }
        if Self.flag(configuration, "volume_normalization") == true {
            losses.append("volume_normalization: set playback.replay_gain, which does not change the dynamics")
        }
    }

    private mutating func takeOutputs(_ configuration: MPDConfiguration, _ state: MPDState?) {
        var hasTarget = false
        for output in configuration.blocks("audio_output") {
            let (name, type) = (output["name"] ?? "without a name", output["type"] ?? "without a type")
            if type == "pipewire", let target = output["target"], !hasTarget, state?.outputs[name] != false {
                add("output", "target", Self.quoted(target))
                hasTarget = true
                let others = output.settings.map(\.name).filter { !["name", "type", "target", "enabled", "remote"].contains($0) }
                if !others.isEmpty {
                    losses.append("audio_output \(name) (\(type)): \(others.joined(separator: ", ")) cannot be taken over")
                }
                continue
            }
            switch type {
            case "pipewire", "pulse", "alsa", "oss", "sndio", "jack":
                losses.append(
                    "audio_output \(name) (\(type)): PipeWire has the outputs. 'fermata route outputs' lists them, and 'fermata route select' chooses"
                )
            case "null": break
            default: losses.append("audio_output \(name) (\(type)) has no counterpart")
            }
        }
        let disabled = (state?.outputs ?? [:]).filter { !$0.value }.keys.sorted()
        for name in disabled {
            losses.append("audio_output \(name) is switched off in MPD's state: choose an output with 'fermata route select'")
        }
    }

    /// Takes what MPD's plugins read from: of them, fermatad has the one of the network.
    private mutating func takeInputs(_ configuration: MPDConfiguration) {
        for input in configuration.blocks("input") {
            let plugin = input["plugin"] ?? "without a plugin"
            let isOff = input["enabled"].flatMap { Self.flag($0) } == false
            guard plugin == "curl" else {
                if !isOff { losses.append("the block input (\(plugin)) has no counterpart") }
                continue
            }
            if isOff { losses.append("the block input (curl) is switched off: network.enabled = false does that") }
            if let proxy = input["proxy"], !proxy.isEmpty, !lines.contains(where: { $0.section == "network" }) {
                add("network", "proxy", Self.quoted(proxy.contains("://") ? proxy : "http://\(proxy)"))
            }
            let others = input.settings.map(\.name).filter { !["plugin", "enabled", "proxy"].contains($0) }
            if !others.isEmpty { losses.append("the block input (curl): \(others.joined(separator: ", ")) cannot be taken over") }
        }
    }

    /// Names every setting and every block that the other parts have not taken.
    private mutating func nameTheRest(_ configuration: MPDConfiguration) {
        let names = Set(configuration.settings.map(\.name))
        let own = Self.ofMPDItself.filter { names.contains($0) }
        if !own.isEmpty {
            losses.append("\(own.joined(separator: ", ")): fermatad runs as a service of yours, with files of its own")
        }
        for name in names.subtracting(Self.taken).subtracting(own).sorted() {
            losses.append(Self.explained[name].map { "\(name): \($0)" } ?? "\(name) has no counterpart")
        }
        for name in Set(configuration.blocks.map(\.name)).subtracting(["audio_output", "input"]).sorted() {
            losses.append("the block \(name) has no counterpart")
        }
    }

    // MARK: Texts

    /// What a setting that is yes or no says, as MPD reads it; `nil` if it says neither, or is not there.
    private static func flag(_ configuration: MPDConfiguration, _ name: String) -> Bool? {
        configuration[name].flatMap { flag($0) }
    }

    private static func flag(_ value: String) -> Bool? {
        switch value.lowercased() {
        case "yes", "true", "1": true
        case "no", "false", "0": false
        default: nil
        }
    }

    /// The address with a port, as `mpd.listen` takes it; `nil` for a name.
    private static func address(_ address: String, _ port: UInt16) -> String? {
        if address == "any" { return "0.0.0.0:\(port)" }
        if address == "localhost" { return "127.0.0.1:\(port)" }
        var (host, port) = (address[...], port)
        // An address may state a port of its own.
        if let colon = address.lastIndex(of: ":"),
            address.hasPrefix("[") ? address[..<colon].hasSuffix("]") : isAlone(colon, address)
        {
            guard let own = UInt16(address[address.index(after: colon)...]), own > 0 else { return nil }
            (host, port) = (address[..<colon], own)
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        if host.contains(":") {
            guard host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
            return "[\(host)]:\(port)"
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host == "localhost" || parts.count == 4 && parts.allSatisfy({ UInt8($0) != nil }) else { return nil }
        return "\(host):\(port)"
    }

    private static func isAlone(_ colon: String.Index, _ address: String) -> Bool { address.firstIndex(of: ":") == colon }

    /// Whether a password states what it permits.
    private static func isUsable(password: String) -> Bool {
        password.lastIndex(of: "@").map { at in
            at != password.startIndex && arePermissions(password[password.index(after: at)...])
        } ?? false
    }

    private static func arePermissions(_ text: some StringProtocol) -> Bool {
        let names = text.split(separator: ",").map { String($0).filter { $0 != " " } }
        return !names.isEmpty && names.allSatisfy { ["read", "add", "player", "control", "admin"].contains($0) }
    }

    /// The text as TOML has it.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
