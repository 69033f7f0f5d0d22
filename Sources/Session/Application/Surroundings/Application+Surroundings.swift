import AudioSession
import AudioTypes
import MessageBus
import MusicLibrary
import NIOCore
import PlayerModel
import SystemSupport
import TLS

// Whether what the daemon needs is there.
extension Application {
    /// How long the disks have time to answer.
    private static let patienceWithDisks = TimeAmount.seconds(5)

    /// Looks at what the daemon needs around it, and says of each part how it is. Waits for disks, on threads of their own, five seconds at
    /// most; then those that have not answered are told so. Does not answer if the client leaves while its look waits.
    package func examine(for origin: Origin, answer: @escaping ([Surroundings.Finding]) -> Void) {
        let reads = library.roots.paths.map {
            Surroundings.Place(purpose: "the music", path: String(decoding: $0, as: UTF8.self))
        }
        let writes = facts.directories.map { Surroundings.Place(purpose: $0.purpose, path: $0.path, isNeeded: $0.isNeeded) }
        let look = DiskLook(reads, writes) { [weak self] library, written in
            guard let self else { return }
            var now = surroundings
            now.library = library
            now.written = written
            answer(now.findings)
        }
        let bound = NIOLoopBound(look, eventLoop: eventLoop)
        look.limit = eventLoop.scheduleTask(in: Self.patienceWithDisks) { bound.value.giveUp() }
        for (number, place) in (reads + writes).enumerated() {
            let isWritten = number >= reads.count
            looks.perform(
                for: origin, { Result<_, LookRefusal>.success(DirectoryLook(place.path, writing: isWritten)) },
                refusal: { _ in LookRefusal() },
                answer: { result in look.seen(number, try? result.get()) })
        }
    }

    /// What is known without a look at a disk.
    private var surroundings: Surroundings {
        let now = snapshot
        var result = Surroundings()
        // The version outlives the server.
        result.soundServer = session.isSoundServerHere ? now.serverVersion ?? "" : nil
        result.hasSessionManager = session.graph.hasSessionManager
        result.output = now.route.outputs.first?.name
        result.playerSilence = now.player.volume.muted ? .mute : now.player.volume.level == 0 ? .noVolume : nil
        if let volume = now.route.outputs.first.flatMap({
            session.sink(ofOutput: $0.uid).flatMap { session.outputVolume(of: $0.uid) }
        }) {
            result.outputSilence = volume.isMuted ? .mute : volume.level == 0 ? .noVolume : nil
        }
        result.hasRealtimePriority = driver.output.hasRealtimePriority
        result.sessionBus = driver.buses[.session] ?? .unknown
        result.systemBus = driver.buses[.system] ?? .unknown
        result.daemon = facts
        result.remote = remotes.state
        if let end = result.remote.certificate?.facts.validUntil {
            result.certificateSecondsLeft = end - Int64(CalendarClock.seconds)
        }
        result.publishingAbsence = presence.absence
        result.icecast = icecast.state
        for sender in listens.senders { result.listens[sender.service] = sender.state }
        result.isLibraryNamed = library.isNamed
        return result
    }
}

/// Why a look at a disk is not begun: too many wait.
private struct LookRefusal: Error {}

/// Gathers what looks at disks have shown, and answers once all have ended, or the time is over.
private final class DiskLook {
    var limit: Scheduled<Void>?
    private var places: [Surroundings.Place]
    private let readCount: Int
    private var awaited: Set<Int>
    private var answer: (([Surroundings.Place], [Surroundings.Place]) -> Void)?

    init(
        _ reads: [Surroundings.Place], _ writes: [Surroundings.Place],
        answer: @escaping ([Surroundings.Place], [Surroundings.Place]) -> Void
    ) {
        places = reads + writes
        readCount = reads.count
        awaited = Set(places.indices)
        self.answer = answer
    }

    /// - Parameter look: `nil` if it was not begun.
    func seen(_ number: Int, _ look: DirectoryLook?) {
        guard answer != nil else { return }
        awaited.remove(number)
        places[number].problem = look.map { $0.reason } ?? "too many requests wait for a look at it"
        places[number].free = look?.free
        if awaited.isEmpty { end() }
    }

    func giveUp() {
        for number in awaited { places[number].problem = "the disk does not answer" }
        end()
    }

    private func end() {
        limit?.cancel()
        let answer = answer
        self.answer = nil
        answer?(Array(places[..<readCount]), Array(places[readCount...]))
    }
}
