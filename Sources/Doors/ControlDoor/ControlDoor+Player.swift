import Application
import AudioTypes
import ControlProtocol
import ControlServer
import LineServer
import MediaTypes
import PlayerModel

// The methods of the player.
extension ControlDoor {
    static let player: [MethodBinding<ControlDoor>] =
        [
            MethodBinding(Methods.play) { door, target, request in
                var start: StartTime?
                if case .timed(_, let time) = target { start = StartTime(time) }
                door.perform(PlayerCommand(target), at: start, request, answer: Wire.Status.init(_:outcome:))
            },
            .command(Methods.pause) { .pause },
            .command(Methods.toggle) { .toggle },
            .command(Methods.stop) { .stop },
            .command(Methods.next) { $0 ? .nextAlbum : .next },
            .command(Methods.previous) { $0 ? .previousAlbum : .previous },
            .command(Methods.seek) { PlayerCommand($0) },
            .command(Methods.Player.seekToChapter) { .seekToChapter(ChapterTarget($0)) },
            MethodBinding(Methods.Player.selectAudio) { door, choice, request in
                guard let choice = TrackChoice(choice) else {
                    return request.fail(ControlError(.invalidParams, "player.selectAudio: there is no such language"))
                }
                door.perform(.selectTrack(choice), request) { now, _ in Wire.Status(now) }
            },
            .command(Methods.Player.stopAfter) { .stopAfter($0.map(StopRequest.init)) },
            .command(Methods.Player.setSpeed) { .setSpeed($0.speed, for: SpeedScope($0.scope), of: $0.of) },
            .command(Methods.Player.setLoop) { .setLoop($0.map { MediaLoop($0) }) },
            MethodBinding(Methods.status) { door, _, request in request.succeed(door.currentStatus()) },
            MethodBinding(Methods.Player.passthrough) { door, names, request in
                guard let names else { return request.succeed(Wire.Passthrough(door.application.snapshot.player)) }
                let codecs = Set(names.compactMap(PassthroughCodec.init(rawValue:)))
                door.perform(.setOptions([.passthrough: .codecs(codecs)]), request) { now, _ in Wire.Passthrough(now.player) }
            },
        ]
        + [Methods.volume, Methods.Player.setVolume].map { method in
            .command(method) { change, seconds in
                PlayerCommand(change, over: seconds)
            } answer: {
                Wire.Volume($0.player)
            }
        }
        + Methods.Player.setters.map { option, method in .command(method) { .setOptions([option: $0]) } }

    /// Has the application carry out a command. The answer is what `answer` makes of playback after it, and of the outcome.
    func perform<Answer>(
        _ command: PlayerCommand, at start: StartTime? = nil, _ request: Request<Answer>,
        answer: @escaping (ApplicationSnapshot, CommandOutcome) -> Answer
    ) {
        application.perform(command, at: start, for: origin(request.client)) { [application] result in
            request(result.map { answer(application.snapshot, $0) }.mapError(ControlError.init))
        }
    }
}

extension MethodBinding where Handler == ControlDoor {
    /// Binds a method to a command of the player, which is answered with the status after it, and with the entries that were left out.
    static func command<Bound: AnyMethod>(
        _ method: Bound, _ command: @escaping @Sendable (Bound.Parameters) -> PlayerCommand
    ) -> MethodBinding where Bound.Answer == Wire.Status {
        MethodBinding(method) { door, parameters, request in
            door.perform(command(parameters), request, answer: Wire.Status.init(_:outcome:))
        }
    }

    /// Binds a method to a command of the player, which is answered with what `answer` makes of playback after it.
    static func command<Bound: AnyMethod>(
        _ method: Bound, _ command: @escaping @Sendable (Bound.Parameters) -> PlayerCommand,
        answer: @escaping @Sendable (ApplicationSnapshot) -> Bound.Answer
    ) -> MethodBinding {
        MethodBinding(method) { door, parameters, request in
            door.perform(command(parameters), request) { now, _ in answer(now) }
        }
    }
}

extension Wire.Status {
    /// Makes the status after a command, with the entries that were left out.
    fileprivate init(_ now: ApplicationSnapshot, outcome: CommandOutcome) {
        self.init(now)
        skipped = outcome.skipped.map(Wire.SkippedEntry.init)
    }
}

extension StartTime {
    /// Makes the time that a client gave; `nil` if it has none.
    init?(_ time: Wire.StartTime) {
        if let seconds = time.monotonic {
            self = .monotonic(seconds)
        } else if let seconds = time.time {
            self = .date(seconds)
        } else {
            return nil
        }
    }
}
