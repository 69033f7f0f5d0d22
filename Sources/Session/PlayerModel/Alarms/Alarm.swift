/// The days on which an alarm rings.
package enum AlarmDays: Hashable, Sendable, Codable {
    /// Every week on these days, of which there is one at least.
    case weekly(Set<Weekday>)
    /// Once, on this day.
    case once(CalendarDay)

    /// Makes them of words: names of days, at least their first three letters, `daily`, `weekdays`, `weekends`, or one date such as
    /// `2026-12-24`. `nil` if they are none, or if there is no word.
    package init?(_ words: [String]) {
        guard !words.isEmpty else { return nil }
        if words.count == 1, let day = CalendarDay(words[0]) {
            self = .once(day)
            return
        }
        var days: Set<Weekday> = []
        for word in words {
            guard let meant = Self.days(word.lowercased()) else { return nil }
            days.formUnion(meant)
        }
        self = .weekly(days)
    }

    private static func days(_ word: String) -> [Weekday]? {
        let all = Weekday.allCases
        switch word {
        case "daily": return all
        case "weekdays": return Array(all.prefix(5))
        case "weekends": return Array(all.suffix(2))
        default:
            guard word.utf8.count >= 3, let day = all.first(where: { $0.rawValue.hasPrefix(word) }) else { return nil }
            return [day]
        }
    }

    /// The names of the days in their order, or the date.
    package var words: [String] {
        switch self {
        case .weekly(let days): Weekday.allCases.filter(days.contains).map(\.rawValue)
        case .once(let day): [day.text]
        }
    }
}

/// How an alarm rings.
package struct AlarmSound: Hashable, Sendable, Codable {
    /// What is played: whatever `play` takes.
    package var uri: String
    /// How many seconds the volume takes to its goal, from nothing; 0: none.
    package var fade = 0.0
    /// The volume, 0…1; `nil`: the one that is set then.
    package var volume: Double?
    /// The uid of the output; `nil`: where the sound goes by itself.
    package var output: String?
    /// Whether a mute switch of the player or of the output is taken off.
    package var unmutes = false

    /// Makes the sound of what is at an address.
    package init(uri: String) { self.uri = uri }

    /// How long the volume may take, in seconds.
    package static let fades = VolumeFadeReport.lengths

    /// Whether a file can have been written with it.
    var isBelievable: Bool {
        (1...16_384).contains(uri.count) && Self.fades.contains(fade) && (volume.map { (0...1).contains($0) } ?? true)
            && (output.map { $0.count <= 1_024 } ?? true)
    }
}

/// An alarm. Times are in seconds since the beginning of 1970 (UTC).
package struct Alarm: Hashable, Sendable, Codable {
    /// How many minutes an alarm may wait that somebody wants to hear again later.
    package static let snoozes = 1.0...120

    /// The number of the alarm. No other one gets it.
    package let id: Int64
    package var time: AlarmTime
    package var days: AlarmDays
    package var sound: AlarmSound
    /// How many minutes it waits where nobody says how long.
    package var snooze: Double
    package var isEnabled = true
    /// Everything up to this time has rung, or was missed.
    var handled: Double
    /// When it was to ring that rings now; `nil` if it does not ring. The next run of the daemon goes on with that.
    var ringing: Double?
    /// The volume of the player before it began to ring, 0…1; `nil` if it does not ring. A fade may have set it to nothing.
    var levelBefore: Double?
    /// When it rings again because somebody has asked for that.
    package internal(set) var snoozedUntil: Double?
    /// When it was to ring last and did not, because nothing ran then; `nil` if it has rung since.
    package internal(set) var missed: Double?

    /// Whether it rings now.
    package var isRinging: Bool { ringing != nil }

    /// Whether a file can have been written with it.
    var isBelievable: Bool {
        let times = [handled, ringing ?? 0, snoozedUntil ?? 0, missed ?? 0]
        let hasDays =
            switch days {
            case .weekly(let days): !days.isEmpty
            case .once(let day): (0...400_000).contains(day.number)
            }
        return id > 0 && AlarmTime(second: time.second) != nil && sound.isBelievable && Self.snoozes.contains(snooze) && hasDays
            && times.allSatisfy { $0.isFinite && abs($0) < 1e11 } && (0...1).contains(levelBefore ?? 0)
    }

    /// Returns when it rings first after a time, by its days; `nil` for never again.
    func next(after time: Double, in zone: TimeZoneRules) -> Int? {
        let passed = Self.whole(time)
        switch days {
        case .once(let day):
            let moment = zone.moment(of: self.time, on: day)
            return moment > passed ? moment : nil
        case .weekly(let days):
            let today = zone.day(at: passed)
            return (-1...9).lazy.map { today.advanced(by: $0) }.filter { days.contains($0.weekday) }
                .map { zone.moment(of: self.time, on: $0) }.first { $0 > passed }
        }
    }

    /// Returns when it was to ring last up to a time, by its days; `nil` if never.
    func latest(upTo time: Double, in zone: TimeZoneRules) -> Int? {
        let now = Self.whole(time)
        switch days {
        case .once(let day):
            let moment = zone.moment(of: self.time, on: day)
            return moment <= now ? moment : nil
        case .weekly(let days):
            let today = zone.day(at: now)
            return (-1...9).lazy.map { today.advanced(by: -$0) }.filter { days.contains($0.weekday) }
                .map { zone.moment(of: self.time, on: $0) }.first { $0 <= now }
        }
    }

    private static func whole(_ time: Double) -> Int { Int(min(max(time, 0), 1e11).rounded(.down)) }
}

/// Why an alarm is not as somebody wants it.
package enum AlarmError: Error, Hashable, Sendable, CustomStringConvertible {
    case notATime(String)
    case notDays([String])
    /// It would never ring.
    case hasPassed
    case tooMany
    case notFound(Int64)
    case noneRings
    /// What was to be changed could not be written.
    case notKept
    /// Who asks for it may not have that played.
    case notAllowed(PlaybackError)

    /// A sentence for a person.
    package var description: String {
        switch self {
        case .notATime(let text): "\"\(text.prefix(64))\" is not a time of the day: write 07:30 or 07:30:15"
        case .notDays(let words):
            "\"\(words.joined(separator: ", ").prefix(64))\" are no days: write names such as monday, or daily, weekdays, weekends, or one "
                + "date such as 2026-12-24"
        case .hasPassed: "that time of that day has passed: the alarm would never ring"
        case .tooMany: "there are \(AlarmBook.most) alarms, which is the limit: remove one first"
        case .notFound(let id): "no alarm has the number \(id)"
        case .noneRings: "no alarm rings"
        case .notKept: "the alarms cannot be written to the disk: this would be forgotten at the end of the daemon"
        case .notAllowed(let error): error.message
        }
    }
}
