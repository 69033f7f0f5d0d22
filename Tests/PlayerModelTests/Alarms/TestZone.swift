import Testing

@testable import PlayerModel

/// A place of 2027 whose clocks are set twice: what the database of time zones says of it, written down.
struct TestZone: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// How many seconds the clocks are ahead of UTC before the first change.
    let atFirst: Int
    /// When they are set, and how far they are ahead from then on.
    let changes: [(time: Int, ahead: Int)]

    var rules: TimeZoneRules {
        TimeZoneRules { [atFirst, changes] time in changes.last { $0.time <= time }?.ahead ?? atFirst }
    }

    static let berlin = TestZone(
        testDescription: "Europe/Berlin", atFirst: 3_600,
        changes: [(utc(2027, 3, 28, 1, 0), 7_200), (utc(2027, 10, 31, 1, 0), 3_600)])
    static let newYork = TestZone(
        testDescription: "America/New_York", atFirst: -18_000,
        changes: [(utc(2027, 3, 14, 7, 0), -14_400), (utc(2027, 11, 7, 6, 0), -18_000)])
    /// Half an hour, and south of the equator.
    static let lordHowe = TestZone(
        testDescription: "Australia/Lord_Howe", atFirst: 39_600,
        changes: [(utc(2027, 4, 3, 15, 0), 37_800), (utc(2027, 10, 2, 15, 30), 39_600)])
    static let all = [berlin, newYork, lordHowe]

    /// The days on which the clocks are set.
    var days: [CalendarDay] { changes.map { rules.day(at: $0.time) } }
}

/// The seconds from the beginning of 1970 to a time of UTC.
func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int) -> Int {
    (CalendarDay(year: year, month: month, day: day)?.number ?? 0) * 86_400 + hour * 3_600 + minute * 60
}
