/// What somebody wants of an alarm. What is `nil` stays as it is, or is as usual for a new one.
package struct AlarmWish: Hashable, Sendable {
    /// The time of the day, as text.
    package var time: String?
    /// The days, as words; none for once, at the next such time.
    package var days: [String]?
    package var uri: String?
    package var fade: Double?
    /// The volume; `nil` inside: the one that is set then.
    package var volume: Double??
    /// The uid of the output; `nil` inside: where the sound goes by itself.
    package var output: String??
    package var unmutes: Bool?
    package var snooze: Double?
    package var isEnabled: Bool?

    /// Makes a wish that changes nothing.
    package init() {}
}

/// All alarms, and when they ring. A value: it has neither a clock nor a time zone.
package struct AlarmBook: Hashable, Sendable, Codable {
    /// How many there may be.
    package static let most = 64
    /// How late an alarm still rings, in seconds: after that, it was missed.
    package static let lateness = 600.0
    /// How many minutes an alarm waits that somebody wants to hear again, where nobody has said how many.
    package static let usualSnooze = 9.0
    /// How far the clock may have been set back so that nothing rings a second time, in seconds.
    private static let setBack = 86_400.0

    /// All of them, in the order in which they were added.
    package private(set) var alarms: [Alarm] = []
    private var latest: Int64 = 0
    /// From when on alarms count that rang while the clock was far ahead, by their numbers. Not kept.
    private var bases: [Int64: Double] = [:]

    private enum CodingKeys: CodingKey { case alarms, latest }

    /// What is due.
    package struct Look: Sendable {
        /// The alarms that ring now, and when they were to.
        package var rings: [(alarm: Alarm, due: Double)] = []
        /// The alarms that were missed, and when they were to ring.
        package var missed: [(alarm: Alarm, due: Double)] = []

        /// Whether nothing is due.
        package var isEmpty: Bool { rings.isEmpty && missed.isEmpty }
    }

    /// Makes it without alarms.
    package init() {}

    /// Whether a file can have been written with it.
    package var isBelievable: Bool {
        alarms.count <= Self.most && alarms.allSatisfy(\.isBelievable) && Set(alarms.map(\.id)).count == alarms.count
            && latest >= alarms.map(\.id).max() ?? 0
    }

    /// Returns the alarm of a number.
    package func alarm(_ id: Int64) -> Alarm? { alarms.first { $0.id == id } }

    // MARK: Changes

    /// Adds an alarm and returns it. `wish` has a time and an address.
    package mutating func add(
        _ wish: AlarmWish, at now: Double, in zone: TimeZoneRules
    ) throws(AlarmError) -> Alarm {
        guard alarms.count < Self.most else { throw .tooMany }
        guard let time = AlarmTime(wish.time ?? "") else { throw .notATime(wish.time ?? "") }
        var alarm = Alarm(
            id: latest + 1, time: time, days: .once(zone.day(at: Int(now))), sound: AlarmSound(uri: wish.uri ?? ""),
            snooze: Self.usualSnooze, handled: now)
        var wish = wish
        wish.days = wish.days ?? []
        try Self.apply(wish, to: &alarm, at: now, in: zone)
        latest += 1
        alarms.append(alarm)
        return alarm
    }

    /// Changes an alarm and returns it as it is then. It counts from now on.
    package mutating func change(
        _ id: Int64, _ wish: AlarmWish, at now: Double, in zone: TimeZoneRules
    ) throws(AlarmError) -> Alarm {
        guard let index = alarms.firstIndex(where: { $0.id == id }) else { throw .notFound(id) }
        var alarm = alarms[index]
        try Self.apply(wish, to: &alarm, at: now, in: zone)
        bases[id] = nil
        alarms[index] = alarm
        return alarm
    }

    private static func apply(
        _ wish: AlarmWish, to alarm: inout Alarm, at now: Double, in zone: TimeZoneRules
    ) throws(AlarmError) {
        if let text = wish.time {
            guard let time = AlarmTime(text) else { throw .notATime(text) }
            alarm.time = time
        }
        if let uri = wish.uri { alarm.sound.uri = uri }
        if let fade = wish.fade { alarm.sound.fade = min(max(fade, 0), AlarmSound.fades.upperBound) }
        if let volume = wish.volume { alarm.sound.volume = volume.map { min(max($0, 0), 1) } }
        if let output = wish.output { alarm.sound.output = output }
        if let unmutes = wish.unmutes { alarm.sound.unmutes = unmutes }
        if let snooze = wish.snooze {
            alarm.snooze = min(max(snooze, Alarm.snoozes.lowerBound), Alarm.snoozes.upperBound)
        }
        if let isEnabled = wish.isEnabled { alarm.isEnabled = isEnabled }
        guard wish.time != nil || wish.days != nil || wish.isEnabled != nil else { return }
        if let words = wish.days, !words.isEmpty {
            guard let days = AlarmDays(words) else { throw .notDays(words) }
            alarm.days = days
        }
        let wantsNextTime = wish.days?.isEmpty == true
        if case .once(let day) = alarm.days, wantsNextTime || zone.moment(of: alarm.time, on: day) <= Int(now) {
            // A date that somebody names now must not have passed. Once, or on again, is the next such time.
            guard wantsNextTime || wish.days == nil else { throw .hasPassed }
            alarm.days = .once(nextDay(of: alarm.time, after: now, in: zone))
        } else if wantsNextTime {
            alarm.days = .once(nextDay(of: alarm.time, after: now, in: zone))
        }
        (alarm.handled, alarm.missed, alarm.snoozedUntil) = (now, nil, nil)
    }

    /// The day on which the clocks show a time next.
    private static func nextDay(of time: AlarmTime, after now: Double, in zone: TimeZoneRules) -> CalendarDay {
        let today = zone.day(at: Int(now))
        return zone.moment(of: time, on: today) > Int(now) ? today : today.advanced(by: 1)
    }

    /// Removes an alarm.
    package mutating func remove(_ id: Int64) throws(AlarmError) {
        guard let index = alarms.firstIndex(where: { $0.id == id }) else { throw .notFound(id) }
        alarms.remove(at: index)
        bases[id] = nil
    }

    // MARK: The time

    /// When something rings next; `nil` for never.
    package func next(at now: Double, in zone: TimeZoneRules) -> Double? {
        alarms.compactMap { nextRing(of: $0, at: now, in: zone) }.min()
    }

    /// When an alarm rings next; `nil` if it does not.
    package func nextRing(of alarm: Alarm, at now: Double, in zone: TimeZoneRules) -> Double? {
        guard alarm.isEnabled else { return nil }
        if let snoozed = alarm.snoozedUntil { return snoozed }
        return alarm.next(after: base(of: alarm, at: now), in: zone).map(Double.init)
    }

    /// Up to when everything has rung. A clock that was set back by less than a day makes nothing ring twice. What rang while it was
    /// further ahead than that was wrong, and counts no more.
    private func base(of alarm: Alarm, at now: Double) -> Double {
        guard alarm.handled > now + Self.setBack else { return alarm.handled }
        guard let base = bases[alarm.id], base <= now + Self.setBack else { return now }
        return base
    }

    /// Looks at the clock: what rings, and what was missed. What rings does so until ``end(_:snoozedUntil:)``.
    package mutating func look(at now: Double, in zone: TimeZoneRules) -> Look {
        var look = Look()
        for index in alarms.indices where alarms[index].isEnabled {
            var alarm = alarms[index]
            let base = base(of: alarm, at: now)
            bases[alarm.id] = base == alarm.handled ? nil : base
            var due: Double?
            if let snoozed = alarm.snoozedUntil {
                // A clock that was set back must not make it wait for longer than anybody can ask for.
                let bounded = min(snoozed, now + Alarm.snoozes.upperBound * 60)
                alarm.snoozedUntil = bounded
                if bounded <= now { (due, alarm.snoozedUntil) = (bounded, nil) }
            }
            if let latest = alarm.latest(upTo: now, in: zone).map(Double.init), latest > base {
                due = max(due ?? latest, latest)
                alarm.handled = latest
                alarm.snoozedUntil = nil
            }
            if let due {
                if now - due > Self.lateness {
                    alarm.missed = due
                    look.missed.append((alarm, due))
                } else if alarm.ringing == nil {
                    (alarm.ringing, alarm.missed) = (due, nil)
                    look.rings.append((alarm, due))
                }
            }
            alarms[index] = alarm
        }
        return look
    }

    /// Notes the volume of the player before an alarm changed it, and returns the one to give back at its end: that of before an earlier
    /// run was killed, if this goes on with what rang then.
    package mutating func takesOver(_ id: Int64, level: Double) -> Double {
        guard let index = alarms.firstIndex(where: { $0.id == id }) else { return level }
        let before = alarms[index].levelBefore ?? level
        alarms[index].levelBefore = before
        return before
    }

    /// Notes that an alarm rings no more: it is over, or rings again at a time.
    /// - Parameter zone: tells whether an alarm that rings once has got another time while it rang, for which it stays on.
    package mutating func end(_ id: Int64, snoozedUntil time: Double? = nil, in zone: TimeZoneRules) {
        guard let index = alarms.firstIndex(where: { $0.id == id }) else { return }
        (alarms[index].ringing, alarms[index].levelBefore, alarms[index].snoozedUntil) = (nil, nil, time)
        let alarm = alarms[index]
        guard time == nil, case .once = alarm.days, alarm.next(after: alarm.handled, in: zone) == nil else { return }
        alarms[index].isEnabled = false
    }

    /// Forgets what was to ring again. Returns the alarms of which that is.
    package mutating func endSnoozes(in zone: TimeZoneRules) -> [Int64] {
        let snoozed = alarms.filter { $0.snoozedUntil != nil }.map(\.id)
        for id in snoozed { end(id, in: zone) }
        return snoozed
    }

    /// Takes over what an earlier run has left: what rang at its end rings again.
    package mutating func beginRun() {
        for index in alarms.indices {
            if let ringing = alarms[index].ringing { alarms[index].snoozedUntil = ringing }
            alarms[index].ringing = nil
        }
    }
}
