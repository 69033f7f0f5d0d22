import Application
import AudioSession
import MessageBus
import PlayerModel

// What each call does.
extension MPRISDoor {
    /// Has the application carry out `call`. `answer` gets the error with which the caller is answered; `nil` for none.
    func perform(_ call: PlayerCall, answer: @escaping (BusCallError?) -> Void) {
        caller = nil
        switch call {
        case .play: perform(.play, answer)
        case .pause(let sender, let program):
            caller = program
            application.pause(from: sender, for: Self.origin) { answer(Self.error($0)) }
        case .playPause: perform(.toggle, answer)
        case .stop: perform(.stop, answer)
        // The specification: what a client was told to be impossible has no effect.
        case .next: abilities.goForward ? perform(.next, answer) : answer(nil)
        case .previous: abilities.goBack ? perform(.previous, answer) : answer(nil)
        case .seek(let offset): abilities.seek ? perform(.seekBy(offset), answer) : answer(nil)
        case .setPosition(let track, let seconds):
            guard mayGo(to: seconds, of: track) else { return answer(nil) }
            perform(.seekTo(seconds), answer)
        case .open(let uri): perform(.playURI(uri), answer)
        case .setRepeat(let mode): perform(.setModes(repeats: mode, shuffles: nil, consumes: nil), answer)
        case .setShuffle(let shuffles): perform(.setModes(repeats: nil, shuffles: shuffles, consumes: nil), answer)
        case .setRate(let rate): setRate(rate, answer)
        case .setVolume(let level): setVolume(level, answer)
        case .goTo(let track): withItem(track, answer) { .playItem($0) }
        case .remove(let track): withItem(track, answer) { .remove([$0]) }
        case .add(let uri, let place, let plays): add(uri, after: place, plays: plays, answer)
        }
    }

    private func perform(_ command: PlayerCommand, _ answer: @escaping (BusCallError?) -> Void) {
        application.perform(command, for: Self.origin) { result in answer(Self.error(result)) }
    }

    private var abilities: PlayerAbilities { application.abilities(of: application.snapshot.player) }

    /// Whether a client may go to a second of `track`: the track is the current one, and not over by then.
    private func mayGo(to seconds: Double, of track: ObjectPath) -> Bool {
        let player = application.snapshot.player
        guard let item = player.item, TrackPath.path(of: item.id) == track, player.canSeek else { return false }
        return player.duration.map { seconds <= $0 } ?? true
    }

    /// Sets the volume that is heard. A client that writes back the 0 of a muted player changes nothing.
    private func setVolume(_ level: Double, _ answer: @escaping (BusCallError?) -> Void) {
        if application.snapshot.player.volume.muted, level == 0 { return answer(nil) }
        perform(.setVolume(level: level, delta: nil, muted: false), answer)
    }

    /// Sets the speed. The specification: a rate that is not offered changes nothing. Where another one than the client's holds, and did
    /// before, it is told all the same: clients show what they wrote.
    private func setRate(_ rate: Double, _ answer: @escaping (BusCallError?) -> Void) {
        let before = application.snapshot.player.speed
        let tell = { [application] in
            let now = application.snapshot.player.speed
            if now != rate, now == before { application.post(to: PlayerObject.self) { $0.tellRate() } }
        }
        guard Player.speeds.contains(rate) else {
            tell()
            return answer(nil)
        }
        perform(.setSpeed(rate)) { error in
            tell()
            answer(error)
        }
    }

    /// Carries out a command for the item that `track` names. Without such an item nothing happens, as the specification says.
    private func withItem(
        _ track: ObjectPath, _ answer: @escaping (BusCallError?) -> Void, _ command: (Int64) -> PlayerCommand
    ) {
        let queue = application.snapshot.player.queue
        guard let id = TrackPath.id(of: track), queue.items.contains(where: { $0.id == id }) else { return answer(nil) }
        perform(command(id), answer)
    }

    private func add(
        _ uri: String, after track: ObjectPath, plays: Bool, _ answer: @escaping (BusCallError?) -> Void
    ) {
        let items = application.snapshot.player.queue.items
        let place: QueueInsertion.Place
        if track == TrackPath.none {
            place = .index(0)
        } else {
            let index = TrackPath.id(of: track).flatMap { id in items.firstIndex { $0.id == id } }
            place = index.map { .index($0 + 1) } ?? .end
        }
        application.add([uri], QueueInsertion(place), for: Self.origin) { [self] result in
            if plays, case .success(let outcome) = result, case .added(let ids) = outcome.change, let first = ids.first {
                perform(.playItem(first), answer)
            } else {
                answer(Self.error(result))
            }
        }
    }

    /// Returns the error for a caller whose command was refused.
    private static func error(_ result: Result<CommandOutcome, ApplicationError>) -> BusCallError? {
        guard case .failure(let error) = result else { return nil }
        switch error {
        case .player(let error), .stream(let error): return .failed(error.message)
        case .session(let error): return .failed(error.message)
        case .rooms(let error): return .failed("\(error)")
        }
    }
}
