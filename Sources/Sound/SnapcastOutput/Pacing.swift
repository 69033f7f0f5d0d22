/// Says how much of a stream has to be written by when, so that a server that plays it by its own clock never waits for a frame. A
/// value: time comes in as a parameter, on CLOCK_MONOTONIC in nanoseconds.
///
/// The server takes the first frame when it gets it, and each later one when it is due from then on. The writer stays ahead by the
/// lead. So a writer that is late by less than the lead is not noticed. If the network is late by more, the server begins its time anew
/// with the next frame that it gets, and the writer stays ahead by that much more from then on: such a network is late again.
struct Pacing: Hashable, Sendable {
    /// How far ahead of the server the writer is, in nanoseconds: longer than a busy machine keeps a thread from running.
    static let lead: Int64 = 300_000_000
    /// The longest lead, in nanoseconds, however late the network is: a pause and a seek are heard after what was written.
    static let longestLead: Int64 = 600_000_000
    /// How much is written at once, in nanoseconds. Longer periods need fewer wake-ups, and leave less of the lead.
    static let period: Int64 = 100_000_000
    /// How much of the lead is kept while the writer waits for sound that is not decoded yet, in nanoseconds.
    static let reserve: Int64 = 100_000_000
    private static let second: Int64 = 1_000_000_000

    private let rate: Int64
    private var lead = Self.lead
    /// When the server takes frame 0.
    private(set) var start: Int64
    /// How many frames were written.
    private(set) var written: Int64 = 0
    /// How many of them the server's machine has got.
    private var arrived: Int64 = 0
    /// When it was last seen to have all of them, or more than before.
    private var arrivalTime: Int64

    /// Makes the pacing of a stream at `rate` frames a second that begins `now`.
    init(rate: Int, at now: Int64) {
        self.rate = Int64(max(1, rate))
        start = now
        arrivalTime = now
    }

    /// The most frames that are written at once.
    var periodFrames: Int { max(1, Int(rate * Self.period / Self.second)) }

    /// When the server takes the next frame that is written.
    var nextTime: Int64 { start + nanoseconds(written) }

    /// Returns how many frames to write `now`: a period, or none before a whole one is due.
    func framesDue(at now: Int64) -> Int { now >= dueTime ? periodFrames : 0 }

    /// When the next period has to be written.
    var dueTime: Int64 { start + nanoseconds(written + Int64(periodFrames)) - lead }

    /// How many frames should be decoded before the next period is written: at the beginning all that is written in one go.
    var framesWanted: Int { written == 0 ? Int(rate * Self.lead / Self.second) : periodFrames }

    /// Until when the writer can wait for sound that is not decoded yet. At the beginning nobody hears that it waits.
    var patienceEnd: Int64 { written == 0 ? start + Self.period : nextTime - Self.reserve }

    /// Whether the server has had to wait by `now` for the next frame.
    func isLate(at now: Int64) -> Bool { written > 0 && now > nextTime }

    /// Notes that at `now` the server's machine has not got the newest `waiting` frames. A server has not taken what it has not got.
    mutating func delivered(allBut waiting: Int, at now: Int64) {
        let count = written - Int64(waiting)
        if count > arrived || waiting <= 0 { arrivalTime = now }
        arrived = count
        let late = now - (start + nanoseconds(count))
        guard waiting > 0, late > 0 else { return }
        start += late
        lead = min(lead + late, Self.longestLead)
    }

    /// Whether the server waits `now` for frames that are on their way.
    func isStarving(at now: Int64) -> Bool { arrived < written && now >= start + nanoseconds(arrived) }

    /// For how long frames have been on their way of which the server's machine has got none, in nanoseconds.
    func standstill(at now: Int64) -> Int64 { arrived < written ? now - arrivalTime : 0 }

    /// Goes on at `now` as at the beginning: the server has waited, or it takes less than was counted on.
    mutating func begin(again now: Int64) { start = now - nanoseconds(written) }

    /// Notes that `frames` frames were written at `now`.
    mutating func wrote(_ frames: Int, at now: Int64) {
        // Until now, nothing was on its way.
        if arrived >= written { arrivalTime = now }
        written += Int64(frames)
    }

    /// In two parts, because a product of a day's frames and nanoseconds is too large.
    private func nanoseconds(_ frames: Int64) -> Int64 {
        frames / rate * Self.second + frames % rate * Self.second / rate
    }
}
