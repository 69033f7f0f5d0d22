import Application
import MessageBus
import PlayerModel

/// `org.mpris.MediaPlayer2.Player`: playback.
enum PlayerInterface {
    static let name = "org.mpris.MediaPlayer2.Player"

    /// Hands a call over; `nil` for a pause, whose sender must be found out first.
    typealias Hand = (PlayerCall?, BusReply) -> Void

    /// Makes the interface, which reads `state` and hands calls to `hand`.
    static func make(_ state: PublishedState, _ hand: @escaping Hand) -> BusInterface {
        BusInterface(
            name, methods: methods(hand), properties: settings(state, hand) + facts(state),
            signals: [.init("Seeked", [.init("Position", .int64)])])
    }

    private static func methods(_ hand: @escaping Hand) -> [BusInterface.Method] {
        let simple: [(String, PlayerCall?)] = [
            ("Next", .next), ("Previous", .previous), ("Pause", nil), ("PlayPause", .playPause), ("Stop", .stop), ("Play", .play),
        ]
        return simple.map { name, call in BusInterface.Method(name) { _, reply in hand(call, reply) } } + [
            .init("Seek", [.init("Offset", .int64)]) { values, reply in
                guard case .int64(let offset) = values[0] else { return }
                hand(.seek(by: Microseconds.seconds(of: offset)), reply)
            },
            .init("SetPosition", [.init("TrackId", .objectPath), .init("Position", .int64)]) { values, reply in
                guard case .objectPath(let track) = values[0], case .int64(let position) = values[1] else { return }
                // The specification has no track begin before 0.
                guard position >= 0 else { return reply.succeed() }
                hand(.setPosition(track, Microseconds.seconds(of: position)), reply)
            },
            .init("OpenUri", [.init("Uri", .string)]) { values, reply in
                guard case .string(let uri) = values[0] else { return }
                if let error = Address.error(uri) { reply.fail(error) } else { hand(.open(uri), reply) }
            },
        ]
    }

    /// The properties that clients can set. Each gives back what was set.
    private static func settings(_ state: PublishedState, _ hand: @escaping Hand) -> [BusInterface.Property] {
        [
            .init("LoopStatus", .string) {
                .string(state.player.modes.repeats.loopStatus)
            } set: { value, reply in
                guard case .string(let word) = value, let mode = QueueModes.Repeat(loopStatus: word) else {
                    return reply.fail(.invalidArguments("LoopStatus is None, Track or Playlist"))
                }
                hand(.setRepeat(mode), reply)
            },
            .init("Rate", .double) {
                .double(state.player.rate)
            } set: { value, reply in
                guard case .double(let rate) = value else { return }
                // The specification: 0 means a pause.
                hand(rate == 0 ? nil : .setRate(rate), reply)
            },
            .init("Shuffle", .boolean) {
                .boolean(state.player.modes.shuffles)
            } set: { value, reply in
                if case .boolean(let shuffles) = value { hand(.setShuffle(shuffles), reply) }
            },
            .init("Volume", .double) {
                .double(state.player.volume)
            } set: { value, reply in
                guard case .double(let level) = value, level.isFinite else {
                    return reply.fail(.invalidArguments("Volume is a number from 0 to 1"))
                }
                hand(.setVolume(min(max(0, level), 1)), reply)
            },
        ]
    }

    /// The speeds that clients can set.
    private static let rates = Player.speeds

    private static func facts(_ state: PublishedState) -> [BusInterface.Property] {
        func ability(_ name: String, _ get: @escaping (PublishedPlayer) -> Bool) -> BusInterface.Property {
            BusInterface.Property(name, .boolean) { .boolean(get(state.player)) }
        }
        return [
            .init("PlaybackStatus", .string) { .string(state.player.status.rawValue) },
            .init("Metadata", .dictionary(key: .string, value: .variant)) { state.player.metadata },
            .init("Position", .int64, announced: .none) { .int64(state.position.microseconds) },
            .init("MinimumRate", .double, announced: .constant) { .double(rates.lowerBound) },
            .init("MaximumRate", .double, announced: .constant) { .double(rates.upperBound) },
            ability("CanGoNext") { $0.abilities.goForward }, ability("CanGoPrevious") { $0.abilities.goBack },
            ability("CanPlay") { $0.abilities.play }, ability("CanPause") { $0.abilities.pause },
            ability("CanSeek") { $0.abilities.seek },
            .init("CanControl", .boolean, announced: .constant) { .boolean(true) },
        ]
    }

    /// Returns the properties that differ between two states.
    static func changes(from old: PublishedPlayer, to new: PublishedPlayer) -> Set<String> {
        var names: Set<String> = []
        func compare<Value: Equatable>(_ name: String, _ value: (PublishedPlayer) -> Value) {
            if value(old) != value(new) { names.insert(name) }
        }
        compare("PlaybackStatus", \.status)
        compare("LoopStatus", \.modes.repeats)
        compare("Rate", \.rate)
        compare("Shuffle", \.modes.shuffles)
        compare("Volume", \.volume)
        compare("Volume", \.refusedVolumes)
        compare("Metadata", \.current)
        compare("CanGoNext", \.abilities.goForward)
        compare("CanGoPrevious", \.abilities.goBack)
        compare("CanPlay", \.abilities.play)
        compare("CanPause", \.abilities.pause)
        compare("CanSeek", \.abilities.seek)
        return names
    }
}

/// The addresses that other programs may have opened.
enum Address {
    /// The longest address, in bytes: the same limit as for clients of the control socket.
    private static let limit = 16_384

    /// Returns why `uri` is not passed on; `nil` if the application judges it.
    static func error(_ uri: String) -> BusCallError? {
        guard uri.utf8.count <= limit else { return .limitsExceeded("an address has at most \(limit) bytes") }
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        guard RootInterface.schemes.contains(scheme), scheme.utf8.count < uri.utf8.count else {
            return .invalidArguments(
                "only addresses of these schemes can be opened: \(RootInterface.schemes.joined(separator: ", "))")
        }
        return nil
    }
}
