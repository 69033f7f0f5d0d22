import Application
import AudioSession
import AudioTypes
package import ControlProtocol
package import ControlServer
import Glibc
import JSON
package import LineServer
import MediaTypes
import PlayerModel
import RealtimeAudio
import SystemSupport

// What each request does.
extension ControlDoor {
    package func handle(_ request: Request, from client: ClientID, reply: Reply) {
        application.clientActs(Origin(client))
        switch request {
        case .player(let request): handle(request, from: Origin(client), reply)
        case .queue(let request): handle(request, from: Origin(client), reply)
        case .media(.openStream(let format, let title, let play)):
            openStream(format, title: title, play: play, from: client, reply)
        case .media(.probe(let uri)): probe(uri, from: Origin(client), reply)
        case .media(.chapters(let uri)): listChapters(of: uri, from: Origin(client), reply)
        case .media(.picture(let target, let withData)): findPicture(of: target, withData, from: Origin(client), reply)
        case .announcement(let request): handle(request, from: client, reply)
        case .recording(let request):
            application.whenGraphIsKnown(for: Origin(client)) { [self] in handle(request, from: client, reply) }
        case .job(let request): handle(request, from: client, reply)
        case .library(let request): handle(request, from: Origin(client), reply)
        case .sticker(let request): handle(request, from: Origin(client), reply)
        case .playlist(let request): handle(request, from: Origin(client), reply)
        case .rooms(let request): handle(request, reply)
        case .session(let request):
            application.whenGraphIsKnown(for: Origin(client)) { [self] in handle(request, from: Origin(client), reply) }
        case .route(let request):
            application.whenGraphIsKnown(for: Origin(client)) { [self] in handle(request, reply) }
        case .server(let request): handle(request, reply)
        case .connection:
            // The server answers these requests itself.
            reply.fail(ControlError(.internalError, "the control server passed on a request that it answers itself"))
        }
    }

    private func handle(_ request: Request.Player, from origin: Origin, _ reply: Reply) {
        switch request {
        case .play(.media(let uri), let seconds): perform(.playURI(uri, at: seconds), from: origin, reply)
        case .play(.item(let item), let seconds): perform(.playItem(item, at: seconds), from: origin, reply)
        case .play(.place(let index), let seconds): perform(.playPlace(index, at: seconds), from: origin, reply)
        case .play(.queue, _): perform(.play, from: origin, reply)
        case .pause: perform(.pause, from: origin, reply)
        case .toggle: perform(.toggle, from: origin, reply)
        case .stop: perform(.stop, from: origin, reply)
        case .next: perform(.next, from: origin, reply)
        case .previous: perform(.previous, from: origin, reply)
        case .seek(.position(let seconds)): perform(.seekTo(seconds), from: origin, reply)
        case .seek(.offset(let seconds)): perform(.seekBy(seconds), from: origin, reply)
        case .seek(.fraction(let part)): perform(.seekToPart(part), from: origin, reply)
        case .volume(let level, let delta, let muted):
            perform(.setVolume(level: level, delta: delta, muted: muted), from: origin, reply) {
                Wire.Volume($0.player.volume).json
            }
        case .setOption(let option, let value): perform(.setOptions([option: value]), from: origin, reply)
        case .passthrough(nil): reply.succeed(Wire.Passthrough(application.snapshot.player))
        case .passthrough(let codecs?):
            perform(.setOptions([.passthrough: .codecs(codecs)]), from: origin, reply) { Wire.Passthrough($0.player).json }
        case .status: reply.succeed(currentStatus())
        case .seekToChapter(let target): perform(.seekToChapter(ChapterTarget(target)), from: origin, reply)
        case .stopAfter(let target): perform(.stopAfter(target.map(StopRequest.init)), from: origin, reply)
        }
    }

    private func handle(_ request: Request.Queue, from origin: Origin, _ reply: Reply) {
        switch request {
        case .list(let offset, let limit):
            let queue = application.snapshot.player.queue
            let page = queue.page(from: offset, count: limit)
            reply.succeed(
                Wire.QueuePage(
                    items: page.map { Wire.QueueItem($0, in: queue) }, length: queue.items.count, revision: queue.revision,
                    next: page.endIndex < queue.items.count ? page.endIndex : nil))
        case .add(let uris, let position, let isNext, let isUnique, let takesMissing):
            let place = isNext ? QueueInsertion.Place.next : position.map { .index($0) } ?? .end
            let insertion = QueueInsertion(place, isUnique: isUnique, takesMissing: takesMissing)
            application.add(uris, insertion, for: origin) { [self] in answer($0, reply) }
        case .remove(let ids): perform(.remove(ids), from: origin, reply, answer: Self.revision)
        case .deduplicate: perform(.deduplicate, from: origin, reply)
        case .move(let ids, let position): perform(.move(ids, position: position), from: origin, reply, answer: Self.revision)
        case .clear: perform(.clear, from: origin, reply, answer: Self.revision)
        case .set(let repeats, let shuffles, let consumes, let consumesOnce):
            let repeats = repeats.flatMap { QueueModes.Repeat(rawValue: $0.rawValue) }
            perform(
                .setModes(repeats: repeats, shuffles: shuffles, consumes: consumes, consumesOnce: consumesOnce), from: origin,
                reply
            ) { Wire.QueueModes($0.player.queue.modes).json }
        case .setPriority(let ids, let priority):
            perform(.setPriority(priority, of: ids), from: origin, reply, answer: Self.revision)
        case .setRange(let id, let start, let end):
            perform(.setRange(MediaRange(start: start, end: end), of: id), from: origin, reply, answer: Self.revision)
        case .setTags(let id, let tags):
            perform(.setTags(tags.asQueueTags, of: id), from: origin, reply, answer: Self.revision)
        }
    }

    private static func revision(_ snapshot: ApplicationSnapshot) -> JSONValue {
        Wire.QueueRevision(revision: snapshot.player.queue.revision).json
    }

    private func probe(_ uri: String, from origin: Origin, _ reply: Reply) {
        application.probe(uri, for: origin) { result in
            reply(result.map { Wire.MediaDescription($0).json }.mapError { ControlError($0, uri: uri) })
        }
    }

    /// Answers with the chapters of the media at `uri`, or with those of the current item.
    private func listChapters(of uri: String?, from origin: Origin, _ reply: Reply) {
        let player = application.snapshot.player
        guard let uri = uri ?? player.item?.location else {
            return reply.fail(ControlError(.nothingToPlay, "there is no current item whose chapters could be listed"))
        }
        // What is open need not be read again.
        if player.sourceDescription != nil, uri == player.item?.location {
            return reply.succeed(Wire.Chapters(player.chapters, current: player.chapterIndex))
        }
        application.chapters(of: uri, for: origin) { result in
            reply(result.map { Wire.Chapters($0, current: nil).json }.mapError { ControlError($0, uri: uri) })
        }
    }

    func findPicture(of target: Request.PictureTarget, _ withData: Bool, from origin: Origin, _ reply: Reply) {
        application.findPicture(of: Application.PictureTarget(target), withBytes: withData, for: origin) { result in
            reply(
                result.mapError(ControlError.init).flatMap { picture in
                    Result { () throws(ControlError) in try Wire.Picture(picture).json }
                })
        }
    }

    private func handle(_ request: Request.Route, _ reply: Reply) {
        switch request {
        case .get: reply.succeed(route(application.session.route))
        case .inputs: reply.succeed(.array(Wire.Input.all(in: application.session).map(\.json)))
        case .selectInput(let uid):
            do throws(SessionError) {
                try application.selectInput(uid)
                reply.succeed(Wire.Route(application.session))
            } catch {
                reply.fail(ControlError(error))
            }
        case .setInputVolume(let level, let delta, let muted):
            do throws(SessionError) {
                try application.setInputVolume(level: level, delta: delta, isMuted: muted) { volume in
                    reply.succeed(Wire.Volume(level: volume.level, muted: volume.isMuted))
                }
            } catch {
                reply.fail(ControlError(error))
            }
        case .outputs: reply.succeed(.array(Wire.Output.all(in: application.session).map(\.json)))
        case .select(let uid):
            do throws(SessionError) {
                try application.selectOutput(uid) { [self] route in reply.succeed(self.route(route)) }
            } catch {
                reply.fail(ControlError(error))
            }
        case .selectTogether(let uids):
            do throws(SessionError) {
                try application.selectOutputs(uids) { [self] route in reply.succeed(self.route(route)) }
            } catch {
                reply.fail(ControlError(error))
            }
        case .setVolume(let uid, let level, let delta, let muted):
            do throws(SessionError) {
                try application.setOutputVolume(level: level, delta: delta, isMuted: muted, of: uid) { volume in
                    reply.succeed(Wire.Volume(level: volume.level, muted: volume.isMuted))
                }
            } catch {
                reply.fail(ControlError(error))
            }
        case .setDelay(let uid, let seconds):
            do throws(SessionError) {
                try application.setOutputDelay(seconds, of: uid)
                reply.succeed(route(application.session.route))
            } catch {
                reply.fail(ControlError(error))
            }
        }
    }

    /// Makes the answer to requests for a route.
    private func route(_ route: Route) -> Wire.Route {
        Wire.Route(application.session, route, latencies: application.latencies)
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

    // MARK: Answers

    /// Has the application carry out a command. The reply is what `answer` makes of playback after it, by default the status.
    private func perform(
        _ command: PlayerCommand, from origin: Origin, _ reply: Reply,
        answer: @escaping (ApplicationSnapshot) -> JSONValue = { Wire.Status($0).json }
    ) {
        application.perform(command, for: origin) { [self] result in self.answer(result, reply, answer: answer) }
    }

    /// Answers a request with the outcome of its command, and with the entries that were left out.
    private func answer(
        _ result: Result<CommandOutcome, ApplicationError>, _ reply: Reply,
        answer: (ApplicationSnapshot) -> JSONValue = { Wire.Status($0).json }
    ) {
        switch result {
        case .failure(let error): reply.fail(ControlError(error))
        case .success(let outcome):
            let skipped = outcome.skipped.map(Wire.SkippedEntry.init)
            let now = application.snapshot
            let revision = now.player.queue.revision
            switch outcome.change {
            case .none: reply.succeed(answer(now).with(skipped))
            case .added(let ids): reply.succeed(Wire.QueueAddition(ids: ids, revision: revision, skipped: skipped))
            case .removed(let ids): reply.succeed(Wire.QueueRemoval(removed: ids, revision: revision))
            }
        }
    }

    private var info: Wire.ServerInfo {
        Wire.ServerInfo(
            version: facts.version, pid: Int(getpid()),
            uptime: Double(MonotonicClock.nanoseconds - facts.startedAt) / 1e9,
            pipewire: application.snapshot.serverVersion ?? facts.pipewireVersion, ffmpeg: facts.ffmpegVersion,
            features: facts.features)
    }

    private var statistics: Wire.ServerStatistics {
        let now = application.snapshot
        return Wire.ServerStatistics(
            underruns: Int64(now.statistics.underruns), underrunFrames: Int64(now.statistics.underrunFrames),
            callbacks: Int64(now.statistics.callbacks), quantum: Int64(application.timing.quantum), ringFill: now.ringFill,
            decodeErrors: Int64(clamping: now.decodeErrors), clients: Int64(server.clientCount),
            reconnects: Int64(now.reconnects), longestTurn: Double(TurnStatistics.longestTurn) / 1e9,
            longestQuestion: Double(application.library.longestQuestion) / 1e9)
    }
}
