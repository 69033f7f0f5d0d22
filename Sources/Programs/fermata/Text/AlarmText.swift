import ControlProtocol
import SystemSupport

/// Alarms as people read them.
enum AlarmText {
    /// Returns the alarms, one on each line.
    static func list(_ alarms: [Wire.Alarm]) -> String {
        alarms.isEmpty ? "no alarm is set" : alarms.map { line($0) }.joined(separator: "\n")
    }

    /// Returns an alarm in a line, such as `3  07:30 monday to friday: morning.flac; rings next on 2026-12-02 at 07:30`.
    static func line(_ alarm: Wire.Alarm) -> String {
        var parts = ["\(alarm.alarm)  \(Terminal.harmless(alarm.time)) \(days(alarm.days)): "]
        parts[0] += Terminal.harmless(MediaAddress.title(of: alarm.uri))
        if let volume = alarm.volume { parts[0] += ", \(Int((volume * 100).rounded()))%" }
        if alarm.fade > 0 { parts[0] += ", louder over \(TimeText.text(alarm.fade))" }
        if let output = alarm.output { parts[0] += ", at \(Terminal.harmless(output))" }
        if alarm.ringing { parts.append("rings now") }
        if let missed = alarm.missed { parts.append("did not ring on \(moment(missed))") }
        if !alarm.enabled {
            parts.append("off")
        } else if let snoozed = alarm.snoozedUntil {
            parts.append("rings again on \(moment(snoozed))")
        } else if let next = alarm.next {
            parts.append("rings next on \(moment(next))")
        }
        return parts.joined(separator: "; ")
    }

    /// Returns a time such as `2026-12-02 at 07:30`, in the time zone of this program.
    static func moment(_ seconds: Double) -> String {
        let time = LocalTime.at(seconds)
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let clock = "\(two(time.hour)):\(two(time.minute))" + (time.second == 0 ? "" : ":\(two(time.second))")
        return "\(time.year)-\(two(time.month))-\(two(time.day)) at \(clock)"
    }

    private static let week = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    private static func days(_ days: [String]) -> String {
        switch days {
        case week: "daily"
        case Array(week.prefix(5)): "monday to friday"
        default: days.map(Terminal.harmless).joined(separator: ", ")
        }
    }

    /// Returns what is heard of an alarm.
    static func source(_ source: Wire.AlarmSource) -> String {
        switch source {
        case .wanted: "rings"
        case .fallback: "rings with the file of the configuration: what it names is not heard"
        case .tone: "rings with a tone: what it names is not heard"
        }
    }

    /// Returns why an alarm rings no more.
    static func end(_ reason: Wire.AlarmEnd) -> String {
        switch reason {
        case .dismissed: "somebody has ended it"
        case .snoozed: "rings again later"
        case .takenOver: "somebody plays something else"
        case .timeLimit: "it has rung for an hour"
        case .replaced: "another alarm rings in its place"
        case .removed: "somebody has removed it"
        case .shuttingDown: "the daemon ends"
        }
    }
}
