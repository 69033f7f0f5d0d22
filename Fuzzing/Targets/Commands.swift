import AudioTypes
import ControlDoor
import ControlProtocol
import JSON
import Media
import MediaTypes
import RealtimeAudio

@testable import Playback
@testable import PlayerModel

extension FuzzTarget {
    /// Methods with any parameters, and everything else that happens, against a player that runs.
    static let player = FuzzTarget("player", atMost: 2_048) { bytes in
        var invention = Invention(bytes)
        var stage = Stage(modes: invention.byte())
        while !invention.isEmpty { stage.step(&invention) }
        stage.carryOut { $0.handle(.stop, request: 0) }
        precondition(stage.player.state == .stopped, "stop does not stop")
    }
}

/// A player with opener, worker, callback and output invented around it.
private struct Stage {
    var player: Player
    private var opening: [SourceToken] = []
    private var lastRequest: RequestIdentifier = 0

    init(modes: UInt8) {
        var queue = PlayQueue(limit: 20)
        let items = (1...3).map { QueueItem(id: $0, uri: "/\($0)") }
        let modes = QueueModes(
            repeats: QueueModes.Repeat.allCases[Int(modes) % 3], shuffles: modes & 4 != 0, consumes: modes & 8 != 0)
        queue.restore(items: items, currentID: nil, modes: modes, nextID: 0)
        player = Player(queue: queue)
        player.observe(PlayerReadings(now: 1_000_000_000_000))
    }

    mutating func step(_ invention: inout Invention) {
        let segments = ([player.current].compactMap { $0 } + player.tracks.ahead).map(\.segment) + [0, player.numbers.segment]
        let segment = invention.pick(segments)
        let failure = PlaybackError(.media(.notFound), "no such file")
        switch invention.pick(16) {
        case 0...4:
            let line = invention.line()
            guard case .single(.success(let call)) = try? IncomingMessage(parsing: line),
                let command = PlayerCommand(call)
            else { return }
            lastRequest += 1
            let request = lastRequest
            carryOut { $0.handle(command, request: request) }
        case 5, 6:
            guard let token = opening.last else { return }
            opening.removeLast()
            let layout = ChannelLayout.standard(channelCount: invention.pick(2) + 1) ?? .stereo
            let format = StreamFormat(sampleRate: [SampleRate.cd, .video][invention.pick(2)], channelLayout: layout)
            let duration = invention.bool() ? invention.double() : 10
            let description = SourceDescription(
                format: format, codec: "flac", bitsPerSample: nil,
                duration: duration.isFinite && duration >= 0 ? min(duration, 1e9) : nil,
                isSeekable: invention.bool(), isRemote: invention.bool(), tags: ["title": invention.text()])
            carryOut { $0.handle(.opened(token, description)) }
        case 7:
            guard let token = opening.popLast() else { return }
            carryOut { $0.handle(.failedToOpen(token, failure)) }
        case 8, 9:
            let kind = [RenderEvent.Kind.began, .ended, .paused, .dropped, .starved][invention.pick(5)]
            let frame = Int64(invention.number(UInt32.self))
            let old = player.readings
            let now = old.now + 1_000_000
            let began = RenderAnchor(now: now, delay: 0, mediaFrame: frame, segment: segment, isMoving: true)
            player.observe(PlayerReadings(anchor: kind == .began ? began : old.anchor, progress: old.progress, now: now))
            carryOut {
                $0.handle(
                    RenderEvent(
                        kind: kind, segment: segment, mediaFrame: frame, heardAt: $0.readings.now,
                        generation: $0.numbers.generation))
            }
        case 10: carryOut { $0.handle(.decoded(segment: segment, frames: Int64(invention.number(UInt32.self)))) }
        case 11: carryOut { $0.handle(.failed(segment: segment, frames: Int64(invention.byte()), failure)) }
        case 12:
            let event: OutputEvent = player.serverIsLost ? .serverConnected(version: "1") : .serverLost(message: "gone")
            carryOut { $0.handle(event) }
        case 13:
            // The output has checked what comes in: the level is a number of 0 and more.
            let level = Double(invention.number(UInt16.self)) / 10_000
            carryOut { $0.handle(.volumeChanged(level: level, muted: invention.bool())) }
        case 14:
            let change = TagChange(frame: FrameCount(Int64(invention.number(UInt32.self))), tags: ["title": invention.text()])
            carryOut { $0.handle(.tagsChanged(segment: segment, change)) }
        default:
            let now = player.readings.now + Int64(invention.byte()) * 100_000_000
            let progress = DecodeReading(segment: segment, frame: Int64(invention.number(UInt32.self)))
            player.observe(PlayerReadings(anchor: player.readings.anchor, progress: progress, now: now))
            carryOut { $0.lookAtBuffer() + $0.lookAtStop() }
        }
    }

    mutating func carryOut(_ call: (inout Player) -> [PlayerAction]) {
        for action in call(&player) {
            switch action {
            case .open(let token, _, _, _), .openLater(let token, _, _, _, _), .read(let token, _): opening.append(token)
            case .begin(let start), .append(let start): precondition(start.frame >= .zero && start.gain.isFinite)
            case .applyVolume(let volume): precondition((0...1).contains(volume.level), "the volume \(volume.level)")
            default: break
            }
        }
        precondition(player.queue.items.count <= 20, "the queue is longer than it may be")
        if let position = player.position {
            precondition(position.seconds.isFinite && position.seconds >= 0, "the position \(position.seconds)")
        }
        _ = (player.savedState, player.timeToTags, player.timeToStop)
    }
}

extension PlayerCommand {
    /// What a call asks of the player, where it does.
    fileprivate init?(_ call: Call) {
        guard let command = Self.commands[call.method]?(call.parameters) else { return nil }
        self = command
    }

    private static let commands = Dictionary(
        uniqueKeysWithValues: [
            of(Methods.play) { PlayerCommand($0) },
            of(Methods.pause) { .pause },
            of(Methods.toggle) { .toggle },
            of(Methods.stop) { .stop },
            of(Methods.next) { $0 ? .nextAlbum : .next },
            of(Methods.previous) { $0 ? .previousAlbum : .previous },
            of(Methods.seek) { PlayerCommand($0) },
            of(Methods.volume) { PlayerCommand($0.0, over: $0.1) },
            of(Methods.Player.selectAudio) { TrackChoice($0).map { .selectTrack($0) } },
            of(Methods.Player.seekToChapter) { .seekToChapter(ChapterTarget($0)) },
            of(Methods.Player.stopAfter) { .stopAfter($0.map(StopRequest.init)) },
            of(Methods.Player.passthrough) { names in
                names.map { .setOptions([.passthrough: .codecs(Set($0.compactMap(PassthroughCodec.init(rawValue:))))]) }
            },
            of(Methods.Queue.add) { insertion in
                .addItems(insertion.uris.map { QueueItem(id: 0, uri: $0) }, QueueInsertion(insertion))
            },
            of(Methods.Queue.remove) { .remove($0) },
            of(Methods.Queue.deduplicate) { .deduplicate },
            of(Methods.Queue.move) { ids, position in .move(ids, position: position) },
            of(Methods.Queue.clear) { .clear },
            of(Methods.Queue.set) { PlayerCommand($0) },
            of(Methods.Queue.setPriority) { ids, priority in .setPriority(priority, of: ids) },
            of(Methods.Queue.setRange) { id, start, end in .setRange(MediaRange(start: start ?? 0, end: end), of: id) },
            of(Methods.Queue.setTags) { id, tags in .setTags(tags.asQueueTags, of: id) },
        ] + Methods.Player.setters.map { option, method in of(method) { .setOptions([option: $0]) } })

    /// The name of a method, and the command that its parameters make.
    private static func of<Called: AnyMethod>(
        _ method: Called, _ command: @escaping @Sendable (Called.Parameters) -> PlayerCommand?
    ) -> (String, @Sendable (Call.Parameters) -> PlayerCommand?) {
        (method.name, { call in (try? method.parameters(of: call)).flatMap(command) })
    }
}
