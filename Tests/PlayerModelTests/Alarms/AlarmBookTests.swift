import FoundationEssentials
import Testing

@testable import PlayerModel

@Suite("Alarms")
struct AlarmBookTests {
    private static let utcRules = TimeZoneRules { _ in 0 }
    /// A Tuesday, at six.
    private static let now = Double(utc(2026, 12, 1, 6, 0))

    private func wish(_ time: String, _ days: [String]? = nil) -> AlarmWish {
        var wish = AlarmWish()
        (wish.time, wish.days, wish.uri) = (time, days, "/a.flac")
        return wish
    }

    private func book(_ time: String, _ days: [String]? = nil, at now: Double = now) throws -> AlarmBook {
        var book = AlarmBook()
        _ = try book.add(wish(time, days), at: now, in: Self.utcRules)
        return book
    }

    private func next(_ book: AlarmBook, at now: Double = now) -> Int? {
        book.next(at: now, in: Self.utcRules).map { Int($0) }
    }

    @Test(
        "ring once a day, whatever is done to the clocks: looked at each minute over both changes",
        arguments: TestZone.all, ["00:00", "01:45", "02:00", "02:15", "02:30", "03:00", "07:30"])
    func daily(_ zone: TestZone, _ time: String) throws {
        for day in zone.days {
            let noon = try #require(AlarmTime("12:00"))
            let begin = zone.rules.moment(of: noon, on: day.advanced(by: -2))
            let end = zone.rules.moment(of: noon, on: day.advanced(by: 2))
            var book = AlarmBook()
            _ = try book.add(wish(time, ["daily"]), at: Double(begin), in: zone.rules)
            var rung: [CalendarDay] = []
            for now in stride(from: begin, through: end, by: 60) {
                let told = try #require(book.next(at: Double(now), in: zone.rules))
                let look = book.look(at: Double(now), in: zone.rules)
                #expect(look.missed.isEmpty)
                guard let ring = look.rings.first else {
                    #expect(told > Double(now))
                    continue
                }
                #expect(look.rings.count == 1 && ring.due == Double(now) && told == ring.due)
                rung.append(zone.rules.day(at: now))
                book.end(ring.alarm.id, in: zone.rules)
            }
            #expect(rung == (-1...2).map { day.advanced(by: $0) }, "\(time)")
        }
    }

    @Test("ring on their days alone")
    func weekdays() throws {
        var book = try book("7:30", ["weekdays"])
        var rung: [Weekday] = []
        var now = Self.now
        for _ in 0..<7 {
            let next = try #require(book.next(at: now, in: Self.utcRules))
            now = next
            rung.append(Self.utcRules.day(at: Int(next)).weekday)
            #expect(book.look(at: next, in: Self.utcRules).rings.count == 1)
            book.end(1, in: Self.utcRules)
        }
        #expect(rung == [.tuesday, .wednesday, .thursday, .friday, .monday, .tuesday, .wednesday])
    }

    @Test("ring once at the next such time, be it tomorrow, and are off then")
    func once() throws {
        #expect(next(try book("6:01")) == utc(2026, 12, 1, 6, 1))
        var book = try book("5:59")
        #expect(next(book) == utc(2026, 12, 2, 5, 59) && book.alarms[0].days.words == ["2026-12-02"])
        #expect(book.look(at: Double(utc(2026, 12, 2, 5, 59)), in: Self.utcRules).rings.count == 1)
        book.end(1, in: Self.utcRules)
        #expect(!book.alarms[0].isEnabled && next(book) == nil)
        // On again, it is the next such time.
        var again = AlarmWish()
        again.isEnabled = true
        let later = Double(utc(2026, 12, 5, 9, 0))
        _ = try book.change(1, again, at: later, in: Self.utcRules)
        #expect(next(book, at: later) == utc(2026, 12, 6, 5, 59))
    }

    @Test("ring on a leap day, and are refused for a date that has passed")
    func dates() throws {
        #expect(next(try book("7:30", ["2028-02-29"])) == utc(2028, 2, 29, 7, 30))
        #expect(throws: AlarmError.hasPassed) { try book("5:00", ["2026-12-01"]) }
        #expect(throws: AlarmError.notDays(["2027-02-29"])) { try book("5:00", ["2027-02-29"]) }
        #expect(throws: AlarmError.notATime("25:00")) { try book("25:00") }
    }

    @Test("ring late by ten minutes at most, and are missed after that, once")
    func lateness() throws {
        let due = Double(utc(2026, 12, 1, 7, 30))
        var late = try book("7:30", ["daily"])
        #expect(late.look(at: due + 600, in: Self.utcRules).rings.map(\.due) == [due])
        var missed = try book("7:30", ["daily"])
        let look = missed.look(at: due + 601, in: Self.utcRules)
        #expect(look.rings.isEmpty && look.missed.map(\.due) == [due] && missed.alarms[0].missed == due)
        #expect(missed.look(at: due + 602, in: Self.utcRules).isEmpty)
        // After a week without the daemon, the latest alone is told.
        let week = missed.look(at: due + 7 * 86_400 + 700, in: Self.utcRules)
        #expect(week.missed.map(\.due) == [due + 7 * 86_400])
        // The next one rings, and nothing is missed any more.
        #expect(missed.look(at: due + 8 * 86_400, in: Self.utcRules).rings.count == 1 && missed.alarms[0].missed == nil)
    }

    @Test("do not ring again because the clock is set back, and ring at once where it is set ahead over their time")
    func steppedClock() throws {
        let due = Double(utc(2026, 12, 1, 7, 30))
        var book = try book("7:30", ["daily"])
        #expect(book.look(at: due, in: Self.utcRules).rings.count == 1)
        book.end(1, in: Self.utcRules)
        for back in [1.0, 60, 3_600, 86_000] {
            #expect(book.look(at: due - back, in: Self.utcRules).isEmpty, "\(back)")
            #expect(next(book, at: due - back) == Int(due) + 86_400, "\(back)")
        }
        #expect(book.look(at: due, in: Self.utcRules).isEmpty)
        #expect(book.look(at: due + 86_400 + 300, in: Self.utcRules).rings.count == 1)
    }

    @Test("ring as ever after a clock that was years ahead or behind is set right")
    func wrongClock() throws {
        let due = Double(utc(2026, 12, 1, 7, 30))
        var book = try book("7:30", ["daily"])
        // The machine begins in 1970, until the network says what time it is.
        #expect(book.look(at: 100, in: Self.utcRules).isEmpty)
        #expect(book.look(at: due, in: Self.utcRules).rings.count == 1)
        book.end(1, in: Self.utcRules)
        // And then it is 2037 for a while.
        let far = Double(utc(2037, 1, 1, 7, 30))
        #expect(book.look(at: far, in: Self.utcRules).rings.count == 1)
        book.end(1, in: Self.utcRules)
        let back = due + 3_600
        #expect(book.look(at: back, in: Self.utcRules).isEmpty)
        #expect(next(book, at: back) == Int(due) + 86_400)
        #expect(book.look(at: due + 86_400, in: Self.utcRules).rings.count == 1)
        #expect(book.alarms[0].handled == due + 86_400)
    }

    @Test("ring at the time that they were given while they rang, though they ring once", arguments: [false, true])
    func changedWhileRinging(isSnoozed: Bool) throws {
        let due = Double(utc(2026, 12, 1, 7, 30))
        var book = try book("7:30")
        #expect(book.look(at: due, in: Self.utcRules).rings.count == 1)
        if isSnoozed { book.end(1, snoozedUntil: due + 540, in: Self.utcRules) }
        var later = AlarmWish()
        later.time = "8:00"
        _ = try book.change(1, later, at: due + 5, in: Self.utcRules)
        book.end(1, in: Self.utcRules)
        #expect(book.alarms[0].isEnabled && next(book, at: due + 10) == Int(due) + 1_800)
        #expect(book.look(at: due + 1_800, in: Self.utcRules).rings.count == 1)
        book.end(1, in: Self.utcRules)
        #expect(!book.alarms[0].isEnabled)
    }

    @Test("give back the volume of before, also where the run that rang was killed while the volume was at nothing")
    func volumeBefore() throws {
        var book = try book("7:30")
        let due = Double(utc(2026, 12, 1, 7, 30))
        _ = book.look(at: due, in: Self.utcRules)
        #expect(book.takesOver(1, level: 0.4) == 0.4)
        var next = try JSONDecoder().decode(AlarmBook.self, from: JSONEncoder().encode(book))
        next.beginRun()
        #expect(next.isBelievable && next.look(at: due + 5, in: Self.utcRules).rings.count == 1)
        #expect(next.takesOver(1, level: 0) == 0.4)
        next.end(1, in: Self.utcRules)
        #expect(next.takesOver(1, level: 0.7) == 0.7)
    }

    @Test("wait when somebody asks for that, ring again, and forget that when it is ended")
    func snooze() throws {
        let due = Double(utc(2026, 12, 1, 7, 30))
        var book = try book("7:30")
        #expect(book.look(at: due, in: Self.utcRules).rings.count == 1)
        book.end(1, snoozedUntil: due + 540, in: Self.utcRules)
        #expect(book.alarms[0].isEnabled && next(book, at: due) == Int(due) + 540)
        #expect(book.look(at: due + 539, in: Self.utcRules).isEmpty)
        #expect(book.look(at: due + 540, in: Self.utcRules).rings.map(\.due) == [due + 540])
        book.end(1, snoozedUntil: due + 1_080, in: Self.utcRules)
        #expect(book.endSnoozes(in: Self.utcRules) == [1] && next(book, at: due) == nil && !book.alarms[0].isEnabled)
    }

    @Test("do not wait longer than anybody can ask for where the clock is set back meanwhile")
    func snoozedAndSetBack() throws {
        let due = Double(utc(2026, 12, 1, 7, 30))
        var book = try book("7:30")
        _ = book.look(at: due, in: Self.utcRules)
        book.end(1, snoozedUntil: due + 540, in: Self.utcRules)
        _ = book.look(at: due - 86_000, in: Self.utcRules)
        #expect(next(book, at: due) == Int(due) - 86_000 + 7_200)
    }

    @Test("are kept: what rang at the end of a run rings again in the next one, unless it is too late")
    func kept() throws {
        let due = Double(utc(2026, 12, 1, 7, 30))
        var book = try book("7:30", ["daily"])
        _ = book.look(at: due, in: Self.utcRules)
        let data = try JSONEncoder().encode(book)
        var read = try JSONDecoder().decode(AlarmBook.self, from: data)
        #expect(read.isBelievable)
        read.beginRun()
        #expect(read.look(at: due + 30, in: Self.utcRules).rings.map(\.due) == [due])
        var late = try JSONDecoder().decode(AlarmBook.self, from: data)
        late.beginRun()
        #expect(late.look(at: due + 700, in: Self.utcRules).missed.map(\.due) == [due])
    }

    @Test("are 64 at most, and no number comes twice")
    func bounds() throws {
        var book = AlarmBook()
        for _ in 0..<AlarmBook.most { _ = try book.add(wish("7:30"), at: Self.now, in: Self.utcRules) }
        #expect(throws: AlarmError.tooMany) { try book.add(wish("7:30"), at: Self.now, in: Self.utcRules) }
        try book.remove(64)
        #expect(throws: AlarmError.notFound(64)) { try book.remove(64) }
        #expect(try book.add(wish("7:30"), at: Self.now, in: Self.utcRules).id == 65 && book.isBelievable)
    }
}
