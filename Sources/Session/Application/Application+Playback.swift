import AudioSession
import Logging
import Media
import MediaLibrary
import MediaTypes
import MusicLibrary
import NIOCore
import Playback
package import PlayerModel

// Commands to the player and its queue.
extension Application {
    /// Gets the outcome of a command, or the reason why it was refused. Called on the control thread.
    package typealias Answer = (Result<CommandOutcome, ApplicationError>) -> Void

    /// Carries out `command`, if the session allows it. `answer` is called now, or once the media are open.
    /// - Parameter start: when what the command plays is to be heard; `nil`: at once. A command that a client may not give, or a time that
    ///   has passed, is refused.
    package func perform(
        _ command: PlayerCommand, at start: StartTime? = nil, for origin: Origin, answer: @escaping Answer
    ) {
        let time: Int64?
        do throws(PlaybackError) { time = try start?.monotonic() } catch { return answer(.failure(.player(error))) }
        if let refusal = refusal(of: command) { return answer(.failure(refusal)) }
        forgetHeldPause(before: command)
        var command = ringer.personGives(command, origin)
        if command.isHeard { commanders.note(origin, setsVolume: command.setsVolume) }
        if case .revert(let direction, _) = command { command = .revert(direction, mayPlay: mayPlay) }
        if case .playURI(let uri, let seconds, let track) = command,
            LibraryAddress(uri) != nil || PlaylistExpansion.mayBeMany(uri)
        {
            command = .playList(uri, at: seconds, track: track)
        }
        if command.takesOver { takeOver(command, origin, answer) } else { submit(command, at: time, for: origin, answer: answer) }
    }

    /// Adds what `uris` stand for: media, and the entries of playlists and directories. Files that are not there are left out, unless
    /// `insertion` takes them; if nothing is left, the answer is the error for the first. If the disk must be asked first, and the client
    /// leaves meanwhile, nothing is added and `answer` is not called.
    package func add(_ uris: [String], _ insertion: QueueInsertion, for origin: Origin, answer: @escaping Answer) {
        if let refusal = uris.lazy.compactMap({ self.refusal(ofAddress: $0, for: origin) }).first {
            return answer(.failure(.player(refusal)))
        }
        if uris.contains(where: { LibraryAddress($0) != nil }) {
            return addFromLibrary(uris, insertion, for: origin, answer: answer)
        }
        let isOfDisk: (String) -> Bool = { !MediaAddress.isWeb($0) && !insertion.takesMissing || PlaylistExpansion.mayBeMany($0) }
        guard uris.contains(where: isOfDisk) else {
            return submit(.addItems(uris.map { QueueItem(id: 0, uri: $0) }, insertion), for: origin, answer: answer)
        }
        let cancellation = cancellations.token(of: origin)
        playlists.read(
            uris, stored: storedPlaylists.directory, limit: snapshot.player.queue.limit, scope: scope(of: origin),
            refusesMissing: !insertion.takesMissing, cancellation: cancellation
        ) { [weak self] result in
            // A client that left gets no answer. If the daemon ends, the client already has one.
            guard let self, !cancellation.isCancelled else { return }
            add(result, insertion, for: origin, answer: answer)
        }
    }

    /// Adds the items that were read, or answers why there are none.
    func add(
        _ read: Result<MediaList, PlaybackError>, _ insertion: QueueInsertion, for origin: Origin, answer: @escaping Answer
    ) {
        switch read {
        case .success(let list):
            list.skipped.forEach(report)
            let cancellation = cancellations.token(of: origin)
            library.describe(list) { [weak self] list in
                guard let self, !cancellation.isCancelled else { return }
                submit(.addItems(list.items, insertion), for: origin, skipped: list.skipped, answer: answer)
            }
        case .failure(let error): answer(.failure(.player(error)))
        }
    }

    /// Adds what `uris` stand for, with addresses of the library among them: one after the other, because only the library knows how
    /// much each of them is. If one of them stands for nothing, nothing is added.
    private func addFromLibrary(
        _ uris: [String], _ insertion: QueueInsertion, for origin: Origin, answer: @escaping Answer
    ) {
        let reading = Reading(
            scope: scope(of: origin), refusesMissing: !insertion.takesMissing, cancellation: cancellations.token(of: origin))
        expand(uris[...], MediaList(items: [], skipped: []), reading) { [weak self] result in
            self?.add(result, insertion, for: origin, answer: answer)
        }
    }

    /// How addresses are read.
    private struct Reading {
        let scope: ListScope
        let refusesMissing: Bool
        let cancellation: CancellationToken
    }

    /// Replaces addresses by the items that they stand for, behind those of `list`. Answers with all of them, unless the client leaves.
    private func expand(
        _ uris: ArraySlice<String>, _ list: MediaList, _ reading: Reading,
        answer: @escaping (Result<MediaList, PlaybackError>) -> Void
    ) {
        guard let uri = uris.first else { return answer(.success(list)) }
        let limit = snapshot.player.queue.limit
        // Everything up to the next address of the library is read in one go.
        let isOfLibrary = LibraryAddress(uri) != nil
        let part = isOfLibrary ? uris.prefix(1) : uris.prefix { LibraryAddress($0) == nil }
        read(Array(part), limit: limit, reading) { [weak self] result in
            guard let self, !reading.cancellation.isCancelled else { return }
            switch result {
            case .success(let more):
                let items = list.items + more.items
                guard items.count <= limit else { return answer(.failure(PlayQueue.full(limit, items.count, beside: 0))) }
                let all = MediaList(items: items, skipped: list.skipped + more.skipped)
                expand(uris.dropFirst(part.count), all, reading, answer: answer)
            case .failure(let error): answer(.failure(error))
            }
        }
    }

    /// Reads what addresses stand for: one of the library, or any others.
    private func read(
        _ uris: [String], limit: Int, _ reading: Reading,
        answer: @escaping (Result<MediaList, PlaybackError>) -> Void
    ) {
        if let address = uris.first.flatMap(LibraryAddress.init) {
            library.items(of: address, limit: limit, answer: answer)
        } else {
            playlists.read(
                uris, stored: storedPlaylists.directory, limit: limit, scope: reading.scope,
                refusesMissing: reading.refusesMissing, cancellation: reading.cancellation, answer: answer)
        }
    }

    /// Adds items of which something is known already, and which stand for nothing but themselves.
    package func add(_ items: [QueueItem], _ insertion: QueueInsertion, for origin: Origin, answer: @escaping Answer) {
        submit(.addItems(items, insertion), for: origin, answer: answer)
    }

    /// Describes the media at `uri` without playing them. `answer` is called on the control thread, unless the client leaves
    /// while its request still waits.
    package func probe(_ uri: String, for origin: Origin, answer: @escaping MediaProber.Answer) {
        if let refusal = refusal(ofAddress: uri, for: origin) {
            return answer(.failure(.media(MediaError(.notAllowed, refusal.message))))
        }
        prober.probe(uri, reach: reach(of: origin), for: origin, cancellation: cancellations.token(of: origin), answer: answer)
    }

    /// Returns the reason why the session does not let `command` start playback; `nil` if it does, or if the command starts
    /// none.
    func refusal(of command: PlayerCommand) -> ApplicationError? {
        guard command.startsPlayback(in: snapshot.player.state) else { return nil }
        do throws(SessionError) {
            try driver.session.checkPlay()
            return nil
        } catch {
            return .session(error)
        }
    }

    /// Whether the session lets playback start now.
    private var mayPlay: Bool {
        do throws(SessionError) {
            try driver.session.checkPlay()
            return true
        } catch {
            return false
        }
    }

    /// Hands a command to the engine, as far as its client may give it.
    func submit(
        _ command: PlayerCommand, at start: Int64? = nil, for origin: Origin, skipped: [SkippedEntry] = [],
        answer: @escaping Answer
    ) {
        let allowed: PlayerCommand
        do throws(ApplicationError) { allowed = try permitted(command, for: origin) } catch { return answer(.failure(error)) }
        let answer = NIOLoopBound(answer, eventLoop: eventLoop)
        engine.assumeIsolated { engine in
            engine.submit(allowed, by: origin.reason, at: start, group: origin.group) { result in
                answer.value(Self.outcome(result, skipped))
            }
        }
    }

    /// Hands a command to the engine by which a person decides what is heard. The session learns of that before `answer` is
    /// called, so the answer already shows it.
    private func takeOver(_ command: PlayerCommand, _ origin: Origin, _ answer: @escaping Answer) {
        let pending = NIOLoopBound(answer, eventLoop: eventLoop)
        let early = engine.assumeIsolated { engine -> PlayerAnswer? in
            var early: PlayerAnswer?
            var isUnderWay = true
            engine.submit(command, by: origin.reason) { result in
                if isUnderWay { early = result } else { pending.value(Self.outcome(result, [])) }
            }
            isUnderWay = false
            return early
        }
        if case .failed = early {} else { driver.handle(.userTookOver) }
        if let early { answer(Self.outcome(early, [])) }
    }

    static func outcome(_ answer: PlayerAnswer, _ skipped: [SkippedEntry]) -> Result<CommandOutcome, ApplicationError> {
        Result { () throws(ApplicationError) in try CommandOutcome(answer, skipped: skipped) }
    }

    /// Reads what a playlist or directory stands for that is to be played, and gives the result to the engine.
    func read(_ uri: String, as token: SourceToken) -> CancellationToken {
        let cancellation = CancellationToken()
        let reading = Reading(scope: .everything, refusesMissing: false, cancellation: cancellation)
        read([uri], limit: snapshot.player.queue.limit, reading) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let list):
                list.skipped.forEach(report)
                library.describe(list) { [engine] list in engine.assumeIsolated { $0.listed(token, .success(list)) } }
            case .failure: engine.assumeIsolated { $0.listed(token, result) }
            }
        }
        return cancellation
    }

    /// Writes into the log that an entry of a playlist or directory was left out.
    func report(_ entry: SkippedEntry) {
        logger.warning(
            "Some media could not be used and were left out.", metadata: ["of": "\(entry.uri)", "reason": "\(entry.message)"])
    }
}
