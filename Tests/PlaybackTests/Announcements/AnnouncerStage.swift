import AudioTypes
import Logging
import PlayerModel
import RealtimeAudio
import Synchronization
import SystemSupport
import TestSupport

@testable import Playback

/// An announcer with ramps for media.
final class AnnouncerStage: Sendable {
    let announcer: Announcer
    let outputs = FakeAnnouncementOutputs()
    let rooms = FakeRooms()
    let opening: RampOpening
    private let executor = ThreadExecutor()
    private let log = Mutex<[AnnouncementEvent]>([])
    private let wayLog = Mutex<[Announcement.Effect?]>([])

    init(_ ramps: [String: RampSource.Behaviour], hangs: Set<String> = [], limitSeconds: Double = 60) async {
        opening = RampOpening(ramps, hangs: hangs)
        announcer = Announcer(
            scheduler: executor, outputs: outputs, roomOutputs: rooms, opening: opening, pushed: nil,
            logger: Logger(label: "test"))
        var settings = AnnouncementSettings()
        settings.limitSeconds = limitSeconds
        settings.fadeSeconds = 0.001
        await announcer.begin(settings) { [self] event in
            log.withLock { $0.append(event) }
        } ways: { [self] way in
            wayLog.withLock { $0.append(way) }
        }
    }

    var ways: [Announcement.Effect?] { wayLog.withLock { $0 } }

    /// What happened so far, such as `1 began`.
    var events: [String] {
        log.withLock { $0 }.map {
            switch $0 {
            case .began(let announcement): "\(announcement.id) began"
            case .ended(let announcement, let end): "\(announcement.id) \(end.rawValue)"
            case .failed(let announcement, _): "\(announcement.id) failed"
            }
        }
    }

    /// Announces `uri`, and returns what became of opening it.
    func announce(
        _ uri: String, volume: Double = 1, _ effect: Announcement.Effect? = .duck, rooms: [String] = []
    ) async -> Result<Int64, PlaybackError> {
        await announcer.ask(uri, volume, effect, rooms)
    }

    /// Runs cycles of every output until `condition`.
    func runCycles(of quantum: Int = 256, until what: String, _ condition: @Sendable () async -> Bool) async throws {
        try await waitUntil(what, poll: .milliseconds(1)) {
            for output in outputs.all + rooms.outputs.all { output.runCycle(quantum, now: MonotonicClock.nanoseconds) }
            return await condition()
        }
    }

    /// Ends the announcer. It leads back to the stage until then.
    func end() async throws {
        let isOver = Mutex(false)
        await announcer.finish { isOver.withLock { $0 = true } }
        try await runCycles(until: "the end") { isOver.withLock { $0 } }
        executor.end()
    }
}

extension Announcer {
    func begin(
        _ settings: AnnouncementSettings, _ events: @escaping @Sendable (AnnouncementEvent) -> Void,
        ways: @escaping @Sendable (Announcement.Effect?) -> Void
    ) {
        configure(settings)
        observe(events)
        onMakeWay(ways)
    }

    func ask(
        _ uri: String, _ volume: Double, _ effect: Announcement.Effect?, _ rooms: [String]
    ) async -> Result<Int64, PlaybackError> {
        await withCheckedContinuation { continuation in
            announce(uri, title: nil, volume: volume, effect: effect, rooms: rooms, answersAtOnce: false) {
                continuation.resume(returning: $0)
            }
        }
    }

    func finish(_ reply: @escaping @Sendable () -> Void) { shutDown(reply: reply) }
}

/// Outputs to rooms, whose cycles the test runs.
final class FakeRooms: RoomAnnouncementOutputs {
    let outputs = FakeAnnouncementOutputs()
    private let asked = Mutex<[[String]]>([])

    /// The rooms of each announcement so far.
    var all: [[String]] { asked.withLock { $0 } }

    func openAnnouncement(
        inRooms rooms: [String], events: @escaping @Sendable (OutputEvent) -> Void,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) -> any AudioOutput {
        asked.withLock { $0.append(rooms) }
        return outputs.openAnnouncement(isGuarded: false, events: events, renderEvents: renderEvents)
    }
}
