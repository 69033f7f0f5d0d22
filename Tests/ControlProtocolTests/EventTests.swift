import AudioTypes
import JSON
import Testing

@testable import ControlProtocol

@Suite("Events")
struct EventTests {
    static let all: [Event] = [
        .playerStateChanged(state: .playing, reason: .user, previousState: .paused),
        .playerItemChanged(item: Samples.item, reason: .gapless), .playerItemChanged(item: nil, reason: .end),
        .playerPositionChanged(position: Wire.Position(seconds: 1, monotonic: 2, rate: 1)),
        .playerItemFailed(item: Samples.item, error: ControlError(.mediaCorrupt, "bad", uri: "/a.flac")),
        .playerBuffering(fill: 0.5), .playerGap(item: Samples.item, silence: 0.25, skipped: 0.125),
        .playerStartedLate(item: Samples.item, seconds: 0.25),
        .playerLevels(Wire.Levels(peak: [-3.5, -120], rms: [-9, -120], momentary: -11.5)),
        .playerLevels(Wire.Levels(peak: [-120], rms: [-120], momentary: nil)),
        .playerSpectrum(bands: [-12.5, -120]),
        .playerMetadataChanged(tags: ["title": "x", "artist": "y"]),
        .playerVolumeChanged(volume: Wire.Volume(level: 0.5, muted: false), source: .system),
        .playerVolumeChanged(
            volume: Wire.Volume(level: 0.5, muted: false), source: .client,
            fade: Wire.VolumeFade(level: 0.2, seconds: 599.5, monotonic: 99.5)),
        .playerStopAfterChanged(stopAfter: Wire.StopAfter(after: .time, seconds: 1_800, monotonic: 99.5, fade: 20)),
        .playerStopAfterChanged(stopAfter: nil), .playerLoopChanged(loop: nil),
        .playerSpeedChanged(Wire.WantedSpeed(speed: 1.5, from: .book, of: "Dune")),
        .playerSpeedChanged(Wire.WantedSpeed(speed: 1, from: .all)),
        .playerSilenceSkipped(seconds: 1.5, total: 12.25),
        .playerLoopChanged(loop: Wire.Loop(from: 1.5, to: 3, count: 4, left: 2)),
        .playerResumed(item: Samples.item, seconds: 1_234.5),
        .playerChapterChanged(chapter: Wire.Chapter(index: 1, title: "Two", start: 30, end: 60)),
        .playerChapterChanged(chapter: nil),
        .playerLyricLine(line: Wire.LyricLine(index: 2, start: 9.5, text: "Two words", words: [.init(start: 9.5, text: "Two ")])),
        .playerLyricLine(line: nil),
        .playerOptionsChanged(PlaybackOptions([.crossfade: 2.5, .replayGain: "album", .speed: 1.5, .passthrough: ["ac3"]])),
        .queueChanged(revision: 2, length: 3),
        .announcementBegan(announcement: 3, uri: "/bell.wav"), .announcementEnded(announcement: 3, reason: .timeLimit),
        .alarmChanged(
            alarm: 2,
            entry: Wire.Alarm(
                alarm: 2, time: "07:30", days: ["monday"], uri: "/a.flac", fade: 120, volume: 0.4, snooze: 9, output: "speaker",
                unmute: true, enabled: true, next: 1_806_195_600, ringing: false, snoozedUntil: nil, missed: 1_806_109_200)),
        .alarmChanged(alarm: 2, entry: nil), .alarmRang(alarm: 2, source: .fallback), .alarmEnded(alarm: 2, reason: .timeLimit),
        .alarmMissed(alarm: 2, due: 1_806_109_200),
        .announcementFailed(announcement: 4, error: ControlError(.mediaCorrupt, "it breaks off")),
        .recordingBegan(Samples.recording), .recordingStateChanged(Samples.recording),
        .recordingSplit(recording: 1, path: "/a.wav", frames: 48_000, next: "/a 2.wav"),
        .recordingMarked(Wire.RecordingMark(recording: 1, cause: .dropped, frame: 9, missing: 256, filled: 256)),
        .recordingLevels(
            Wire.RecordingLevels(
                recording: 1, Wire.Levels(peak: [-3.5, -120], rms: [-9, -120], momentary: -11.5), frame: 48_000)),
        .recordingLevels(
            Wire.RecordingLevels(recording: 1, Wire.Levels(peak: [-120], rms: [-120], momentary: nil), frame: 48_000)),
        .recordingEnded(
            Wire.RecordingResult(
                recording: 1, reason: .failed, error: ControlError(.fileNotWritable, "the disk is full"), path: "/a.wav",
                files: 1,
                frames: 48_000, duration: 1, missedFrames: 2, droppedFrames: 3)),
        .jobChanged(
            Wire.Job(
                job: 2, kind: .convert, uri: "/a.flac", state: .done,
                result: Wire.JobResult(
                    path: "/a.opus", format: "opus", sampleRate: 48_000, frames: 96_000,
                    edges: Wire.JobEdges(hiddenBefore: 312, hiddenAfter: 0, heardBefore: 1, heardAfter: 2), lost: ["picture"],
                    missingFrames: 3, damagedPackets: 4,
                    loudness: Wire.JobLoudness(integrated: -20.5, truePeak: nil, gain: 4.5, limitedByPeak: false)))),
        .jobChanged(
            Wire.Job(
                job: 3, kind: .extract, uri: "/b.mkv", state: .failed, error: ControlError(.mediaUnsupported, "it has no sound"))),
        .libraryProgress(
            Wire.LibraryScan(
                scan: 1, state: .failed, directories: 2, files: 3, added: 4, changed: 5, moved: 6, removed: 7,
                problem: "the disk is full")),
        .libraryWatching(Wire.LibraryWatching(directories: 2, polled: 1, problem: "full")),
        .libraryLoudness(Wire.LibraryLoudness(state: .paused, measured: 1, stated: 2, failed: 3, left: 4, problem: "no library")),
        .libraryChanged(
            Wire.LibraryScan(scan: 1, state: .done, directories: 2, files: 3, added: 4, changed: 5, moved: 6, removed: 7)),
        .playlistChanged(Wire.PlaylistChange(name: "a", change: .edited)),
        .playlistChanged(Wire.PlaylistChange(name: "a", change: .renamed, to: "b")),
        .roomsChanged(Wire.RoomChange(change: .available)),
        .roomsChanged(
            Wire.RoomChange(
                change: .group,
                room: Wire.Room(
                    room: "a", name: "Kitchen", connected: true, level: 0.4, muted: false, latency: 0.02, group: "g", host: "pi"),
                group: Wire.RoomGroup(group: "g", name: nil, muted: true, stream: "s", rooms: ["a", "b"]))),
        .libraryListened(
            Wire.ListenedItem(
                song: 7, uri: "/a.flac", tags: ["title": "x"], seconds: 99.5, duration: 120, startedAt: 1_790_000_000.5,
                completed: false, skipped: false, played: true)),
        .libraryListened(
            Wire.ListenedItem(uri: "http://a/b", seconds: 5, startedAt: 1, completed: false, skipped: true, played: false)),
        .sessionRecordPermissionAsked(
            Wire.RecordRequest(request: 4, program: "recorder", pid: 4_711, purpose: "a memo", since: 1_790_000_000.5)),
        .sessionRecordPermissionAsked(Wire.RecordRequest(request: 5, program: nil, pid: 1, purpose: nil, since: 0)),
        .sessionRecordPermissionRequestEnded(request: 4, end: .withdrawn),
        .sessionInterruptionBegan(Wire.Interruption(interruption: 1, reason: "alarm", source: "clock", ducked: false)),
        .sessionInterruptionEnded(interruption: 1, shouldResume: true, resumed: false),
        .sessionRouteChanged(reason: "override", previousRoute: Samples.route, route: Samples.route),
        .sessionConfigurationChanged(ioBufferDuration: 0.02, sampleRate: 48_000, outputLatency: 0.01),
        .sessionOutputVolumeChanged(Wire.Volume(level: 1, muted: true)),
        .sessionInputVolumeChanged(Wire.Volume(level: 0.5, muted: false)), .sessionSilenceSecondaryAudioHint(begin: true),
        .routeOutputsChanged(
            added: [Wire.Output(port: Samples.route.outputs[0], current: true, default: false)], removed: [], changed: []),
        .outputFiltersChanged(output: "speaker", choice: .inherited),
        .outputVolumeLimitsChanged(output: "speaker", maximum: 0.5, atStart: 0, control: .sink),
        .outputVolumeLimitsChanged(output: "speaker", maximum: nil, atStart: nil, control: nil),
        .routeInputsChanged(
            added: [], removed: [],
            changed: [
                Wire.Input(
                    uid: "mic", name: "Microphone", type: .headsetMic, channels: 1, current: false, default: true, volume: nil,
                    muted: true)
            ]),
        .sessionActiveChanged(active: true, reason: "play"), .sessionMediaServicesLost, .sessionMediaServicesReset,
        .remoteDevicesChanged, .serverConfigurationReloaded, .serverShuttingDown, .serverOverflow(dropped: 9),
    ]

    @Test("every type has an event here, and each reads back from its notification", arguments: all)
    func roundTrip(event: Event) throws {
        let line = Notification(event, time: 12.5).bytes(sequence: 42)
        let json = try JSONValue(parsing: line)
        #expect(json["jsonrpc"] == "2.0")
        #expect(json["id"] == nil)
        let parameters = try #require(json["params"]?.objectValue)
        #expect(parameters["sequence"] == 42)
        #expect(parameters["time"] == 12.5)
        do {
            try Schema.check(parameters, against: EventType.commonFields + event.type.fields)
        } catch {
            Issue.record("\(event.type): \(error)")
        }
        #expect(try Event(method: try #require(json["method"]?.stringValue), parameters: parameters) == event)
    }

    @Test("every type is tried")
    func complete() { #expect(Set(Self.all.map(\.type)) == Set(EventType.all)) }

    @Test("a filter takes names and beginnings that end with a dot")
    func filter() throws {
        let filter = try EventFilter(names: ["session.", "player.stateChanged"])
        #expect(filter.admits(.sessionRouteChanged))
        #expect(filter.admits(.playerStateChanged))
        #expect(!filter.admits(.playerItemChanged))
        #expect(filter.admits(.serverOverflow))
        let route = try EventFilter(names: ["route."])
        #expect(route.admits(.sessionRouteChanged) && !route.admits(.sessionActiveChanged))
        #expect(EventType.all.filter { $0.name.hasPrefix("route.") }.allSatisfy(route.admits))
        #expect(EventType.all.allSatisfy { EventFilter.all.admits($0) == !EventType.measurements.contains($0) })
        #expect(try !EventFilter(names: ["recording."]).admits(.recordingLevels))
        #expect(try EventFilter(names: []).admits(.queueChanged) == false)
        for name in ["session", "", "nothing.", "Player.stateChanged", "."] {
            #expect(throws: ControlError.self) { try EventFilter(names: [name]) }
        }
    }

    @Test("an event of a newer daemon is passed over")
    func unknown() throws { #expect(try Event(method: "player.danced", parameters: [:]) == nil) }
}
