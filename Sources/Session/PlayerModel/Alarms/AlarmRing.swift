/// An alarm that rings: decides what it plays, and when it is over by itself. It rings until somebody ends it, at most an hour.
///
/// A value without clock or I/O: events come in with their time, actions go out. All times are CLOCK_MONOTONIC, in nanoseconds.
package struct AlarmRing: Hashable, Sendable {
    /// For how long it rings at most.
    package static let longest: Int64 = 3_600_000_000_000
    /// After how long without a sound something else is played. With the time that a local file takes, that is less than ten seconds.
    package static let patience: Int64 = 8_000_000_000
    /// What is over sooner than this was not heard by anybody, and is not played again.
    static let shortest: Int64 = 1_000_000_000

    /// What an alarm plays.
    package enum Source: String, CaseIterable, Hashable, Sendable {
        /// What was asked for.
        case wanted
        /// The file that the configuration has for when that is not heard.
        case fallback
        /// The tone that needs nothing.
        case tone
    }

    /// What is to be done.
    package enum Action: Hashable, Sendable {
        /// Play this from its beginning, in place of everything else.
        case play(Source)
        /// It is heard: tell everyone.
        case tell(Source)
        /// It has rung for as long as an alarm may.
        case end
    }

    private enum Phase: Hashable {
        /// Nothing can be heard now: it waits until something can.
        case waiting
        /// Something was asked for, and is to be heard by then.
        case opening(until: Int64)
        /// Something is heard since then.
        case heard(since: Int64)
        /// Not even the tone could be played. It is tried again then.
        case resting(until: Int64)
    }

    /// The alarm that rings.
    package let alarm: Alarm
    /// When it was to ring, in seconds since the beginning of 1970 (UTC).
    package let due: Double
    private let end: Int64
    private let hasFallback: Bool
    private var source = Source.wanted
    private var phase = Phase.waiting

    /// Makes a ring that begins now, and waits until ``canSound(_:at:)``.
    /// - Parameter hasFallback: whether there is a file for when what was asked for is not heard.
    package init(_ alarm: Alarm, due: Double, hasFallback: Bool, at now: Int64) {
        self.alarm = alarm
        self.due = due
        self.hasFallback = hasFallback
        end = now + Self.longest
    }

    /// Whether it waits until something can be heard.
    package var isWaiting: Bool { phase == .waiting }

    /// When ``timePassed(at:)`` has to be called.
    package var deadline: Int64 {
        switch phase {
        case .waiting, .heard: end
        case .opening(let time), .resting(let time): min(end, time)
        }
    }

    /// Takes in whether anything can be heard now.
    package mutating func canSound(_ canSound: Bool, at now: Int64) -> [Action] {
        guard canSound else {
            phase = .waiting
            return []
        }
        return phase == .waiting ? play(source, at: now) : []
    }

    /// Takes in that the first frame is heard, or that sound goes on after a gap.
    package mutating func heard(at now: Int64) -> [Action] {
        guard case .opening = phase else { return [] }
        phase = .heard(since: now)
        return [.tell(source)]
    }

    /// Takes in that sound is waited for.
    package mutating func ranDry(at now: Int64) {
        if case .heard = phase { phase = .opening(until: now + Self.patience) }
    }

    /// Takes in that what was asked for cannot be played, or not any further.
    package mutating func failed(at now: Int64) -> [Action] {
        switch (phase, source) {
        case (.waiting, _), (.resting, _): return []
        case (_, .wanted): return play(hasFallback ? .fallback : .tone, at: now)
        case (_, .fallback): return play(.tone, at: now)
        case (_, .tone):
            phase = .resting(until: now + Self.patience)
            return []
        }
    }

    /// Takes in that all of it was played. It begins again.
    package mutating func ended(at now: Int64) -> [Action] {
        if case .heard(let since) = phase, now - since >= Self.shortest { return play(source, at: now) }
        return failed(at: now)
    }

    /// Takes in that it is `now`.
    package mutating func timePassed(at now: Int64) -> [Action] {
        if now >= end { return [.end] }
        switch phase {
        case .opening(let time) where time <= now: return failed(at: now)
        case .resting(let time) where time <= now: return play(source, at: now)
        case .waiting, .opening, .heard, .resting: return []
        }
    }

    private mutating func play(_ source: Source, at now: Int64) -> [Action] {
        self.source = source
        phase = .opening(until: now + Self.patience)
        return [.play(source)]
    }
}

/// Why an alarm rings no more.
package enum AlarmEnd: String, CaseIterable, Hashable, Sendable {
    /// Somebody has ended it, or paused or stopped playback.
    case dismissed
    /// It rings again later.
    case snoozed
    /// Somebody plays something else.
    case takenOver
    /// It has rung for as long as an alarm may.
    case timeLimit
    /// Another alarm rings in its place.
    case replaced
    /// Somebody has removed it.
    case removed
    /// The daemon ends. Its next run goes on with the alarm, unless it is too late by then.
    case shuttingDown
}

/// What became of an alarm.
package enum AlarmEvent: Hashable, Sendable {
    /// An alarm is another one than before, and rings next at that time, in seconds since the beginning of 1970 (UTC); `nil`: it was removed,
    /// or rings never.
    case changed(Int64, Alarm?, next: Double?)
    /// It is heard, by that source.
    case rang(Int64, AlarmRing.Source)
    case ended(Int64, AlarmEnd)
    /// It was to ring then, in seconds since the beginning of 1970 (UTC), and did not.
    case missed(Int64, Double)
}
