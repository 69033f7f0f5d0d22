/// When playback stops by itself, in the state that survives a restart of the daemon.
package struct SavedStop: Hashable, Sendable, Codable {
    /// The lengths that a timer can have, in seconds: a week at most.
    package static let lengths = 0.0...604_800
    /// The lengths that the fade of a timer can have, in seconds.
    package static let fades = 0.0...600

    /// A timer. Its end is a date, because it goes on while no daemon runs.
    struct Timer: Hashable, Sendable, Codable {
        /// The length that was asked for, and that of the fade at its end, in seconds.
        let seconds: Double
        let fade: Double
        /// The end, in seconds since 1970.
        let date: Double

        /// How many seconds are left at `now`, a date; 0 if it has run out. The file may hold any numbers.
        func secondsLeft(at now: Double) -> Double {
            guard SavedStop.lengths.contains(seconds), SavedStop.fades.contains(fade), date.isFinite else { return 0 }
            return min(seconds, max(0, date - now))
        }
    }

    /// The timer; `nil` if an item decides.
    let timer: Timer?
    /// The item after which playback stops. If this and all others are missing, it is the current item.
    let item: Int64?
    /// Whether playback stops after each item; `nil` as false, which states of earlier versions do not name.
    var isEach: Bool?
}

extension SavedStop {
    init(_ stop: StopAfter) {
        switch stop {
        case .currentItem: self.init(timer: nil, item: nil)
        case .item(let id): self.init(timer: nil, item: id)
        case .eachItem: self.init(timer: nil, item: nil, isEach: true)
        case .time(let timer):
            self.init(timer: Timer(seconds: timer.seconds, fade: timer.fade, date: timer.date), item: nil)
        }
    }

    /// Returns whether the time has come, at the date `now`, while no daemon ran.
    package func isOver(at now: Double) -> Bool { timer.map { $0.secondsLeft(at: now) <= 0 } ?? false }
}

extension StopAfter {
    /// Takes over what an earlier run saved; `nil` if its time has come.
    init?(_ saved: SavedStop, at readings: PlayerReadings) {
        if let timer = saved.timer {
            guard let timer = StopTimer(timer, at: readings) else { return nil }
            self = .time(timer)
        } else if saved.isEach == true {
            self = .eachItem
        } else {
            self = saved.item.map { .item($0) } ?? .currentItem
        }
    }
}
