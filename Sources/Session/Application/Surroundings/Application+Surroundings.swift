import AudioSession
import AudioTypes
import MessageBus
import MusicLibrary
import NIOCore
import PlayerModel
import SystemSupport

// Whether what the daemon needs is there.
extension Application {
    /// How long the disks have time to answer.
    private static let patienceWithDisks = TimeAmount.seconds(5)

    /// Looks at what the daemon needs around it, and says of each part how it is. Waits for disks, on a thread of its own, five seconds at
    /// most; then they are told as disks that do not answer. Does not answer if the client leaves while its look waits.
    package func examine(for origin: Origin, answer: @escaping ([Surroundings.Finding]) -> Void) {
        let reads = library.roots.paths.map { String(decoding: $0, as: UTF8.self) }
        let writes = facts.directories
        let once = AnswerOnce { [weak self] library, written in
            guard let self else { return }
            var now = surroundings
            now.library = library
            now.written = written
            answer(now.findings)
        }
        let music = "the music"
        let bound = NIOLoopBound(once, eventLoop: eventLoop)
        let limit = eventLoop.scheduleTask(in: Self.patienceWithDisks) {
            let late = "the disk does not answer"
            bound.value.answer(
                reads.map { Surroundings.Place(purpose: music, path: $0, problem: late) },
                writes.map { Surroundings.Place(purpose: $0.purpose, path: $0.path, isNeeded: $0.isNeeded, problem: late) })
        }
        compare(for: origin) {
            (
                reads.map { Surroundings.Place(purpose: music, path: $0, problem: DirectoryLook($0, writing: false).reason) },
                writes.map { directory in
                    let look = DirectoryLook(directory.path, writing: true)
                    return Surroundings.Place(
                        purpose: directory.purpose, path: directory.path, isNeeded: directory.isNeeded, problem: look.reason,
                        free: look.free)
                }
            )
        } answer: { result in
            limit.cancel()
            switch result {
            case .success((let library, let written)): once.answer(library, written)
            case .failure: once.answer([], [])
            }
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
        result.isPlayerSilent = now.player.volume.muted || now.player.volume.level == 0
        if let volume = now.route.outputs.first.flatMap({
            session.sink(ofOutput: $0.uid).flatMap { session.outputVolume(of: $0.uid) }
        }) {
            result.isOutputSilent = volume.isMuted || volume.level == 0
        }
        result.hasRealtimePriority = driver.output.hasRealtimePriority
        result.sessionBus = driver.buses[.session] ?? .unknown
        result.systemBus = driver.buses[.system] ?? .unknown
        result.daemon = facts
        result.isLibraryNamed = library.isNamed
        return result
    }
}

/// Gives the first of several answers.
private final class AnswerOnce {
    private var give: (([Surroundings.Place], [Surroundings.Place]) -> Void)?

    init(_ give: @escaping ([Surroundings.Place], [Surroundings.Place]) -> Void) { self.give = give }

    func answer(_ library: [Surroundings.Place], _ written: [Surroundings.Place]) {
        let give = give
        self.give = nil
        give?(library, written)
    }
}
