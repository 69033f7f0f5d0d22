import Application
import AudioSession
import AudioTypes
import Broadcasting
package import Configuration
import ControlServer
import LineServer
import MPDDoor
import MPDProtocol
import NIOCore
import NetworkDoor
import Playback
import PlayerModel
import Radio
import Remotes
import SystemSupport

extension DaemonSettings {
    /// Makes the settings from a configuration file.
    /// - Parameter environment: says where the user's directories are.
    package init(_ configuration: Configuration, environment: [String: String] = [:]) {
        limits.lines.lineBytes = configuration.server.messageBytes
        limits.depth = configuration.server.depth
        limits.lines.clients = configuration.server.clients
        limits.lines.outputBytes = configuration.server.outputBytes
        limits.lines.writeTimeout = .milliseconds(Int64(configuration.server.writeTimeout * 1_000))
        application = ApplicationSettings(configuration, environment: environment)
        idleExitSeconds = configuration.server.idleExit
        mpris = configuration.mpris.enabled
        mpd = MPDSettings(configuration.mpd, limits.lines, environment: environment)
        remote.addresses = configuration.remote.listen
        remote.names = configuration.remote.names
        remote.tls = CertificateSource(configuration.remote, environment: environment)
        remote.publishedName = configuration.remote.publish ? configuration.remote.publishName : nil
        network = NetworkSettings(
            isEnabled: configuration.network.enabled, timeoutSeconds: configuration.network.timeoutSeconds,
            allowsPrivateAddresses: configuration.network.allowPrivateAddresses,
            userAgent: configuration.network.userAgent, certificateFile: configuration.network.certificateFile,
            proxy: configuration.network.proxy)
    }
}

extension ApplicationSettings {
    /// Makes the settings from a configuration file.
    init(_ configuration: Configuration, environment: [String: String]) {
        self.init()
        playback = PlaybackConfiguration(
            bufferSeconds: configuration.playback.bufferSeconds, fadeSeconds: configuration.playback.fadeSeconds,
            followsFormat: configuration.playback.followFormat, resumesAfterReset: configuration.session.resumeAfterReset,
            queueLimit: configuration.queue.limit)
        playback.options = configuration.options
        playback.readAheadBytes = configuration.playback.readAheadBytes
        playback.languages = configuration.playback.languages.compactMap { LanguageCode($0) }
        playback.resume = ResumeRule(
            leastSeconds: configuration.playback.resumeMinutes * 60, includesSpoken: configuration.playback.resumeSpoken)
        playback.replayGain = ReplayGainSettings(configuration.playback)
        output.target = configuration.output.target.isEmpty ? nil : configuration.output.target
        output.orders.preferredBufferDuration = configuration.output.bufferDuration
        output.mediaRole = configuration.output.mediaRole
        output.orders.privateOutputs = configuration.session.privateOutputs
        output.orders.filters = OutputFilters(
            configuration.outputs, home: environment["HOME"], problems: &filterProblems)
        output.orders.volumes = OutputVolumes(configuration.outputs.mapValues(\.volume).filter { !$0.value.isEmpty })
        ignoredPlayers = configuration.session.ignoredPlayers
        session = SessionPolicy(configuration.session)
        duckDecibels = configuration.session.duckDecibels
        inhibitsIdle = configuration.session.inhibitIdle
        letsFarClientsReachPrivate = configuration.mpd.allowPrivateAddresses
        announcements.limitSeconds = configuration.announcements.limitSeconds
        announcements.fadeSeconds = configuration.playback.fadeSeconds
        announcements.isGuarded = configuration.session.becomingNoisy
        announcementDuckDecibels = configuration.announcements.duckDecibels
        broadcast = PCMFormat(configuration.remote.streamFormat)
        letsFarClientsListen = configuration.remote.stream
        icecast = IcecastSource.Settings(configuration, environment: environment)
        listens = ListenSettings(configuration, environment: environment)
        let fallback = configuration.alarm.fallback
        let home = environment["HOME"] ?? ""
        alarmFallback = fallback.isEmpty ? nil : fallback.hasPrefix("~/") ? home + fallback.dropFirst() : fallback
        radio.isEnabled = configuration.radio.enabled
        radio.server = configuration.radio.server.isEmpty ? nil : configuration.radio.server
        recordings = RecordingSettings(configuration.recording, environment: environment)
        library = LibrarySettings(configuration.library, environment: environment)
        rooms = RoomSettings(configuration)
        if rooms.control != nil, !rooms.localRoom.isEmpty {
            session.localRoom = LocalRoomRule(rawValue: configuration.snapcast.localRoomRule.rawValue)
        }
        restore = Restore(rawValue: configuration.playback.restore.rawValue) ?? .paused
        modes = QueueModes(
            repeats: QueueModes.Repeat(rawValue: configuration.queue.repeatMode.rawValue) ?? .off,
            shuffles: configuration.queue.shuffle != .off, consumes: configuration.queue.consume,
            shufflesBy: configuration.queue.shuffle == .albums ? .albums : .songs)
    }
}

extension CertificateSource {
    /// Makes the source of the certificate from `[remote]`; `nil` without TLS.
    fileprivate init?(_ remote: Configuration.Remote, environment: [String: String]) {
        guard remote.tls else { return nil }
        let (certificate, key) = (
            UserDirectories.expanded(remote.certificateFile, environment), UserDirectories.expanded(remote.keyFile, environment)
        )
        if certificate.isEmpty, key.isEmpty {
            self = .own
        } else {
            self = .files(certificate: certificate, key: key.isEmpty ? nil : key)
        }
    }
}

extension RoomSettings {
    /// Makes the settings from `[snapcast]`. Without the network, there are no rooms.
    init(_ configuration: Configuration) {
        self.init()
        guard configuration.network.enabled else { return }
        control = configuration.snapcast.controlAddress
        looksForServer = configuration.snapcast.looksForServer
        machine = configuration.snapcast.discover
        localRoom = configuration.snapcast.localRoom
    }
}

extension IcecastSource.Settings {
    /// Makes the settings from `[icecast]`. Without a server, or without the network, there are none.
    init?(_ configuration: Configuration, environment: [String: String]) {
        let icecast = configuration.icecast
        guard configuration.network.enabled, let server = HostPort(icecast.server) else { return nil }
        var file = icecast.passwordFile
        if file.hasPrefix("~/"), let home = environment["HOME"] { file = home + file.dropFirst() }
        self.init(
            server: server, mount: icecast.mount, format: icecast.format == .mp3 ? .mp3 : .opus, user: icecast.user,
            passwordFile: file, name: icecast.name, genre: icecast.genre, isPublic: icecast.isPublic)
    }
}

extension ListenSettings {
    /// Makes the settings from `[listenbrainz]` and `[lastfm]`. Without the network, there are none.
    init(_ configuration: Configuration, environment: [String: String]) {
        self.init()
        guard configuration.network.enabled else { return }
        let (listenBrainz, lastFM) = (configuration.listenBrainz, configuration.lastFM)
        if !listenBrainz.tokenFile.isEmpty {
            let address = listenBrainz.address.hasSuffix("/") ? String(listenBrainz.address.dropLast()) : listenBrainz.address
            self.listenBrainz = ListenBrainz(
                address: address, tokenFile: UserDirectories.expanded(listenBrainz.tokenFile, environment))
        }
        if !lastFM.key.isEmpty, !lastFM.secretFile.isEmpty {
            self.lastFM = LastFM(
                address: lastFM.address, key: lastFM.key,
                secretFile: UserDirectories.expanded(lastFM.secretFile, environment))
        }
    }
}

extension MPDSettings {
    /// Makes the settings from `[mpd]`. Clients that do not read are treated as those of the control socket.
    init(_ mpd: Configuration.MPD, _ lines: LineServerLimits, environment: [String: String]) {
        self.init()
        socket = Self.path(mpd.socket, environment)
        addresses = mpd.listen
        publishedName = mpd.publish ? mpd.publishName : nil
        limits.outputBytes = lines.outputBytes
        limits.writeTimeout = lines.writeTimeout
        // The configuration was checked. Nobody may do anything if it was not.
        access = AccessRules(passwords: mpd.password, defaults: mpd.defaultPermissions) ?? AccessRules.closed
    }

    /// Returns a path with the directory that its beginning stands for. Where the environment does not name that directory, the
    /// path stays as it is, and the system's refusal shows it.
    private static func path(_ text: String, _ environment: [String: String]) -> String {
        for (beginning, variable) in [("$XDG_RUNTIME_DIR", "XDG_RUNTIME_DIR"), ("~", "HOME")] {
            if text.hasPrefix(beginning + "/"), let directory = environment[variable], directory.hasPrefix("/") {
                return directory + text.dropFirst(beginning.count)
            }
        }
        return text
    }
}

extension ReplayGainSettings {
    /// Makes the settings from the `replay_gain` keys of `[playback]`.
    init(_ playback: Configuration.Playback) {
        self.init(
            preampDecibels: playback.replayGainPreampDecibels, untaggedDecibels: playback.replayGainUntaggedDecibels,
            preventsClipping: playback.replayGainPreventClipping)
    }
}

extension SessionPolicy {
    /// Makes the policy from `[session]`.
    init(_ session: Configuration.Session) {
        self.init()
        interruptingRoles = Dictionary(
            session.interruptingRoles.map { ($0.lowercased(), InterruptionReason(role: $0.lowercased())) }
        ) { first, _ in first }
        pausesWhenNoisy = session.becomingNoisy
        resumeOnReconnect = Int64(session.resumeOnReconnect * 1e9)
        resumesAfterSleep = session.resumeAfterSleep
        resumesAfterReset = session.resumeAfterReset
        interruptsOthers = session.interruptOthers
        switchesProfiles = session.surroundProfiles
        recording = Recording(rawValue: session.record.rawValue) ?? .deny
    }
}

extension InterruptionReason {
    /// Makes the kind of interruption for a stream with that role. A role that is not listed here counts as a conversation.
    fileprivate init(role: String) {
        self =
            switch role {
            case "alarm": .alarm
            case "emergency": .emergency
            default: .communication
            }
    }
}
