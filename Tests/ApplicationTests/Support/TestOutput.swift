import AudioSession
import AudioTypes
import Playback
import RealtimeAudio
import Recording
import Synchronization
import TestSupport

@testable import Application

/// An output without a sound system that the session can direct. Records what it is told.
final class TestOutput: AudioOutput, SessionOutput, SwitchableOutput, AnnouncementOutputs, CaptureInputs {
    /// The stream.
    let stream = FakeOutput()
    private let graphChanged = Mutex<@Sendable (GraphSnapshot) -> Void>({ _ in })
    private let announced = FakeAnnouncementOutputs()
    private let targets = Mutex<[String?]>([])
    private let groups = Mutex<[[String]]>([])
    private let volumes = Mutex<[String]>([])
    private let ports = Mutex<[String]>([])

    let libraryVersion = "1.2.3"
    private let rateChanges = Mutex(0)
    /// Whether the graph would change its rate if the stream rested: as often as was said.
    var wouldChangeRate: Bool {
        rateChanges.withLock { left in
            defer { left = max(0, left - 1) }
            return left > 0
        }
    }
    /// Says how often the graph would change its rate.
    func changeRate(times: Int) { rateChanges.withLock { $0 = times } }
    let hasRealtimePriority: Bool? = nil

    func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void,
        graphChanged: @escaping @Sendable (GraphSnapshot) -> Void
    ) {
        stream.start(events: events, renderEvents: renderEvents)
        self.graphChanged.withLock { $0 = graphChanged }
    }

    /// Reports a graph with these sinks and sources; the first of each is the default.
    /// - Parameters:
    ///   - calls: the numbers of streams of calls that other programs make.
    ///   - reached: the sink that our stream reaches; `nil` if there is no stream.
    func report(
        _ sinks: [GraphSink], sources: [GraphSource] = [], devices: [GraphDevice] = [], hasSoundServer: Bool = true,
        hasSessionManager: Bool = true, calls: [UInt64] = [], reached: String? = nil
    ) {
        var graph = GraphSnapshot()
        graph.hasSoundServer = hasSoundServer
        graph.devices = devices
        graph.sources = sources
        graph.defaultSource = sources.first?.device.uid
        graph.sinks = sinks
        graph.defaultSink = sinks.first?.uid
        graph.hasSessionManager = hasSessionManager
        graph.others = calls.map { OtherStream(serial: $0, name: "Telephone", role: "Communication", isRunning: true) }
        if let reached {
            graph.stream = GraphStream(serial: 50)
            graph.stream?.reaches = [reached]
        }
        graphChanged.withLock { $0 }(graph)
    }

    /// The sinks that the session sent the sound to, in order.
    var chosenTargets: [String?] { targets.withLock { $0 } }

    /// The sinks that the session sent the sound to at once, in order.
    var chosenGroups: [[String]] { groups.withLock { $0 } }

    /// The volumes of outputs that were set, in order.
    var setVolumes: [String] { volumes.withLock { $0 } }

    /// The ports of inputs that were chosen, in order.
    var chosenInputPorts: [String] { ports.withLock { $0 } }

    /// The outputs of announcements, in their order.
    var announcements: [FakeOutput] { announced.all }

    func openAnnouncement(
        isGuarded: Bool, events: @escaping @Sendable (OutputEvent) -> Void,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) -> any AudioOutput {
        announced.openAnnouncement(isGuarded: isGuarded, events: events, renderEvents: renderEvents)
    }

    private let profiles = Mutex<[String]>([])
    private let passthrough = Mutex<[Bool]>([])
    private let profileChosen = Mutex<@Sendable (String) -> Void>({ _ in })
    private let cancellers = Mutex<[EchoCanceller?]>([])
    private let failure = Mutex<@Sendable (String) -> Void>({ _ in })

    /// Whether anything may be passed through, each time that it was set.
    var wantsPassthrough: [Bool] { passthrough.withLock { $0 } }
    /// The devices that were switched and the profiles that they were switched to, in order.
    var chosenProfiles: [String] { profiles.withLock { $0 } }
    /// Answers each switch at once, as a device does: a test that waits for the switch may come too late.
    func answerProfiles(_ answer: @escaping @Sendable (_ profile: String) -> Void) { profileChosen.withLock { $0 = answer } }
    /// The cancellers of echo that were asked for, in order.
    var chosenCancellers: [EchoCanceller?] { cancellers.withLock { $0 } }

    /// Says that the canceller of echo cannot be made.
    func failCanceller(_ reason: String) { failure.withLock { $0 }(reason) }

    private let captured = Mutex<[FakeCaptureInput]>([])

    /// The streams that capture, in their order.
    var captures: [FakeCaptureInput] { captured.withLock { $0 } }

    func openCapture(
        _ order: CaptureOrder, into buffer: CaptureBuffer, events: @escaping @Sendable (CaptureEvent) -> Void
    ) -> any CaptureInput {
        let input = FakeCaptureInput(order.source, order.title, buffer, events: events)
        captured.withLock { $0.append(input) }
        return input
    }

    func timing() -> OutputTiming { OutputTiming(quantum: 1_024, graphRate: 48_000, latency: 0.02) }
    func open(_ renderer: Renderer) { stream.open(renderer) }
    func setActive(_ isActive: Bool) { stream.setActive(isActive) }
    func setVolume(_ level: Double) { stream.setVolume(level) }
    func setMuted(_ isMuted: Bool) { stream.setMuted(isMuted) }
    func setTitle(_ title: String?) { stream.setTitle(title) }
    func close() { stream.close() }
    func shutDown() { stream.shutDown() }
    func setTarget(uid: String?) { targets.withLock { $0.append(uid) } }
    func setTargets(_ uids: [String]) { groups.withLock { $0.append(uids) } }
    func apply(_ orders: OutputOrders) {
        passthrough.withLock { if $0.last != orders.passesThrough { $0.append(orders.passesThrough) } }
    }
    var latencies: [String: OutputLatency] { [:] }
    var filterReports: [String: OutputFilterReport] { [:] }
    func setVolume(_ level: Double?, isMuted: Bool?, ofOutput uid: String) {
        volumes.withLock { $0.append("\(uid): \(level.map { "\($0)" } ?? "-") \(isMuted.map { "\($0)" } ?? "-")") }
    }
    func relink() {}
    func setPort(_ port: String, ofSink sink: String) {}
    func setPort(_ port: String, ofSource source: String) { ports.withLock { $0.append("\(source)#\(port)") } }
    func setProfile(_ profile: String, ofDevice device: String) {
        profiles.withLock { $0.append("\(device): \(profile)") }
        profileChosen.withLock { $0 }(profile)
    }
    func setVolume(_ level: Double?, isMuted: Bool?, ofInput uid: String) {}
    func setEchoCanceller(_ canceller: EchoCanceller?, failed: @escaping @Sendable (String) -> Void) {
        cancellers.withLock { $0.append(canceller) }
        failure.withLock { $0 = failed }
    }
    func setCut(_ isCut: Bool) {}
    func recordDucking(_ changed: @escaping @Sendable (DuckBook) -> Void) {}
    func duckBookWritten(_ revision: UInt64) {}
    func duckOthers(decibels: Double) {}
    func endDucking() {}
    func silenceSystemSounds(_ isSilent: Bool) {}
    func restoreDucked(_ records: [DuckRecord]) {}
}
