import Logging
import NIOCore

/// Lends rooms to announcements, one set after the other, and gives them back. Confined to the event loop of the ``RoomControl`` whose
/// part it is.
///
/// What is lent is written down before the server is asked for it. So the rooms come back also after a crash, with the next connection
/// to the server.
final class RoomLender {
    typealias Answer = (Result<Void, RoomError>) -> Void
    /// Sends requests, and answers with the house once all are answered.
    typealias Asking = ([SnapcastRequest], @escaping (Result<House, RoomError>) -> Void) -> Void

    /// The rooms that are to be lent, and who waits for that.
    private struct Wish {
        let number: Int
        let rooms: [String]
        let stream: String
        /// `nil` once it was called.
        var answer: Answer?
    }

    /// How long it waits until it asks again, because too many requests wait for the server.
    private static let pause = TimeAmount.seconds(1)

    private let file: RoomFile
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var house: () throws(RoomError) -> House = { () throws(RoomError) in throw .notConfigured }
    private var ask: Asking = { $1(.failure(.notConfigured)) }
    private var book = LoanBook()
    private var isRead = false
    private var wish: Wish?
    private var latestWish = 0
    /// Whether the file or the server has not answered yet.
    private var isBusy = false
    /// Whether a room may have left its group without playing the stream of announcements: the daemon or the connection may have ended
    /// between the two.
    private var isUnfinished = true

    init(directory: String, eventLoop: any EventLoop, logger: Logger) {
        file = RoomFile(
            directory: directory, name: "lent-rooms",
            complaint: "Cannot save which rooms are lent to an announcement, so none are lent.", logger: logger)
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Sets where the house and the answers of the server come from. Called once, before anything else.
    func serve(house: @escaping () throws(RoomError) -> House, ask: @escaping Asking) {
        self.house = house
        self.ask = ask
    }

    /// Reads which rooms an earlier run has not given back. Waits for the disk, once.
    func load() {
        guard !isRead else { return }
        isRead = true
        book = file.read(LoanBook.init(json:)) ?? LoanBook()
    }

    /// Lends the rooms with these ids, and no others, to `stream`; those that are away stay where they are. Unless the same rooms are lent
    /// already, those of the wish before are given back first. `answer` is called unless another wish comes before.
    func lend(_ rooms: [String], to stream: String, answer: @escaping Answer) {
        latestWish += 1
        wish = Wish(number: latestWish, rooms: rooms, stream: stream, answer: answer)
        goOn()
    }

    /// Gives back all rooms.
    func giveBack() {
        wish = nil
        goOn()
    }

    /// Waits for the disk to have what is lent. The last call.
    func finish() { file.finish() }

    /// Goes on with what was left, because the server is there again.
    func serverIsBack() { goOn() }

    // MARK: Steps

    /// Takes the next step towards what is wished, unless the last one is not over.
    private func goOn() {
        guard !isBusy else { return }
        do throws(RoomError) {
            let house = try house()
            // Once fulfilled, a wish is so until the next one.
            if let wish, wish.answer == nil { return }
            let rooms = wish?.rooms.compactMap(house.room).filter(\.isConnected) ?? []
            // Others come back all together: a room may have to be with one that is wished again.
            guard book.isEmpty || wish.map({ book.holds(rooms, for: $0.stream) }) == true else { return giveBack(house) }
            guard let wish else { return }
            guard !rooms.isEmpty else { throw .away(wish.rooms.map { house.room($0)?.name ?? $0 }) }
            writeDown(rooms, house, wish)
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: RoomError) {
        let answer = wish?.answer
        wish = nil
        answer?(.failure(error))
    }

    private func writeDown(_ rooms: [Room], _ house: House, _ wish: Wish) {
        let before = book
        book.lend(rooms, of: house, to: wish.stream)
        guard book != before else { return lend(rooms, wish) }
        isBusy = true
        let bound = NIOLoopBound((self, wish), eventLoop: eventLoop)
        file.write(book.json) { [eventLoop] isWritten in
            eventLoop.execute {
                let (lender, wish) = bound.value
                if isWritten { return lender.lend(rooms, wish) }
                // Nothing was asked of the server yet.
                lender.book = before
                lender.isOver(.failure(.notKept), wish)
            }
        }
    }

    /// Has the rooms leave their groups, and then play the stream. It is done to its end even if nobody wishes it any more: what has
    /// moved is known only then.
    private func lend(_ rooms: [Room], _ wish: Wish) {
        isBusy = true
        isUnfinished = true
        let ids = Set(rooms.map(\.id))
        let parting: [SnapcastRequest]
        do throws(RoomError) { parting = try house().requestsToPart(ids) } catch { return isOver(.failure(error), wish) }
        ask(parting) { [self] result in
            guard case .success(let house) = result else { return isOver(result, wish) }
            ask(house.requestsToTune(ids, to: wish.stream)) { [self] result in
                if case .success = result { isUnfinished = false }
                isOver(result, wish)
            }
        }
    }

    private func isOver(_ result: Result<House, RoomError>, _ lent: Wish) {
        isBusy = false
        if wish?.number == lent.number {
            switch result {
            case .success:
                let answer = wish?.answer
                wish?.answer = nil
                return answer?(.success(())) ?? ()
            case .failure(let error): fail(error)
            }
        }
        // Rooms that have moved for nothing come back.
        goOn()
    }

    /// - Parameter isSecond: whether the server has refused it before, and was asked for its status since.
    private func giveBack(_ house: House, isSecond: Bool = false) {
        isBusy = true
        ask(house.requestsToGiveBack(book.loans, from: book.stream, isUnfinished: isUnfinished)) { [self] result in
            if !isSecond, case .failure(.refused) = result { return giveBackAgain() }
            isBusy = false
            switch result {
            case .failure(.refused(let reason)):
                logger.warning("A room could not be given back after an announcement.", metadata: ["reason": "\(reason)"])
            case .failure(let error): return failToGiveBack(error)
            case .success: break
            }
            book = LoanBook()
            file.write(book.json)
            goOn()
        }
    }

    /// Asks what the house is like now, because the server has refused a request that was made for another one, and tries once more.
    private func giveBackAgain() {
        ask([.status]) { [self] result in
            switch result {
            case .success(let house): giveBack(house, isSecond: true)
            case .failure(let error):
                isBusy = false
                failToGiveBack(error)
            }
        }
    }

    /// The rooms stay in the book. A connection that is lost gives them back when it is there again; too many requests are answered, or
    /// cost the connection, within seconds.
    private func failToGiveBack(_ error: RoomError) {
        if case .tooManyWaiting = error {
            _ = eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [weak self] in self?.goOn() }
        }
        fail(error)
    }
}
