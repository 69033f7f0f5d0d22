import Testing

@testable import PlayerModel

@Suite("Times of the calendar")
struct AlarmTimeTests {
    @Test("count the days as the calendar does, leap days among them")
    func days() throws {
        #expect(CalendarDay(year: 1970, month: 1, day: 1)?.number == 0)
        #expect(CalendarDay("2000-03-01")?.number == 11_017)
        #expect(CalendarDay("2027-03-28")?.weekday == .sunday && CalendarDay("1970-01-01")?.weekday == .thursday)
        #expect(CalendarDay("2028-02-29")?.text == "2028-02-29" && CalendarDay("2028-02-29")?.weekday == .tuesday)
        let first = try #require(CalendarDay("1970-01-01"))
        for number in stride(from: 0, through: 370_000, by: 61) {
            let day = first.advanced(by: number)
            #expect(CalendarDay(day.text) == day, "\(day.text)")
        }
    }

    @Test(
        "refuse what no calendar has",
        arguments: [
            "2027-02-29", "2027-13-01", "2027-00-10", "2027-04-31", "1969-12-31", "3000-01-01", "27-1-1", "2027-1-1",
            "+027-01-01", "",
        ])
    func noDays(_ text: String) { #expect(CalendarDay(text) == nil) }

    @Test("are read and written")
    func times() {
        #expect(AlarmTime("7:30")?.second == 27_000 && AlarmTime("07:30")?.text == "07:30")
        #expect(AlarmTime("23:59:59")?.second == 86_399 && AlarmTime("23:59:59")?.text == "23:59:59")
        for wrong in ["24:00", "7", "7:5", "07:60", "07:30:60", "-7:30", "7:30:", "07:30:00:00", "١٢:٣٠", ""] {
            #expect(AlarmTime(wrong) == nil, "\(wrong)")
        }
    }

    @Test("have days by their names, by words for several, or by a date")
    func words() {
        #expect(AlarmDays(["mon", "Tuesday"])?.words == ["monday", "tuesday"])
        #expect(AlarmDays(["weekdays"])?.words.count == 5 && AlarmDays(["weekends"])?.words == ["saturday", "sunday"])
        #expect(AlarmDays(["daily"])?.words.count == 7 && AlarmDays(["2026-12-24"])?.words == ["2026-12-24"])
        for wrong in [[], ["mo"], ["noday"], ["2026-12-24", "monday"], [""]] { #expect(AlarmDays(wrong) == nil, "\(wrong)") }
    }

    @Test(
        "that the clocks leave out count at the moment at which they are set, and those that they show twice the first time",
        arguments: [
            // Set ahead: 2 to 3, then back: 3 to 2.
            (TestZone.berlin, "2027-03-28", "01:59", utc(2027, 3, 28, 0, 59)),
            (.berlin, "2027-03-28", "02:00", utc(2027, 3, 28, 1, 0)), (.berlin, "2027-03-28", "02:30", utc(2027, 3, 28, 1, 0)),
            (.berlin, "2027-03-28", "03:00", utc(2027, 3, 28, 1, 0)), (.berlin, "2027-03-28", "07:30", utc(2027, 3, 28, 5, 30)),
            (.berlin, "2027-10-31", "01:59", utc(2027, 10, 30, 23, 59)),
            (.berlin, "2027-10-31", "02:30", utc(2027, 10, 31, 0, 30)), (.berlin, "2027-10-31", "03:00", utc(2027, 10, 31, 2, 0)),
            (.newYork, "2027-03-14", "02:30", utc(2027, 3, 14, 7, 0)),
            (.newYork, "2027-03-14", "07:30", utc(2027, 3, 14, 11, 30)),
            (.newYork, "2027-03-14", "00:00", utc(2027, 3, 14, 5, 0)),
            (.newYork, "2027-11-07", "01:30", utc(2027, 11, 7, 5, 30)), (.newYork, "2027-11-07", "02:00", utc(2027, 11, 7, 7, 0)),
            // By half an hour: back from 2 to half past 1, then ahead from 2 to half past 2.
            (.lordHowe, "2027-04-04", "01:45", utc(2027, 4, 3, 14, 45)),
            (.lordHowe, "2027-04-04", "02:00", utc(2027, 4, 3, 15, 30)),
            (.lordHowe, "2027-10-03", "02:15", utc(2027, 10, 2, 15, 30)),
            (.lordHowe, "2027-10-03", "02:30", utc(2027, 10, 2, 15, 30)),
            (.lordHowe, "2027-10-03", "07:30", utc(2027, 10, 2, 20, 30)),
        ] as [(TestZone, String, String, Int)])
    func moments(_ zone: TestZone, _ day: String, _ time: String, _ expected: Int) throws {
        let day = try #require(CalendarDay(day))
        #expect(zone.rules.moment(of: try #require(AlarmTime(time)), on: day) == expected)
    }

    @Test("are what the clocks show then, on every day of the year but where they are set", arguments: TestZone.all)
    func roundTrip(_ zone: TestZone) throws {
        let first = try #require(CalendarDay("2027-01-01"))
        for number in 0..<365 {
            let day = first.advanced(by: number)
            for text in ["00:00", "01:45", "02:15", "02:30", "12:00", "23:59:59"] {
                let time = try #require(AlarmTime(text))
                let moment = zone.rules.moment(of: time, on: day)
                let isShown = zone.rules.day(at: moment) == day && zone.rules.secondOfDay(at: moment) == time.second
                #expect(isShown || zone.changes.contains { $0.time == moment }, "\(day.text) \(text)")
            }
        }
    }
}
