import AudioTypes
import ControlProtocol
import JSON
import Testing

@testable import fermata

@Suite("The client's words for the session")
struct SessionTextTests {
    private static let headphones = Wire.Port(uid: "hp", name: "Head\u{1B}phones", type: .headphones, channels: 2)
    private static let speaker = Wire.Port(uid: "sp", name: "Speaker", type: .builtInSpeaker, channels: 2)

    @Test("shows the session with its units, and where nothing is preferred")
    func session() {
        var session = Wire.Session(
            category: "playback", mode: "default", options: [], active: true, preferredIOBufferDuration: 0,
            ioBufferDuration: 1_024 / 48_000, preferredSampleRate: 0, sampleRate: 48_000, outputLatency: 0.03,
            outputVolume: 0.7, outputMuted: true, outputChannels: 2, inputLatency: 0, inputVolume: 1, inputMuted: false,
            inputChannels: 0,
            otherAudioPlaying: false,
            secondaryAudioShouldBeSilencedHint: false, recordPermission: "undetermined", interruptions: [],
            route: Wire.Route(outputs: [Self.headphones]))
        #expect(
            SessionText.text(session.json) == """
                category     playback, active
                mode         default
                options      none
                buffer       21.3 ms, no preference
                sample rate  48000 Hz, no preference
                latency      30 ms
                route        Head\u{FFFD}phones (headphones), 2 ch, volume 70% (muted)
                others       silent
                """)
        session.active = false
        session.options = ["duckOthers", "mixWithOthers"]
        session.preferredIOBufferDuration = 0.01
        session.ioBufferDuration = 0
        session.preferredSampleRate = 44_100
        session.sampleRate = 0
        session.outputLatency = 0.1
        session.route.outputs = []
        session.secondaryAudioShouldBeSilencedHint = true
        session.interruptions = [Wire.Interruption(interruption: 3, reason: "alarm", source: "Clo\nck", ducked: true)]
        #expect(
            SessionText.text(session.json) == """
                category     playback, not active
                mode         default
                options      duckOthers, mixWithOthers
                buffer       unknown until something plays, 10 ms preferred
                sample rate  unknown until something plays, 44100 Hz preferred
                latency      unknown until something plays
                route        none
                others       another program plays: secondary audio should be silent
                interrupted  alarm, by Clo\u{FFFD}ck; playing softly
                """)
    }

    @Test("says why the player stands still, and whether it goes on by itself")
    func reasons() {
        var status = RecordingHandler().status
        status.item = nil
        #expect(StatusText.headline(status) == "playing")
        status.state = .paused
        let unsaid = Wire.StateReason.allCases.filter { reason in
            status.reason = reason
            return StatusText.headline(status) == "paused"
        }
        #expect(unsaid == [.user, .startup, .none])
        status.reason = .routeLost
        #expect(StatusText.headline(status) == "paused: the headphones were disconnected")
        #expect(!StatusText.lines(status, now: 0).contains("by itself"))
        status.resumeExpected = true
        #expect(StatusText.lines(status, now: 0).contains("\n  goes on by itself\n"))
    }

    @Test("names the kinds of outputs in a person's words, below each other")
    func outputs() {
        let speaker = Wire.Output(port: Self.speaker, current: true, default: false)
        let headphones = Wire.Output(
            port: Wire.Port(uid: "bluez_output.1", name: "Headphones", type: .bluetoothA2DP, channels: 2), current: false,
            default: true)
        #expect(
            RouteText.outputs([speaker.json, headphones.json]) == """
                sp              Speaker, loudspeaker, 2 ch (current)
                bluez_output.1  Headphones, Bluetooth, 2 ch (default)
                """)
        let words = OutputType.allCases.map(RouteText.kind)
        #expect(Set(words).count == words.count)
    }

    @Test(
        "tells the session's events, and those of announcements, in sentences",
        arguments: [
            (
                .sessionRouteChanged(
                    reason: "oldDeviceUnavailable", previousRoute: Wire.Route(outputs: [headphones]),
                    route: Wire.Route(outputs: [speaker])),
                "session.routeChanged  Head\u{FFFD}phones → Speaker: the old output is gone"
            ),
            (
                .sessionRouteChanged(
                    reason: "noSuitableRouteForCategory", previousRoute: Wire.Route(outputs: [speaker]),
                    route: Wire.Route(outputs: [])), "session.routeChanged  Speaker → nothing: there is no usable output"
            ),
            (
                .sessionRouteChanged(
                    reason: "categoryChange", previousRoute: Wire.Route(outputs: [speaker]),
                    route: Wire.Route(outputs: [speaker])),
                "session.routeChanged  Speaker: the session's category or mode changed"
            ),
            (
                .sessionInterruptionEnded(interruption: 5, shouldResume: true, resumed: false),
                "session.interruptionEnded  5: over"
            ),
            (
                .sessionInterruptionBegan(
                    Wire.Interruption(interruption: 4, reason: "communication", source: "Telephone", ducked: false)),
                "session.interruptionBegan  4: communication, by Telephone"
            ),
            (
                .sessionInterruptionEnded(interruption: 4, shouldResume: true, resumed: true),
                "session.interruptionEnded  4: over, playback goes on"
            ),
            (
                .sessionInterruptionEnded(interruption: 4, shouldResume: false, resumed: false),
                "session.interruptionEnded  4: over, and playback is not to go on"
            ),
            (
                .sessionConfigurationChanged(ioBufferDuration: 0.02, sampleRate: 44_100, outputLatency: 0.0405),
                "session.configurationChanged  buffer 20 ms, 44100 Hz, latency 40.5 ms"
            ),
            (
                .sessionOutputVolumeChanged(Wire.Volume(level: 0.25, muted: false)),
                "session.outputVolumeChanged  volume 25%"
            ),
            (
                .sessionActiveChanged(active: false, reason: "endOfQueue"),
                "session.activeChanged  not active: the queue is at its end"
            ),
            (
                .announcementBegan(announcement: 2, uri: "file:///srv/sounds/door\u{1B}bell.wav"),
                "announcement.began  2: door\u{FFFD}bell.wav"
            ),
            (.announcementEnded(announcement: 2, reason: .finished), "announcement.ended  2: heard to its end"),
            (
                .announcementEnded(announcement: 3, reason: .routeLost),
                "announcement.ended  3: the headphones were disconnected"
            ),
            (.sessionMediaServicesLost, "session.mediaServicesLost  the sound server is away"),
            (.queueChanged(revision: 4, length: 2), "queue.changed revision=4 length=2"),
        ] as [(Event, String)])
    func events(event: Event, text: String) {
        let line = String(decoding: Notification(event, time: 1).bytes(sequence: 1), as: UTF8.self)
        #expect(EventText.text(line) == text)
    }

    @Test("shows an event of a newer daemon, and what is no event, as they are")
    func unknownEvents() {
        #expect(EventText.text(#"{"method":"session.x","params":{"sequence":1,"a":"\u001b"}}"#) == "session.x a=\"\\u001b\"")
        #expect(EventText.text(#"{"method":"session.activeChanged","params":{"active":3}}"#) == "session.activeChanged active=3")
        #expect(EventText.text("noise\u{1B}") == "noise\u{FFFD}")
    }
}
