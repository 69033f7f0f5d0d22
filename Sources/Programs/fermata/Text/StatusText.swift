import AudioTypes
import ControlProtocol
import SystemSupport

/// The status of the player, for people.
enum StatusText {
    /// Returns the name of an item: artist and title, else the last part of its address.
    static func name(of item: Wire.QueueItem) -> String {
        let title = item.title ?? MediaAddress.title(of: item.uri)
        return Terminal.harmless(item.artist.map { "\($0) – \(title)" } ?? title)
    }

    /// Returns the album of an item and the place of the item there; `nil` if nothing of that is known.
    static func album(of item: Wire.QueueItem) -> String? {
        var parts: [String] = []
        if let album = item.album {
            let artist = item.albumArtist.flatMap { $0 == item.artist ? nil : " by \($0)" } ?? ""
            parts.append("from \(album)\(artist)")
        }
        if let date = item.date { parts.append(date) }
        if let number = item.trackNumber { parts.append("track \(number)" + total(item.trackTotal)) }
        if let number = item.discNumber, item.discTotal != 1 { parts.append("disc \(number)" + total(item.discTotal)) }
        if let genre = item.genre { parts.append(genre) }
        return parts.isEmpty ? nil : Terminal.harmless(parts.joined(separator: ", "))
    }

    private static func total(_ total: Int?) -> String { total.map { " of \($0)" } ?? "" }

    /// Returns the status in several lines.
    /// - Parameters:
    ///   - now: the time of CLOCK_MONOTONIC, in seconds.
    ///   - date: the seconds since 1970.
    static func lines(_ status: Wire.Status, now: Double, date: Double = CalendarClock.seconds) -> String {
        var lines = [headline(status)] + causes(status, date: date)
        if let album = status.item.flatMap(Self.album(of:)) { lines.append("  " + album) }
        if let place = place(status, now: now) { lines.append("  " + place) }
        if let chapter = status.chapter { lines.append("  chapter " + ChapterText.line(chapter)) }
        if let place = status.resumedFrom { lines.append("  went on where it was left, at \(TimeText.text(place))") }
        if let speed = speed(status), (status.speed?.speed ?? status.options?.speed) != 1 || status.speed?.from ?? .all != .all {
            lines.append("  " + speed)
        }
        if status.skippedSilence != nil, let silence = silence(status) { lines.append("  " + silence) }
        if let loop = status.loop { lines.append("  " + self.loop(loop)) }
        if let output = status.output {
            let format = status.format.map { " – \(Self.format($0))" } ?? ""
            lines.append("  on \(Terminal.harmless(output.name)) (\(RouteText.kind(output.type)))\(format)")
        } else if status.state == .playing {
            lines.append("  waiting for an output: there is none to play on")
        }
        if let codec = status.format?.passthrough { lines.append("  " + passthrough(codec)) }
        let fade = status.volumeFade.map { ", " + self.fade($0, now: now) } ?? ""
        lines.append("  " + volume(status.volume) + fade + ", " + queue(status.queue))
        if let failed = status.queue.failed { lines.append("  " + failures(failed, status.queue.failure)) }
        if let stop = status.stopAfter { lines.append("  " + self.stop(stop, now: now)) }
        if let recordings = status.recordings {
            let ids = recordings.map(String.init).joined(separator: ", ")
            lines.append("  recording \(ids): 'fermata record --list' shows what")
        }
        if let notice = status.notice { lines.append("  " + Terminal.harmless(SentenceText.forPeople(notice))) }
        return lines.joined(separator: "\n")
    }

    /// Returns lines that say since when it does not play as it should, and what comes next.
    private static func causes(_ status: Wire.Status, date: Double) -> [String] {
        if let cause = status.cause { return ChangeText.details(cause, date: date).map { "  " + $0 } }
        // From an older daemon, and after a start.
        return status.resumeExpected ? ["  goes on by itself"] : []
    }

    /// Returns only what plays or does not, and why.
    static func now(_ status: Wire.Status, date: Double) -> String {
        let mute = status.volume.muted ? ["  mute: 'fermata unmute' lets it be heard"] : []
        return ([headline(status)] + causes(status, date: date) + mute).joined(separator: "\n")
    }

    /// Returns the status in one line without a time, which changes only when something happens.
    static func headline(_ status: Wire.Status) -> String {
        let why = status.state == .playing ? nil : reason(status)
        let name = status.item.map { "  " + Terminal.bold(Self.name(of: $0)) } ?? ""
        let place = status.resumedFrom.map { ", from \(TimeText.text($0)) on" } ?? ""
        return status.state.rawValue + (why.map { ": " + $0 } ?? "") + name + place
    }

    /// Returns why the player stands still; `nil` if the user asked for it and so knows.
    private static func reason(_ status: Wire.Status) -> String? {
        if let cause = status.cause, cause.interruption != nil || cause.reason == Wire.StateReason.routeLost.rawValue {
            return ChangeText.reason(cause)
        }
        return switch status.reason {
        case .user, .none, .startup: nil
        case .mpris: "through the desktop's controls"
        case .mpd: "through an MPD client"
        case .alarm: "the alarm clock"
        case .endOfQueue: "the queue is at its end"
        case .error: "nothing could be played"
        case .routeLost: "the headphones were disconnected"
        case .interrupted: "something else needs the sound"
        case .mediaServicesLost: "the sound server went away"
        case .systemSleep: "the machine went to sleep"
        case .stopAfter: "it was to stop here"
        }
    }

    /// Returns a text such as `stops in 29:58`.
    static func stop(_ stop: Wire.StopAfter, now: Double) -> String {
        switch stop.after {
        case .current: return "stops after the current item"
        case .each: return "stops after each item"
        case .item: return "stops after item \(stop.item.map { "\($0)" } ?? "?")"
        case .time:
            let left = max(0, (stop.seconds ?? 0) - (now - (stop.monotonic ?? now)))
            let fade = stop.fade.flatMap { $0 > 0 ? ", with a fade of \(TimeText.text($0))" : nil }
            return "stops in \(TimeText.text(left.rounded()))" + (fade ?? "")
        }
    }

    /// Returns a text such as `repeats 1:00 to 1:30.25, 3 of 5 times to come`.
    static func loop(_ loop: Wire.Loop?) -> String {
        guard let loop else { return "repeats no part of the item" }
        let part = "repeats \(TimeText.exact(loop.from)) to \(TimeText.exact(loop.to))"
        guard let count = loop.count else { return part }
        return part + ", \(loop.left ?? count) of \(count) times to come"
    }

    /// Returns the status in one line of at most `columns` columns, with a bar.
    static func live(_ status: Wire.Status, now: Double, columns: Int) -> String {
        let name = status.item.map(Self.name(of:)) ?? ""
        guard let position = status.position else {
            return Terminal.fit("\(status.state.rawValue)  \(name)", columns: columns)
        }
        let heard = position.seconds(at: now)
        let seconds = status.durationIsEstimate ? heard : min(status.duration ?? heard, heard)
        let tail = time(status, at: seconds)
        let barWidth = status.duration == nil ? 0 : min(30, columns / 4)
        let bar = barWidth < 5 ? "" : " " + Self.bar(fraction: seconds / max(status.duration ?? 0, 0.001), width: barWidth)
        let room = columns - Terminal.width(tail) - Terminal.width(bar) - status.state.rawValue.count - 4
        let head = "\(status.state.rawValue)  \(Terminal.fit(name, columns: max(0, room)))"
        return Terminal.fit(head + bar + "  " + tail, columns: columns)
    }

    /// Returns a bar such as `[=====>    ]`, `width` columns wide.
    static func bar(fraction: Double, width: Int) -> String {
        let inside = max(0, width - 2)
        let filled = Int((min(1, max(0, fraction)) * Double(inside)).rounded(.down))
        let head = filled < inside ? ">" : ""
        return "[" + String(repeating: "=", count: filled) + head
            + String(repeating: " ", count: max(0, inside - filled - head.count)) + "]"
    }

    static func volume(_ volume: Wire.Volume) -> String {
        let most = volume.maximum.map { " of at most \(Int(($0 * 100).rounded()))%" } ?? ""
        return "volume \(Int((volume.level * 100).rounded()))%" + most + (volume.muted ? " (muted)" : "")
    }

    /// Returns where a volume goes, such as `to 20% in 9:58`.
    static func fade(_ fade: Wire.VolumeFade, now: Double) -> String {
        goal(fade.level, in: max(0, fade.seconds - (now - fade.monotonic)))
    }

    static func goal(_ level: Double, in seconds: Double) -> String {
        "to \(Int((level * 100).rounded()))% in \(TimeText.text(seconds.rounded()))"
    }

    static func crossfade(_ options: PlaybackOptions) -> String {
        guard options.crossfadeSeconds > 0 else { return "tracks do not overlap" }
        let time = TimeText.text(options.crossfadeSeconds)
        return switch options.crossfadeBy {
        case .time: "tracks overlap for \(time)"
        case .content: "tracks overlap by their silence and fades, for up to \(time)"
        }
    }

    static func rewind(_ options: PlaybackOptions) -> String {
        let seconds = options.rewindSeconds
        return seconds == 0 ? "goes on where it was paused" : "goes back by up to \(TimeText.text(seconds)) after a pause"
    }

    static func speed(_ options: PlaybackOptions) -> String {
        speed(Wire.WantedSpeed(speed: options.speed, from: .all))
    }

    /// Returns at which speed it plays, and why if that is not the chosen one; `nil` if the daemon does not say.
    static func speed(_ status: Wire.Status) -> String? {
        guard let options = status.options else { return nil }
        let wanted = status.speed ?? Wire.WantedSpeed(speed: options.speed, from: .all)
        guard let obstacle = status.normalSpeed else { return speed(wanted) }
        let why = obstacle == .live ? "one cannot seek in it" : "the output decodes it"
        return "plays at the speed of the recording and not \(factor(wanted.speed)) times as fast: \(why)"
    }

    /// Returns the speed that is wanted, and for what it was kept.
    static func speed(_ wanted: Wire.WantedSpeed) -> String {
        let speed = wanted.speed == 1 ? "plays at the speed of the recording" : "plays \(factor(wanted.speed)) times as fast"
        let name = Terminal.harmless(wanted.of ?? "")
        return switch wanted.from {
        case .item: speed + ", which is kept for this item"
        case .book: speed + ", which is kept for the book \(name)"
        case .feed: speed + ", which is kept for the feed \(name)"
        case .all: speed
        }
    }

    static func silence(_ options: PlaybackOptions) -> String {
        switch options.skipSilence {
        case .off: "leaves no silence out"
        case .mild: "leaves long silences out"
        case .strong: "leaves silences between sentences out"
        }
    }

    /// Returns which silences are left out, and how much that was; `nil` if the daemon does not say.
    static func silence(_ status: Wire.Status) -> String? {
        guard let options = status.options else { return nil }
        let saved = status.skippedSilence.flatMap { $0 > 0 ? ", \(TimeText.text($0)) of this item so far" : nil }
        return silence(options) + (saved ?? "")
    }

    private static func factor(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let (tenth, rest) = (hundredths / 10 % 10, hundredths % 10)
        return "\(hundredths / 100)" + (tenth == 0 && rest == 0 ? "" : ".\(tenth)") + (rest == 0 ? "" : "\(rest)")
    }

    static func shuffleWeights(_ options: PlaybackOptions) -> String {
        let names = ShuffleWeight.allCases.filter(options.shuffleWeights.contains).map { weight in
            switch weight {
            case .rating: "is rated higher"
            case .leastRecent: "was not played lately"
            }
        }
        return names.isEmpty ? "shuffles all alike" : "shuffles sooner what \(names.joined(separator: " or "))"
    }

    static func endless(_ options: PlaybackOptions) -> String {
        switch options.endless {
        case .off: "ends with the queue"
        case .similar: "goes on with songs like the last ones"
        case .library: "goes on with songs of the library"
        case .playlist(let name): "goes on with songs of the playlist \(Terminal.harmless(name))"
        }
    }

    static func replayGain(_ options: PlaybackOptions) -> String { "replay gain \(options.replayGain.rawValue)" }

    static func passthrough(_ options: PlaybackOptions) -> String {
        passthrough(of: PassthroughCodec.allCases.filter(options.passthrough.contains).map(\.rawValue))
    }

    private static func passthrough(of codecs: [String]) -> String {
        codecs.isEmpty ? "everything is decoded" : "passed through if the output takes it: \(names(codecs))"
    }

    /// Returns a sentence about what may be passed through, and lines about the output and what plays.
    static func passthrough(_ state: Wire.Passthrough) -> String {
        var lines = [passthrough(of: state.codecs)]
        if let output = state.output {
            let offered = state.offered.isEmpty ? "nothing but sound" : names(state.offered)
            lines.append("\(Terminal.harmless(output)) takes \(offered)")
        }
        if let codec = state.playing { lines.append(passthrough(codec)) }
        return lines.joined(separator: "\n")
    }

    /// Returns the names for people of codecs that are passed through.
    private static func names(_ codecs: [String]) -> String { codecs.map(name).joined(separator: ", ") }

    private static func name(_ codec: String) -> String { PassthroughCodec(rawValue: codec)?.title ?? Terminal.harmless(codec) }

    /// Returns the position in the item, and its duration; `nil` if nothing is open.
    static func place(_ status: Wire.Status, now: Double) -> String? {
        status.position.map { time(status, at: $0.seconds(at: now)) }
    }

    private static func time(_ status: Wire.Status, at seconds: Double) -> String {
        TimeText.text(seconds)
            + (status.duration.map { " / " + TimeText.duration($0, isEstimate: status.durationIsEstimate) } ?? "")
    }

    private static func queue(_ queue: Wire.QueueSummary) -> String {
        let place =
            queue.index.map { "item \($0 + 1) of \(queue.length)" } ?? (queue.length == 1 ? "1 item" : "\(queue.length) items")
        let modes = [
            queue.modes.repeat == .off
                ? nil : "repeat \(queue.modes.repeat.rawValue)" + (queue.modes.repeatCount.map { ", \($0) to come" } ?? ""),
            queue.modes.shuffle ? (queue.modes.shuffleBy == .albums ? "shuffle albums" : "shuffle") : nil,
            queue.modes.consume ? (queue.modes.consumeOnce ? "consume once" : "consume") : nil,
        ].compactMap(\.self)
        return ([place] + modes).joined(separator: ", ")
    }

    /// Returns a sentence about items that could not be played.
    private static func failures(_ count: Int, _ latest: String?) -> String {
        let reason = latest.map { ": " + Terminal.harmless(SentenceText.forPeople($0)) } ?? ""
        if count == 1 { return "1 item could not be played" + reason }
        return "\(count) items could not be played ('fermata queue' shows why)" + (latest == nil ? "" : ", the last one" + reason)
    }

    /// Returns the sentence for sound that the output decodes.
    private static func passthrough(_ codec: String) -> String {
        "passed through as \(name(codec)): the output decodes it, and its own volume counts; the volume here waits"
    }

    /// Returns a gain with its sign: `-6.54 dB`.
    static func decibels(_ gain: Double) -> String { "\(gain < 0 ? "" : "+")\(gain) dB" }

    private static func format(_ format: Wire.AudioFormat) -> String {
        let bits = format.bitsPerSample.map { ", \($0) bit" } ?? ""
        let origin = format.replayGainFrom == .measured ? " as measured" : ""
        let gain = format.replayGain.map { ", " + decibels($0) + origin } ?? ""
        return "\(Terminal.harmless(format.codec)) \(format.sampleRate) Hz, \(format.channels) ch\(bits)\(gain)"
    }
}
