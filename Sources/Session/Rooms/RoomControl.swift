package import AudioTypes
package import Logging
package import NIOCore
package import SystemSupport

/// Knows the rooms of a Snapcast server, and has it change them.
///
/// It keeps the house as the server tells it, so that nobody has to ask the server for what is known. Without a configured server it
/// does nothing: there is no connection, no timer and no thread. Confined to its event loop.
package final class RoomControl {
    /// How long a request may wait for its answer.
    private let patience: TimeAmount
    /// How much a server may send in a second.
    private let budget: LineBudget
    /// How long a server is left alone that has sent more than anybody can listen to.
    private let rest: TimeAmount
    /// In how many rooms an announcement may be heard.
    private static let mostAnnouncementRooms = 64

    private let eventLoop: any EventLoop
    private let logger: Logger
    private let announcementPort: UInt16?
    private let lender: RoomLender
    private let muter: LocalRoomMuter
    private let latencies: LatencyKeeper
    private let ceilings: CeilingKeeper
    private var volumes = OutputVolumes()
    private var server: HostPort?
    private var connection: SnapcastConnection?
    private var openedAt: NIODeadline?
    private var backoff = Backoff(first: 1_000_000_000, longest: 30_000_000_000)
    private var book = RequestBook()
    private var changeBudget: ChangeBudget
    private var known: House?
    private var problem = RoomError.notConfigured
    private var retry: Scheduled<Void>?
    private var watch: Scheduled<Void>?
    private let statusQuestion: StatusQuestion
    /// Tells of each change of the house.
    package var publish: (HouseChange) -> Void = { _ in }

    /// Makes it for use on `eventLoop`.
    /// - Parameters:
    ///   - stateDirectory: for the files with the latencies, with the rooms that are lent and with the one that is muted.
    ///   - announcementPort: the port at which the server takes the sound of announcements; `nil` if there are none in rooms.
    ///   - patience: how long a request may wait for its answer.
    ///   - budget: how much a server may send in a second.
    ///   - changes: how many changes it may tell of.
    ///   - rest: how long a server is left alone that has sent more.
    package init(
        stateDirectory: String, announcementPort: UInt16? = nil, eventLoop: any EventLoop, logger: Logger,
        patience: TimeAmount = .seconds(5), budget: LineBudget = LineBudget(),
        changes: ChangeBudget = ChangeBudget(), rest: TimeAmount = .minutes(1)
    ) {
        changeBudget = changes
        self.patience = patience
        self.rest = rest
        self.budget = budget
        self.eventLoop = eventLoop
        self.logger = logger
        statusQuestion = StatusQuestion(eventLoop)
        latencies = LatencyKeeper(directory: stateDirectory, logger: logger)
        self.announcementPort = announcementPort
        lender = RoomLender(directory: stateDirectory, eventLoop: eventLoop, logger: logger)
        muter = LocalRoomMuter(directory: stateDirectory, eventLoop: eventLoop, logger: logger)
        ceilings = CeilingKeeper(eventLoop)
        ceilings.serve(
            house: { [unowned self] () throws(RoomError) in try house() },
            wished: { [unowned self] in book.volume(of: $0)?.percent },
            setBack: { [unowned self] in setBack($0, to: $1) })
        lender.serve(house: { [unowned self] () throws(RoomError) in try house() }, ask: { [unowned self] in ask($0, done: $1) })
        muter.serve(
            house: { [unowned self] () throws(RoomError) in try house() },
            ask: { [unowned self] in setVolume($0, level: nil, delta: nil, isMuted: $1, answer: $2) })
    }

    /// Takes over the address of the server; `nil` for none.
    /// - Parameter isLookedFor: whether the server without an address is one that has not been found yet.
    package func configure(_ server: HostPort?, isLookedFor: Bool = false) {
        guard server == nil || server != self.server else { return }
        muter.leaveServer()
        close()
        self.server = server
        guard let server else {
            if isLookedFor { problem = .unavailable("no Snapcast server has been found in the network") }
            return
        }
        latencies.load()
        lender.load()
        muter.load()
        problem = .unavailable("the Snapcast server at \(server) has not answered yet")
        connect()
    }

    /// Ends the connection and everything that waits for it, and waits for the disk to have the latencies and what is lent. The last
    /// call.
    package func shutDown() {
        muter.finish()
        close()
        latencies.finish()
        lender.finish()
    }

    /// Ends the connection, and everything that waits for it.
    private func close() {
        retry?.cancel()
        retry = nil
        connection?.close()
        server = nil
        backoff = Backoff(first: 1_000_000_000, longest: 30_000_000_000)
        forget(.notConfigured)
    }

    /// The house as it is now.
    package func house() throws(RoomError) -> House {
        guard let known else { throw problem }
        return known
    }

    /// Takes over what rooms have of their own about the volume, among the rules for outputs.
    package func setVolumes(_ volumes: OutputVolumes) {
        guard volumes != self.volumes else { return }
        self.volumes = volumes
        for change in known?.take(volumes) ?? [] { publish(change) }
        ceilings.look()
    }

    /// Brings a room down to its ceiling.
    private func setBack(_ id: String, to percent: Int) {
        setVolume(id, level: Double(percent) / 100, delta: nil, isMuted: nil) { [logger] result in
            guard case .failure(let error) = result else { return }
            logger.warning("A room stays louder than its ceiling.", metadata: ["room": "\(id)", "reason": "\(error)"])
        }
    }

    // MARK: Commands

    /// Sets the volume of a room, or changes it by `delta`, both in parts of 1; what is `nil` stays. No more than the room may have. Answers
    /// with the room.
    package func setVolume(
        _ name: String, level: Double?, delta: Double?, isMuted: Bool?, answer: @escaping (Result<Room, RoomError>) -> Void
    ) {
        perform(answer) { [book] house throws(RoomError) in
            let room = try house.room(called: name)
            let now = book.volume(of: room.id) ?? (room.percent, room.isMuted)
            let wished = level ?? delta.map { Double(now.percent) / 100 + $0 }
            let percent = min(wished.map { Int((min(max($0, 0), 1) * 100).rounded()) } ?? now.percent, room.maximum ?? 100)
            guard level != nil || delta != nil || isMuted != nil else { return ([], room) }
            return ([.setVolume(room: room.id, percent: percent, isMuted: isMuted ?? now.isMuted)], room)
        }
    }

    /// Mutes a room, or the whole group that it is in, or ends that. Answers with the room.
    package func mute(
        _ name: String, _ isMuted: Bool, wholeGroup: Bool, answer: @escaping (Result<Room, RoomError>) -> Void
    ) {
        guard wholeGroup else { return setVolume(name, level: nil, delta: nil, isMuted: isMuted, answer: answer) }
        perform(answer) { house throws(RoomError) in
            let room = try house.room(called: name)
            return ([.muteGroup(room.group, isMuted)], room)
        }
    }

    /// Sets by how many seconds a room is sent to play sooner, and remembers that. Answers with the room.
    package func setLatency(_ name: String, seconds: Double, answer: @escaping (Result<Room, RoomError>) -> Void) {
        perform(answer) { house throws(RoomError) in
            let room = try house.room(called: name)
            return ([.setLatency(room: room.id, Int((seconds * 1_000).rounded()))], room)
        }
    }

    /// Gives a room another name. Answers with the room.
    package func rename(_ name: String, to new: String, answer: @escaping (Result<Room, RoomError>) -> Void) {
        perform(answer) { house throws(RoomError) in
            let room = try house.room(called: name)
            return ([.renameRoom(room.id, new)], room)
        }
    }

    // MARK: The room of this machine

    /// Takes over which room this machine plays itself, by name or id; empty for none.
    /// - Parameter news: gets what happens to that room.
    package func setLocalRoom(_ name: String, news: @escaping (LocalRoomNews) -> Void) {
        muter.publish = news
        muter.setRoom(name)
    }

    /// Mutes the room of this machine, or lets it be heard again, at once or once the server is back. If somebody changes its mute switch
    /// meanwhile, it is left as it is.
    package func muteLocalRoom(_ isMuted: Bool) { muter.want(isMuted) }

    // MARK: Announcements

    /// Returns the rooms that are called so, if an announcement can be heard in one of them.
    package func roomsForAnnouncement(_ names: [String]) throws(RoomError) -> [Room] {
        guard names.count <= Self.mostAnnouncementRooms else { throw .tooManyRooms(Self.mostAnnouncementRooms) }
        _ = try announcementStream()
        let rooms = try house().rooms(called: names)
        guard rooms.contains(where: \.isConnected) else { throw .away(rooms.map(\.name)) }
        return rooms
    }

    /// Has the rooms with these ids, and no others, play the stream of announcements, as far as they are there. Calls `answer` once they
    /// do, or once it is known that none will, unless another wish comes before.
    package func lend(_ rooms: [String], answer: @escaping (Result<Void, RoomError>) -> Void) {
        do throws(RoomError) {
            lender.lend(rooms, to: try announcementStream(), answer: answer)
        } catch {
            answer(.failure(error))
        }
    }

    /// Has the rooms play again, and stand together again, as they did before they were lent; at once, or once the server is back.
    package func giveBack() { lender.giveBack() }

    private func announcementStream() throws(RoomError) -> String {
        guard let announcementPort else { throw .noAnnouncements }
        guard let stream = try house().stream(atPort: announcementPort) else { throw .noStream(port: announcementPort) }
        return stream
    }

    private func perform(
        _ answer: @escaping (Result<Room, RoomError>) -> Void,
        _ plan: (House) throws(RoomError) -> (requests: [SnapcastRequest], room: Room)
    ) {
        do throws(RoomError) {
            let (requests, room) = try plan(try house())
            ask(requests) { result in
                answer(result.flatMap { house in house.room(room.id).map { .success($0) } ?? .failure(.notFound(room.name)) })
            }
        } catch {
            answer(.failure(error))
        }
    }

    // MARK: Requests

    /// Sends requests, and calls `done` with the house once all are answered, or with the first failure.
    func ask(_ requests: [SnapcastRequest], done: @escaping (Result<House, RoomError>) -> Void) {
        guard book.count + requests.count <= RequestBook.most else {
            return done(.failure(.tooManyWaiting(RequestBook.most)))
        }
        var (left, failure): (Int, RoomError?) = (requests.count, nil)
        let finish = { [unowned self] in
            if let failure { return done(.failure(failure)) }
            do throws(RoomError) { done(.success(try house())) } catch { done(.failure(error)) }
        }
        guard left > 0 else { return finish() }
        for request in requests {
            send(request) { error in
                failure = failure ?? error
                left -= 1
                if left == 0 { finish() }
            }
        }
    }

    private func send(_ request: SnapcastRequest, done: @escaping (RoomError?) -> Void = { _ in }) {
        guard let connection else { return done(problem) }
        connection.send(request.json(id: book.add(request, at: .now(), done: done)))
        watchAnswers()
    }

    /// Sets the timer for the oldest request that waits.
    private func watchAnswers() {
        guard watch == nil, let oldest = book.oldest else { return }
        watch = eventLoop.assumeIsolated().scheduleTask(deadline: oldest + patience) { [weak self] in
            guard let self else { return }
            watch = nil
            if let oldest = book.oldest, oldest + patience <= .now() { return lost("does not answer") }
            watchAnswers()
        }
    }

    /// Asks for a whole status, unless one is on its way, and not more often than the server can be trusted to need it.
    private func askForStatus() {
        statusQuestion.ask(unless: { [unowned self] in book.holds(.status) }, { [unowned self] in send(.status) })
    }

    // MARK: The connection

    private func connect() {
        guard let server else { return }
        let connection = SnapcastConnection(on: eventLoop, budget: budget)
        self.connection = connection
        connection.opened = { [weak self] in
            self?.openedAt = .now()
            self?.statusQuestion.forget()
            self?.askForStatus()
        }
        connection.received = { [weak self] messages in self?.received(messages) }
        connection.ended = { [weak self] reason in self?.lost(reason) }
        connection.connect(to: server)
    }

    private func received(_ messages: [SnapcastMessage]) {
        do throws(SnapcastMistake) {
            for message in messages { try take(message) }
        } catch {
            lost(error.message)
        }
    }

    private func take(_ message: SnapcastMessage) throws(SnapcastMistake) {
        switch message {
        // Many in a row make one question.
        case .unreadUpdate: askForStatus()
        case .notice(let method, let parameters):
            if let notice = try SnapcastNotice(method: method, parameters) { try take(notice) }
        case .answer(let id, let result):
            guard let entry = book.take(id) else { return }
            do throws(SnapcastMistake) {
                try take(entry.request.notice(of: result))
                entry.done(nil)
            } catch {
                entry.done(.unavailable("the Snapcast server \(error.message)"))
                throw error
            }
        case .refusal(let id, let text):
            guard let entry = book.take(id) else { return }
            entry.done(.refused("the Snapcast server refuses: \(text)"))
            if case .setVolume(let room, let percent, _) = entry.request { ceilings.look(atRefused: percent, of: room) }
            if entry.request == .status { throw SnapcastMistake(message: "does not tell its status: \(text)") }
        }
    }

    private func take(_ notice: SnapcastNotice) throws(SnapcastMistake) {
        guard var house = known else {
            // What comes before the first status is in it.
            guard case .house(var house) = notice else { return }
            _ = house.take(volumes)
            known = house
            logger.info(
                "The rooms are known.", metadata: ["rooms": "\(house.rooms.count)", "server": "\(server?.description ?? "")"])
            publish(HouseChange(.available))
            remember(notice)
            ceilings.look()
            lender.serverIsBack()
            return muter.serverIsBack()
        }
        let told = house.take(notice)
        guard changeBudget.takes(max(1, told?.count ?? 1), at: .now()) else { throw SnapcastMistake.tooMuch }
        guard let changes = told else { return askForStatus() }
        known = house
        for change in changes { publish(change) }
        remember(notice)
        ceilings.look(at: changes)
        muter.look(at: changes)
    }

    /// The connection is gone, or is given up.
    private func lost(_ reason: String) {
        guard let server else { return }
        connection?.close()
        let isTooMuch = reason == SnapcastMistake.tooMuch.message
        let pause = isTooMuch ? ", and is left alone for \(rest.nanoseconds / 1_000_000_000) seconds" : ""
        let sentence = "the Snapcast server at \(server) \(reason)\(pause)"
        if problem != .unavailable(sentence) || known != nil {
            logger.notice("There are no rooms for now.", metadata: ["reason": "\(sentence)"])
        }
        let lifetime = openedAt.map { NIODeadline.now() - $0 } ?? .zero
        backoff.lost(after: .nanoseconds(lifetime.nanoseconds))
        forget(.unavailable(sentence))
        retry?.cancel()
        let wait = max(.nanoseconds(backoff.next()), isTooMuch ? rest : .zero)
        retry = eventLoop.assumeIsolated().scheduleTask(in: wait) { [weak self] in
            self?.retry = nil
            self?.connect()
        }
    }

    /// Forgets the house, and ends what waits for the server.
    private func forget(_ problem: RoomError) {
        self.problem = problem
        connection = nil
        openedAt = nil
        watch?.cancel()
        watch = nil
        statusQuestion.cancel()
        let wasKnown = known != nil
        known = nil
        for entry in book.takeAll() { entry.done(problem) }
        if wasKnown { publish(HouseChange(.unavailable)) }
        muter.look()
    }

    /// Has the server set those latencies again that it has forgotten.
    private func remember(_ notice: SnapcastNotice) {
        for request in latencies.take(notice) where !book.holds(request) && book.count < RequestBook.most { send(request) }
    }
}
