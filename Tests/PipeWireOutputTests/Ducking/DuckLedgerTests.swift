import AudioSession
import Testing

@testable import PipeWireOutput

@Suite("The ledger of ducked streams")
struct DuckLedgerTests {
    /// A ledger and the streams it is about, whose volumes follow what it sets.
    private struct Room {
        var ledger = DuckLedger()
        var streams: [DuckStream] = []
        var server: UInt32 = 1
        var books: [DuckBook] = []
        /// Whether books are written at once.
        var writes = true

        mutating func hear() { perform(ledger.hear(streams, server: server)) }
        mutating func start(_ decibels: Double = -14) { perform(ledger.start(decibels: decibels)) }
        mutating func stop() { perform(ledger.stop()) }

        mutating func perform(_ actions: [DuckLedger.Action]) {
            for action in actions {
                switch action {
                case .write(let book):
                    books.append(book)
                    if writes { ledger.written(book.revision) }
                case .set(let serial, let factors):
                    for index in streams.indices where streams[index].serial == serial { streams[index].volumes = factors }
                }
            }
        }

        mutating func settle() {
            for _ in 0..<100 where ledger.isRamping {
                perform(ledger.step())
                hear()
            }
        }

        func volumes(_ serial: UInt64) -> [Float]? { streams.first { $0.serial == serial }?.volumes }
    }

    private static func stream(
        _ serial: UInt64, _ volumes: [Float] = [0.7, 0.35], memory: String = "application.name:A", isRunning: Bool = true
    ) -> DuckStream {
        DuckStream(
            serial: serial, application: "A", node: "a", process: "1", memory: memory, volumes: volumes,
            isRunning: isRunning)
    }

    @Test("running streams go down by the wished decibels with their balance, and come back to the very bits")
    func downAndUp() throws {
        var room = Room()
        room.streams = [Self.stream(1), Self.stream(2, [1], isRunning: false)]
        room.hear()
        room.start(-20)
        room.settle()
        let ducked = try #require(room.volumes(1))
        #expect(abs(ducked[0] - 0.07) < 1e-6 && abs(ducked[1] - 0.035) < 1e-6)
        #expect(room.volumes(2) == [1])
        #expect(room.books.last?.records.map(\.serial) == [1])
        room.stop()
        room.settle()
        #expect(room.volumes(1) == [0.7, 0.35])
        #expect(room.books.last?.records == [])
        #expect(!room.ledger.isRamping)
    }

    @Test("nothing is touched before it is written down")
    func writtenFirst() throws {
        var room = Room()
        room.writes = false
        room.streams = [Self.stream(1)]
        room.hear()
        room.start()
        #expect(!room.ledger.isRamping)
        let book = try #require(room.books.last)
        #expect(book.records.first?.before == [0.7, 0.35])
        room.ledger.written(book.revision)
        #expect(room.ledger.isRamping)
    }

    @Test("a stream that starts later is ducked, one that leaves untouched is forgotten")
    func laterStreams() {
        var room = Room()
        room.start()
        room.streams = [Self.stream(1, isRunning: false)]
        room.hear()
        #expect(!room.ledger.isRamping)
        room.streams[0].isRunning = true
        room.hear()
        #expect(room.ledger.isRamping)
        room.streams = []
        room.hear()
        #expect(!room.ledger.isRamping)
        #expect(room.books.last?.records == [])
    }

    @Test("who changes the volume meanwhile has the last word")
    func userChanges() {
        var room = Room()
        room.streams = [Self.stream(1)]
        room.start()
        room.hear()
        room.settle()
        room.streams[0].volumes = [0.5, 0.5]
        room.hear()
        #expect(room.books.last?.records == [])
        room.hear()
        room.settle()
        room.stop()
        room.settle()
        #expect(room.volumes(1) == [0.5, 0.5])
    }

    @Test("an end in the middle of the ramp turns it round")
    func turnedRound() {
        var room = Room()
        room.streams = [Self.stream(1)]
        room.start()
        room.hear()
        for _ in 0..<4 { room.perform(room.ledger.step()) }
        #expect(room.volumes(1) != [0.7, 0.35])
        room.hear()
        room.stop()
        room.settle()
        #expect(room.volumes(1) == [0.7, 0.35])
    }

    @Test("echoes of older steps are not a user's doing")
    func echoes() throws {
        var room = Room()
        room.streams = [Self.stream(1)]
        room.start()
        room.hear()
        room.perform(room.ledger.step())
        let first = try #require(room.volumes(1))
        for _ in 0..<3 { room.perform(room.ledger.step()) }
        room.streams[0].volumes = first
        room.hear()
        #expect(room.books.last?.records.count == 1)
    }

    @Test("a record of a crashed run is taken back from the same stream, wherever its ramp had come to", arguments: 1...10)
    func restored(step: Int) throws {
        let record = try Self.crashed()
        var room = Room()
        room.streams = [Self.stream(1, DuckRamp(record)[step])]
        room.perform(room.ledger.restore([record]))
        room.hear()
        room.settle()
        #expect(room.volumes(1) == [0.7, 0.35])
        #expect(room.books.last?.records == [])
    }

    @Test("a record is not taken back from a stream that somebody changed, nor from one of another program or server")
    func notRestored() throws {
        let record = try Self.crashed()
        var room = Room()
        room.streams = [Self.stream(1, [0.5, 0.5])]
        room.perform(room.ledger.restore([record]))
        room.hear()
        room.settle()
        #expect(room.volumes(1) == [0.5, 0.5])

        var elsewhere = Room()
        elsewhere.server = 2
        elsewhere.streams = [Self.stream(1, record.ducked, memory: "application.name:B")]
        elsewhere.perform(elsewhere.ledger.restore([record]))
        elsewhere.hear()
        elsewhere.settle()
        #expect(elsewhere.volumes(1) == record.ducked)
    }

    @Test("a stream that left while ducked gets its volume when the session manager gives it the ducked one")
    func remembered() throws {
        var room = Room()
        room.streams = [Self.stream(1)]
        room.start()
        room.hear()
        room.settle()
        let ducked = try #require(room.volumes(1))
        room.streams = []
        room.hear()
        #expect(room.books.last?.records.count == 1, "a crash now must not lose it")
        room.stop()
        room.streams = [Self.stream(2, ducked)]
        room.hear()
        room.settle()
        #expect(room.volumes(2) == [0.7, 0.35])
        #expect(room.books.last?.records == [])
    }

    @Test("a stream that comes with the volume of a ducked one of the same name is not ducked twice")
    func sharedMemory() throws {
        var room = Room()
        room.streams = [Self.stream(1)]
        room.start()
        room.hear()
        room.settle()
        let ducked = try #require(room.volumes(1))
        room.streams.append(Self.stream(2, ducked))
        room.hear()
        room.settle()
        #expect(room.volumes(2) == ducked)
        room.stop()
        room.settle()
        #expect(room.volumes(1) == [0.7, 0.35])
        #expect(room.volumes(2) == [0.7, 0.35])
    }

    @Test("after the loss of the server the next one's streams are given back what theirs was")
    func serverLost() throws {
        var room = Room()
        room.streams = [Self.stream(1)]
        room.start()
        room.hear()
        room.settle()
        let ducked = try #require(room.volumes(1))
        room.ledger.serverLost()
        room.stop()
        room.server = 2
        room.streams = [Self.stream(7, ducked)]
        room.hear()
        room.settle()
        #expect(room.volumes(7) == [0.7, 0.35])
    }

    @Test("a stream that is silent anyway is left alone")
    func silent() {
        var room = Room()
        room.streams = [Self.stream(1, [0, 0])]
        room.start()
        room.hear()
        #expect(!room.ledger.isRamping)
        #expect(room.books.isEmpty)
    }

    @Test("the session manager's name for a stream is the first that it has of five properties")
    func memory() {
        #expect(DuckStream.memory(["node.name": "n", "media.role": "Music", "application.name": "a"]) == "media.role:Music")
        #expect(DuckStream.memory(["node.name": "n", "application.id": "i"]) == "application.id:i")
        #expect(DuckStream.memory([:]) == "")
    }

    /// What a run wrote down that then crashed.
    private static func crashed() throws -> DuckRecord {
        var room = Room()
        room.streams = [stream(1)]
        room.start()
        room.hear()
        return try #require(room.books.last?.records.first)
    }
}
