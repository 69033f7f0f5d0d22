import AudioSession
import AudioTypes
import ControlProtocol
import ControlServer
import Glibc
import NIOCore
import Playback
import PlayerModel
import RealtimeAudio
import SystemSupport

// What each request does.
extension Service {
    func handle(_ request: Request, from client: ClientID, reply: Reply) {
        if refuses(request, reply) { return }
        switch request {
        case .player(let request): handle(request, reply)
        case .queue(let request): handle(request, from: client, reply)
        case .media(.openStream(let format, let title, let play)):
            openStream(format, title: title, play: play, from: client, reply)
        case .media(.probe(let uri)): prober.probe(uri, of: client, cancellation: cancellation(of: client), reply: reply)
        case .session(let request): handle(request, from: client, reply)
        case .route(.get): reply.succeed(Wire.Route(driver.session.route))
        case .route(.outputs): reply.succeed(.array(outputs.map(\.json)))
        case .route(.select(let uid)): select(uid, reply)
        case .server(let request): handle(request, reply)
        case .connection:
            // The server answers these requests itself.
            reply.fail(ControlError(.internalError, "the control server passed on a request that it answers itself"))
        }
    }

    private func handle(_ request: Request.Player, _ reply: Reply) {
        switch request {
        case .play(.media(let uri)): play(uri, reply)
        case .play(.item(let item)): submit(.playItem(item), reply)
        case .play(.queue): submit(.play, reply)
        case .pause: takeOver(.pause, reply)
        case .toggle: takeOver(.toggle, reply)
        case .stop: takeOver(.stop, reply)
        case .next: takeOver(.next, reply)
        case .previous: takeOver(.previous, reply)
        case .seek(.position(let seconds)): takeOver(.seekTo(seconds), reply)
        case .seek(.offset(let seconds)): takeOver(.seekBy(seconds), reply)
        case .volume(let level, let delta, let muted):
            submit(.setVolume(level: level, delta: delta, muted: muted), reply) { $0.status.volume.json }
        case .status: reply.succeed(currentStatus())
        }
    }

    private func handle(_ request: Request.Queue, from client: ClientID, _ reply: Reply) {
        switch request {
        case .list(let offset, let limit):
            let queue = snapshot().player.queue
            let page = queue.page(from: offset, count: limit)
            reply.succeed(
                Wire.QueuePage(
                    items: page.map(Wire.QueueItem.init), length: queue.items.count, revision: queue.revision,
                    next: page.endIndex < queue.items.count ? page.endIndex : nil))
        case .add(let uris, let position, let isNext, let isUnique):
            let place = isNext ? QueueInsertion.Place.next : position.map { .index($0) } ?? .end
            add(uris, QueueInsertion(place, isUnique: isUnique), from: client, reply)
        case .remove(let ids): submit(.remove(ids), reply, answer: revision)
        case .deduplicate: submit(.deduplicate, reply)
        case .move(let ids, let position): submit(.move(ids, position: position), reply, answer: revision)
        case .clear: submit(.clear, reply, answer: revision)
        case .set(let repeats, let shuffles, let consumes):
            submit(
                .setModes(
                    repeats: repeats.flatMap { QueueModes.Repeat(rawValue: $0.rawValue) }, shuffles: shuffles,
                    consumes: consumes), reply
            ) { Wire.QueueModes($0.player.queue.modes).json }
        }
    }

    private func handle(_ request: Request.Server, _ reply: Reply) {
        switch request {
        case .info: reply.succeed(info)
        case .statistics: reply.succeed(statistics)
        case .reload:
            do throws(ControlError) {
                try reload()
                reply.succeed(.object([:]))
            } catch {
                reply.fail(error)
            }
        }
    }

    private func revision(_ snapshot: EngineSnapshot) -> JSONValue {
        Wire.QueueRevision(revision: snapshot.player.queue.revision).json
    }

    /// Hands a command to the engine. The reply is what `answer` makes of the state after it, by default the status, with the
    /// `skipped` entries that were left out.
    func submit(
        _ command: PlayerCommand, _ reply: Reply, skipped: [SkippedEntry] = [],
        answer: @escaping (EngineSnapshot) -> JSONValue = { $0.status.json }
    ) {
        let pending = NIOLoopBound((service: self, reply: reply, answer: answer), eventLoop: server.eventLoop)
        engine.assumeIsolated { engine in
            engine.submit(command) { result in
                let (service, reply, answer) = pending.value
                service.answer(result, reply, skipped: skipped, answer: answer)
            }
        }
    }

    /// Answers a request with the engine's `result` for a command.
    func answer(
        _ result: PlayerAnswer, _ reply: Reply, skipped: [SkippedEntry] = [],
        answer: (EngineSnapshot) -> JSONValue = { $0.status.json }
    ) {
        let skipped = skipped.map(Wire.SkippedEntry.init)
        switch result {
        case .failed(let error): reply.fail(ControlError(error))
        case .added(let ids):
            reply.succeed(Wire.QueueAddition(ids: ids, revision: snapshot().player.queue.revision, skipped: skipped))
        case .removed(let ids):
            reply.succeed(Wire.QueueRemoval(removed: ids, revision: snapshot().player.queue.revision))
        case .done: reply.succeed(answer(snapshot()).with(skipped))
        case .partlyDone(let skipped): reply.succeed(answer(snapshot()).with(skipped.map(Wire.SkippedEntry.init)))
        }
    }

    private var info: Wire.ServerInfo {
        Wire.ServerInfo(
            version: facts.version, pid: Int(getpid()),
            uptime: Double(MonotonicClock.nanoseconds - facts.startedAt) / 1e9,
            pipewire: snapshot().serverVersion ?? facts.pipewireVersion, ffmpeg: facts.ffmpegVersion,
            features: facts.features)
    }

    private var statistics: Wire.ServerStatistics {
        let state = snapshot()
        return Wire.ServerStatistics(
            underruns: Int64(state.statistics.underruns), underrunFrames: Int64(state.statistics.underrunFrames),
            callbacks: Int64(state.statistics.callbacks), quantum: Int64(timing().quantum), ringFill: state.ringFill,
            decodeErrors: Int64(clamping: state.decodeErrors), clients: Int64(server.clientCount),
            reconnects: Int64(state.reconnects))
    }
}
