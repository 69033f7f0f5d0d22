import MediaTypes
import Testing

@testable import PlayerModel

@Suite("The line of announcements")
struct AnnouncementLineTests {
    /// A line whose time the test moves, in seconds. Ten seconds are the limit.
    private struct Bench {
        static let limit = 10.0
        var line = AnnouncementLine()
        var now = 0.0
        private(set) var told: [AnnouncementEvent] = []
        private(set) var ways: [Announcement.Effect?] = []
        private(set) var speaking: [Int64] = []
        private(set) var closed: [Int64] = []
        private(set) var accepted: [Int64] = []
        private(set) var refused: [Int64] = []
        private(set) var fadeCount = 0
        var time: Int64 { Int64(now * 1e9) }

        mutating func add(_ effect: Announcement.Effect? = .duck, rooms: [String] = [], opens: Bool = true) throws -> Int64 {
            let (id, actions) = try line.add(
                "/a.wav", title: nil, volume: 0.5, effect: effect, rooms: rooms, limit: Self.limit, at: time)
            take(actions)
            if opens { take(line.opened(id, at: time, limit: Self.limit)) }
            return id
        }

        mutating func take(_ actions: [AnnouncementLine.Action]) {
            for action in actions {
                switch action {
                case .open: break
                case .accept(let id): accepted.append(id)
                case .refuse(let id, _): refused.append(id)
                case .speak(let announcement): speaking.append(announcement.id)
                case .fadeOut: fadeCount += 1
                case .close(let announcement, _): closed.append(announcement.id)
                case .makeWay(let effect): ways.append(effect)
                case .emit(let event): told.append(event)
                }
            }
        }

        mutating func hear(_ id: Int64) {
            take(line.began(id))
            take(line.ended(id, at: time, limit: Self.limit))
        }

        /// What became of the announcements that are over, in order.
        var ends: [String] {
            told.compactMap {
                switch $0 {
                case .began: nil
                case .ended(let announcement, let end): "\(announcement.id) \(end.rawValue)"
                case .failed(let announcement, _): "\(announcement.id) failed"
                }
            }
        }
    }

    @Test("lowers the music for one announcement, tells of its beginning and end, and gives the music back")
    func one() throws {
        var bench = Bench()
        let id = try bench.add()
        #expect(bench.accepted == [id] && bench.speaking == [id] && bench.ways == [.duck])
        #expect(bench.told.isEmpty)
        bench.hear(id)
        #expect(bench.ends == ["\(id) finished"] && bench.told.count == 2)
        #expect(bench.ways == [.duck, nil] && bench.closed == [id])
        #expect(bench.line.isEmpty && bench.line.deadline == nil)
    }

    @Test("does not bring the music back between two announcements of which the second one is open")
    func two() throws {
        var bench = Bench()
        let (first, second) = (try bench.add(), try bench.add())
        #expect(bench.speaking == [first])
        bench.hear(first)
        #expect(bench.speaking == [first, second] && bench.ways == [.duck])
        bench.hear(second)
        #expect(bench.ways == [.duck, nil])
    }

    @Test("keeps the order, even if the second one is open before the first")
    func order() throws {
        var bench = Bench()
        let slow = try bench.add(opens: false)
        let fast = try bench.add()
        #expect(bench.speaking.isEmpty && bench.accepted == [fast])
        bench.take(bench.line.opened(slow, at: bench.time, limit: Bench.limit))
        #expect(bench.speaking == [slow])
    }

    @Test("brings the music back while the next announcement is not open yet")
    func waiting() throws {
        var bench = Bench()
        let first = try bench.add(.pause)
        let second = try bench.add(.pause, opens: false)
        bench.hear(first)
        #expect(bench.ways == [.pause, nil])
        bench.take(bench.line.opened(second, at: bench.time, limit: Bench.limit))
        #expect(bench.ways == [.pause, nil, .pause])
    }

    @Test("goes from one way of making room to the other without the music in between")
    func effects() throws {
        var bench = Bench()
        let first = try bench.add(.duck)
        _ = try bench.add(.pause)
        bench.hear(first)
        #expect(bench.ways == [.duck, .pause])
    }

    @Test("refuses one more than it holds, and numbers are never used twice")
    func limit() throws {
        var bench = Bench()
        for _ in 0..<AnnouncementLine.limit { _ = try bench.add(opens: false) }
        #expect(throws: PlaybackError.self) { _ = try bench.add() }
        bench.take(bench.line.cancel(nil, at: 0, limit: Bench.limit))
        #expect(bench.line.isEmpty && bench.closed.count == AnnouncementLine.limit)
        #expect(bench.refused.count == AnnouncementLine.limit)
        #expect(try bench.add() == Int64(AnnouncementLine.limit) + 1)
        #expect(bench.line.hasHad(1) && !bench.line.hasHad(0) && !bench.line.hasHad(99))
    }

    @Test("fades one out that speaks and is cancelled, once, and goes on with the next after the fade")
    func cancelSpeaking() throws {
        var bench = Bench()
        let (first, second) = (try bench.add(), try bench.add())
        bench.take(bench.line.began(first))
        bench.take(bench.line.cancel(first, at: 0, limit: Bench.limit))
        bench.take(bench.line.cancel(first, at: 0, limit: Bench.limit))
        #expect(bench.fadeCount == 1 && bench.closed.isEmpty)
        bench.take(bench.line.ended(first, at: 0, limit: Bench.limit))
        #expect(bench.ends == ["\(first) cancelled"] && bench.speaking == [first, second] && bench.ways == [.duck])
    }

    @Test("takes one out that waits and is cancelled, and leaves the one that speaks alone")
    func cancelWaiting() throws {
        var bench = Bench()
        let (first, second) = (try bench.add(), try bench.add())
        bench.take(bench.line.cancel(second, at: 0, limit: Bench.limit))
        #expect(bench.ends == ["\(second) cancelled"] && bench.fadeCount == 0)
        bench.hear(first)
        #expect(bench.ways == [.duck, nil])
    }

    @Test("gives up one that does not open in time, with an error for its client")
    func slowOpening() throws {
        var bench = Bench()
        let id = try bench.add(opens: false)
        #expect(bench.line.deadline == 10_000_000_000)
        bench.now = 9
        bench.take(bench.line.timePassed(at: bench.time, limit: Bench.limit))
        #expect(bench.refused.isEmpty)
        bench.now = 10
        bench.take(bench.line.timePassed(at: bench.time, limit: Bench.limit))
        #expect(bench.refused == [id] && bench.ends == ["\(id) failed"] && bench.ways.isEmpty)
    }

    @Test("fades one out that is heard for too long, and fails one that no output plays")
    func tooLong() throws {
        var bench = Bench()
        let heard = try bench.add()
        bench.take(bench.line.began(heard))
        let unheard = try bench.add()
        bench.now = 10
        bench.take(bench.line.timePassed(at: bench.time, limit: Bench.limit))
        #expect(bench.fadeCount == 1 && bench.line.deadline == nil)
        bench.take(bench.line.ended(heard, at: bench.time, limit: Bench.limit))
        #expect(bench.ends == ["\(heard) timeLimit"] && bench.line.deadline == 20_000_000_000)
        bench.now = 20
        bench.take(bench.line.timePassed(at: bench.time, limit: Bench.limit))
        #expect(bench.ends == ["\(heard) timeLimit", "\(unheard) failed"] && bench.fadeCount == 1)
    }

    @Test("lets the beginning of a broken announcement be heard, and tells the failure behind it")
    func broken() throws {
        var bench = Bench()
        let id = try bench.add()
        let error = PlaybackError(.media(.corrupt), "it breaks off")
        bench.take(bench.line.failed(id, error, isHeardBefore: true, at: 0, limit: Bench.limit))
        #expect(bench.told.isEmpty)
        bench.hear(id)
        #expect(bench.told.last == .failed(bench.line.announcement(id), error))
    }

    @Test("ends everything at once when the sound server is lost, without a fade")
    func serverLost() throws {
        var bench = Bench()
        let first = try bench.add()
        let second = try bench.add(opens: false)
        bench.take(bench.line.failHere(PlaybackError(.mediaServicesFailed, "away"), at: 0, limit: Bench.limit))
        #expect(Set(bench.ends) == ["\(first) failed", "\(second) failed"])
        #expect(bench.line.isEmpty && bench.fadeCount == 0 && bench.ways == [.duck, nil] && bench.refused == [second])
    }

    @Test("lets announcements in rooms go on when those that are heard here end, and the music with them as it is")
    func rooms() throws {
        var bench = Bench()
        let (here, there) = (try bench.add(), try bench.add(nil, rooms: ["kitchen"]))
        bench.take(bench.line.failHere(PlaybackError(.mediaServicesFailed, "away"), at: 0, limit: Bench.limit))
        #expect(bench.ends == ["\(here) failed"] && bench.speaking == [here, there] && bench.ways == [.duck, nil])
        let last = try bench.add()
        bench.take(bench.line.endAll(.interrupted, areRoomsSpared: true, at: 0, limit: Bench.limit))
        #expect(bench.ends == ["\(here) failed", "\(last) interrupted"] && bench.fadeCount == 0)
        bench.take(bench.line.endAll(.interrupted, at: 0, limit: Bench.limit))
        #expect(bench.fadeCount == 1 && bench.ways == [.duck, nil])
    }

    @Test("ignores what is reported of announcements that are over or never were")
    func strangers() throws {
        var bench = Bench()
        let id = try bench.add()
        bench.hear(id)
        let told = bench.told
        for stranger in [id, 0, 99] {
            bench.take(bench.line.opened(stranger, at: 0, limit: Bench.limit))
            bench.take(bench.line.began(stranger))
            bench.take(bench.line.ended(stranger, at: 0, limit: Bench.limit))
            bench.take(bench.line.failed(stranger, PlaybackError(.media(.corrupt), "x"), at: 0, limit: Bench.limit))
        }
        #expect(bench.told == told && bench.line.isEmpty)
    }
}

extension AnnouncementLine {
    /// The announcement that the tests add with the id `id`.
    fileprivate func announcement(_ id: Int64) -> Announcement {
        Announcement(id: id, uri: "/a.wav", title: nil, volume: 0.5, effect: .duck)
    }
}
