import ControlProtocol
import JSON
import SystemSupport

/// Events, for people, one per line: the type, then what happened. Events of the session, of announcements and of a stop get a sentence,
/// because they answer the question why the music stopped or became softer. For the others the line shows their parameters.
enum EventText {
    /// Returns the text of an event, such as `player.volumeChanged level=0.5 muted=false source="client"`.
    static func text(_ line: String) -> String {
        guard let json = try? JSONValue(parsing: line, maximumDepth: 64), let method = json["method"]?.stringValue else {
            return Terminal.harmless(line)
        }
        let parameters = json["params"]?.objectValue ?? [:]
        if let event = try? Event(method: method, parameters: parameters), let sentence = sentence(event) {
            return method + "  " + sentence
        }
        let details = parameters.members.filter { !["sequence", "time"].contains($0.name) }
        return Terminal.harmless(([method] + details.map { "\($0.name)=\($0.value.text)" }).joined(separator: " "))
    }

    /// Returns the event in a message; `nil` if it is another message.
    static func event(in line: String) -> Event? {
        guard let json = try? JSONValue(parsing: line, maximumDepth: 64), let method = json["method"]?.stringValue else {
            return nil
        }
        return try? Event(method: method, parameters: json["params"]?.objectValue ?? [:])
    }

    private static func sentence(_ event: Event) -> String? {
        switch event {
        case .playerResumed(let item, let seconds): "\(StatusText.name(of: item)) goes on at \(TimeText.text(seconds))"
        case .playerStartedLate(let item, let seconds):
            "\(StatusText.name(of: item)) began \(SessionText.milliseconds(seconds)) after its time"
        case .playerGap(let item, let silence, let skipped):
            "\(StatusText.name(of: item)) came too late: \(SessionText.milliseconds(silence)) of silence, "
                + "\(SessionText.milliseconds(skipped)) of sound left out"
        case .playerChapterChanged(let chapter): chapter.map(ChapterText.line) ?? "no chapter"
        case .playerLyricLine(let line): line.map(LyricsText.short) ?? "no line"
        case .roomsChanged(let change): RoomText.change(change)
        case .libraryListened(let item): LibraryText.listened(item)
        case .libraryProgress(let scan), .libraryChanged(let scan): LibraryText.scan(scan)
        case .libraryWatching(let watching): LibraryText.watching(watching)
        case .libraryLoudness(let loudness): LibraryText.loudness(loudness)
        case .playerStopAfterChanged(let stop):
            stop.map { StatusText.stop($0, now: MonotonicClock.seconds) } ?? "does not stop by itself"
        case .playerLoopChanged(let loop): StatusText.loop(loop)
        case .playerSilenceSkipped(let seconds, let total):
            "\(TimeText.exact((seconds * 10).rounded() / 10)), \(TimeText.text(total)) of this item so far"
        case .playerSpeedChanged(let speed): StatusText.speed(speed)
        case .playerOptionsChanged(let options):
            "\(StatusText.crossfade(options)), \(StatusText.replayGain(options)), \(StatusText.speed(options)), "
                + "\(StatusText.rewind(options)), \(StatusText.silence(options)), \(StatusText.shuffleWeights(options)), "
                + "\(StatusText.endless(options)), "
                + StatusText.passthrough(options)
        case .announcementBegan(let id, let uri): "\(id): \(Terminal.harmless(MediaAddress.title(of: uri)))"
        case .announcementEnded(let id, let reason): "\(id): \(announcementEnd(reason))"
        case .announcementFailed(let id, let error): "\(id): \(Terminal.harmless(SentenceText.forPeople(error.message)))"
        case .alarmChanged(let id, let entry): entry.map { AlarmText.line($0) } ?? "\(id): removed"
        case .alarmRang(let id, let source): "\(id): \(AlarmText.source(source))"
        case .alarmEnded(let id, let reason): "\(id): \(AlarmText.end(reason))"
        case .alarmMissed(let id, let due): "\(id): did not ring on \(AlarmText.moment(due))"
        case .sessionInterruptionBegan(let interruption):
            "\(interruption.interruption): \(SessionText.interruption(interruption))"
        case .sessionInterruptionEnded(let id, let shouldResume, let resumed):
            "\(id): over" + (resumed ? ", playback goes on" : shouldResume ? "" : ", and playback is not to go on")
        case .sessionRouteChanged(let reason, let previous, let route):
            (previous == route ? "" : RouteText.names(previous) + " → ") + "\(RouteText.names(route)): \(routeReason(reason))"
        case .sessionConfigurationChanged(let duration, let rate, let latency):
            "buffer \(SessionText.milliseconds(duration)), \(SessionText.hertz(rate)), "
                + "latency \(SessionText.milliseconds(latency))"
        case .sessionOutputVolumeChanged(let volume), .sessionInputVolumeChanged(let volume): StatusText.volume(volume)
        case .routeOutputsChanged(let added, let removed, let changed):
            lists(added.map(\.port.name), removed.map(\.port.name), changed.map(\.port.name))
        case .routeInputsChanged(let added, let removed, let changed):
            lists(added.map(\.name), removed.map(\.name), changed.map(\.name))
        case .outputFiltersChanged(let output, let choice): FilterText.change(output, choice)
        case .outputVolumeLimitsChanged(let output, let maximum, let atStart, let control):
            VolumeLimitText.line(output, maximum, atStart, control)
        case .sessionSilenceSecondaryAudioHint(let begin):
            begin ? "another program plays music, a film or a call" : "no other program plays music, a film or a call now"
        case .sessionActiveChanged(let active, let reason):
            (active ? "active: " : "not active: ") + activationReason(reason)
        case .sessionMediaServicesLost: "the sound server is away"
        case .sessionMediaServicesReset: "the sound server is back"
        default: nil
        }
    }

    private static func lists(_ added: [String], _ removed: [String], _ changed: [String]) -> String {
        [("new", added), ("gone", removed), ("changed", changed)].filter { !$1.isEmpty }
            .map { word, names in "\(word): \(names.map(Terminal.harmless).joined(separator: ", "))" }.joined(separator: "; ")
    }

    private static func announcementEnd(_ reason: Wire.AnnouncementEnd) -> String {
        switch reason {
        case .finished: "heard to its end"
        case .cancelled: "somebody cancelled it"
        case .timeLimit: "it lasted too long"
        case .interrupted: "something else needs the sound"
        case .routeLost: "the headphones were disconnected"
        }
    }

    static func routeReason(_ word: String) -> String {
        switch word {
        case "oldDeviceUnavailable": "the old output is gone"
        case "newDeviceAvailable": "a new output appeared and took over"
        case "override": "somebody chose this output"
        case "routeConfigurationChange": "the device changed its configuration"
        case "categoryChange": "the session's category or mode changed"
        case "wakeFromSleep": "the machine woke up"
        case "noSuitableRouteForCategory": "there is no usable output"
        default: Terminal.harmless(word)
        }
    }

    private static func activationReason(_ word: String) -> String {
        switch word {
        case "play": "something began to play"
        case "resumed": "playback goes on"
        case "client": "a client asked for it"
        case "stop": "playback was stopped"
        case "endOfQueue": "the queue is at its end"
        case "interrupted": "something else needs the sound"
        default: Terminal.harmless(word)
        }
    }
}
