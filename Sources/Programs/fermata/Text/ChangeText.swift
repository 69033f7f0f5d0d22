import ControlProtocol
import SystemSupport

/// What changed of what is heard, for people: who did it, why, and what comes next.
enum ChangeText {
    /// Returns changes in lines, each with its time.
    static func list(_ changes: [Wire.HeardChange], date: Double) -> String {
        let times = changes.map { clock($0.time, date: date) }
        let width = times.map(\.count).max() ?? 0
        return zip(times, changes).map { time, change in
            time + String(repeating: " ", count: width - time.count) + "  " + line(change)
        }.joined(separator: "\n")
    }

    /// Returns a change in a line without its time, such as `paused: a call (Telephone); was to go on when that is over`.
    private static func line(_ change: Wire.HeardChange) -> String {
        let why = reason(change)
        let line =
            switch change.change {
            case "softer": "softer: " + (why ?? "something else needs the sound")
            case "asBefore": "as loud as before"
            case "roomMuted": "this room is mute: " + (why ?? "something else needs the sound")
            case "roomHeard": "this room is heard again"
            case "over": "over: " + (why ?? "what needed the sound")
            case "staysPaused": "does not go on by itself any more: " + (why ?? "something else needs the sound")
            case "muted": "mute" + tail(change, why)
            case "unmuted": "not mute any more" + tail(change, why)
            case "output": "output \(change.source.map(Terminal.harmless) ?? "none")\(why.map { ": " + $0 } ?? "")"
            case "volume": (change.volume.map(StatusText.volume) ?? "volume") + tail(change, why)
            default: Terminal.harmless(change.change) + tail(change, why)
            }
        return line + (next(change).map { "; " + $0 } ?? "")
    }

    /// Returns who did it, or why it came about.
    private static func tail(_ change: Wire.HeardChange, _ why: String?) -> String {
        if change.interruption == nil, let person = person(change) { return " by " + person }
        return why.map { ": " + $0 } ?? ""
    }

    /// Returns what was to come behind a pause; `nil` if that goes without saying.
    private static func next(_ change: Wire.HeardChange) -> String? {
        switch change.change {
        case "paused" where isOfSystem(change): change.resumes ? "to go on by itself" : "not to go on by itself"
        case "over": change.resumes ? "playback is to go on by itself" : "playback does not go on by itself"
        default: nil
        }
    }

    /// Whether nobody has asked for this state, so that it may end by itself.
    private static func isOfSystem(_ change: Wire.HeardChange) -> Bool {
        ["interrupted", "routeLost", "mediaServicesLost", "systemSleep"].contains(change.reason)
    }

    /// Returns since when it is so, and what comes next, in lines for the status.
    static func details(_ cause: Wire.HeardChange, date: Double) -> [String] {
        let since = "since \(clock(cause.time, date: date)) (\(ago(date - cause.time)))"
        switch cause.change {
        case "softer":
            return ["plays softly: \(reason(cause) ?? "something else needs the sound")", "\(since), until that is over"]
        case "roomMuted":
            return ["this room is mute: \(reason(cause) ?? "something else needs the sound")", "\(since), until that is over"]
        case "paused" where isOfSystem(cause):
            return [since, cause.resumes ? resumption(cause) : stay(cause)]
        default:
            // The person who pressed pause knows; another one who looks later may not.
            let who = cause.change == "paused" || cause.change == "stopped" ? person(cause).map { ", by " + $0 } : nil
            return [since + (who ?? "")]
        }
    }

    private static func resumption(_ cause: Wire.HeardChange) -> String {
        let when =
            switch cause.reason {
            case "routeLost": "goes on by itself if the output comes back in time"
            case "mediaServicesLost": "goes on by itself when the sound server is back"
            case "systemSleep": "goes on by itself when the machine is awake"
            default: cause.over ? "goes on by itself" : "goes on by itself when that is over"
            }
        return when + (holder(cause).map { ", and this is over: " + $0 } ?? "")
    }

    private static func stay(_ cause: Wire.HeardChange) -> String {
        let why = cause.heldBy.map { ", because \(Terminal.harmless($0)) has begun to play" } ?? ""
        return "does not go on by itself\(why): 'fermata play' does it"
    }

    /// Returns what else keeps playback from going on.
    private static func holder(_ cause: Wire.HeardChange) -> String? {
        guard let name = cause.heldBy.map(Terminal.harmless) else { return nil }
        return cause.heldFor.map { interruption($0, name, isOver: false, isByClient: false) } ?? name
    }

    /// Returns why something changed and who is behind it; `nil` if that goes without saying.
    static func reason(_ change: Wire.HeardChange) -> String? {
        let source = change.source.map(Terminal.harmless)
        if let interruption = change.interruption {
            return self.interruption(
                interruption, source, isOver: change.over || change.change == "over", isByClient: change.byClient)
        }
        switch change.reason {
        case "user", "mpris", "mpd", "client": return person(change)
        case "system": return "in a mixer of the desktop"
        case "limit": return "the most that is allowed at the output" + (source.map { " \($0)" } ?? "")
        case "output" where change.change != "output": return "at the output" + (source.map { " \($0)" } ?? "")
        case "alarm": return "the alarm clock"
        case "endOfQueue": return "the queue is at its end"
        case "error": return "nothing could be played"
        case "routeLost" where change.change == "playing": return "the output is back"
        case "routeLost": return "the headphones were disconnected" + (source.map { " (\($0))" } ?? "")
        case "mediaServicesLost" where change.change == "playing": return "the sound server is back"
        case "mediaServicesLost": return "the sound server went away"
        case "interrupted" where change.change == "playing": return "nothing else needs the sound any more"
        case "interrupted" where change.change == "over": return nil
        case "interrupted": return "something else needs the sound"
        case "systemSleep" where change.change == "playing": return "the machine is awake"
        case "systemSleep": return "the machine went to sleep"
        case "stopAfter": return "it was to stop here"
        case "startup": return "the daemon has started"
        case "none": return nil
        default: return change.change == "output" ? EventText.routeReason(change.reason) : Terminal.harmless(change.reason)
        }
    }

    /// Returns who has given a command.
    private static func person(_ change: Wire.HeardChange) -> String? {
        let source = change.source.map(Terminal.harmless)
        switch change.reason {
        case "mpris": return "the desktop's controls" + (source.map { " (\($0))" } ?? "")
        case "mpd": return "a client of MPD" + (source.map { " (\($0))" } ?? "")
        case "user", "client": return source
        default: return nil
        }
    }

    /// - Parameter isByClient: whether the word is a client's, which may use one that stands for what only the daemon knows.
    private static func interruption(_ word: String, _ source: String?, isOver: Bool, isByClient: Bool) -> String {
        let who = source.map { " (\($0))" } ?? ""
        switch word {
        case "otherPlayer", "corked", "systemSleep", "announcement":
            if isByClient { return "\(source ?? "a client") says \(word)" }
        default: break
        }
        switch word {
        case "otherPlayer": return "\(source ?? "another player") \(isOver ? "played" : "plays")"
        case "communication": return "a call" + who
        case "alarm": return "an alarm" + who
        case "corked": return "the session manager took the sound away"
        case "systemSleep": return "the machine went to sleep"
        case "announcement": return "an announcement"
        default: return Terminal.harmless(word) + (source == word ? "" : who)
        }
    }

    // MARK: Times

    /// Returns the time of the day such as `14:03:20`, with the date unless it is today's.
    static func clock(_ time: Double, date: Double) -> String {
        let (then, now) = (LocalTime.at(time), LocalTime.at(date))
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let clock = "\(two(then.hour)):\(two(then.minute)):\(two(then.second))"
        let isToday = (then.year, then.month, then.day) == (now.year, now.month, now.day)
        return isToday ? clock : "\(then.year)-\(two(then.month))-\(two(then.day)) \(clock)"
    }

    /// Returns how long ago that was, such as `2 min ago`.
    static func ago(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 1 else { return "just now" }
        let whole = Int(min(seconds, 1e9))
        switch whole {
        case ..<60: return "\(whole) s ago"
        case ..<3_600: return "\(whole / 60) min ago"
        case ..<86_400: return "\(whole / 3_600) h ago"
        case ..<172_800: return "1 day ago"
        default: return "\(whole / 86_400) days ago"
        }
    }
}
