import AudioTypes
import Logging
import MediaLibrary
import MusicLibrary
import NIOCore
import Playback
import PlayerModel

/// Has the queue go on when nothing comes behind what plays: asks for more, on the thread that reads stored playlists, and tells the player.
/// While nobody wants that, nothing is asked or kept. Confined to the control thread.
final class EndlessDesk {
    private let engine: Engine
    private let playlists: PlaylistDesk
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var isAsking = false
    /// Whether it is about to look.
    private var isDue = false
    /// The queue for which more was asked last, and in which way: nothing else is found for it.
    private var last: (revision: Int64, mode: EndlessPlay)?

    private static let origin = Origin(.endless, client: 0)

    init(engine: Engine, playlists: PlaylistDesk, eventLoop: any EventLoop, logger: Logger) {
        (self.engine, self.playlists, self.eventLoop, self.logger) = (engine, playlists, eventLoop, logger)
    }

    /// Looks whether the queue has nothing more: later, because the engine may still be carrying out its decision, and once for many changes.
    func reviewSoon() {
        guard !isDue else { return }
        isDue = true
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute {
            bound.value.isDue = false
            bound.value.review()
        }
    }

    /// Asks again for a queue for which nothing was found, because the library or a playlist has changed.
    func lookAgain() {
        guard last != nil else { return }
        last = nil
        reviewSoon()
    }

    private func review() {
        let player = engine.assumeIsolated { $0.player }
        let mode = player.configuration.options.endless
        guard mode != .off else { return last = nil }
        guard !isAsking, player.needsMore, let question = Self.question(player, mode) else { return }
        guard last.map({ $0 != (player.queue.revision, mode) }) ?? true else { return }
        last = (player.queue.revision, mode)
        isAsking = true
        playlists.run(for: Self.origin) { [songs = playlists.songs] directory throws(StoredPlaylistError) in
            try question.answer(songs, directory)
        } answer: { [weak self] result in
            self?.answered(result, question)
        }
    }

    /// What is to be asked; `nil` if what plays has no end, or nobody wants songs behind it.
    private static func question(_ player: Player, _ mode: EndlessPlay) -> EndlessQuestion? {
        let queue = player.queue
        guard let index = queue.currentIndex else { return nil }
        let current = queue.items[index]
        guard !current.isSpoken, current.isFile || current.duration != nil else { return nil }
        // What stands before it was heard before it, but for a queue that shuffles.
        let heard = queue.modes.shuffles ? [current] : Array(queue.items[...index].suffix(SimilarSongs.seedLimit))
        return EndlessQuestion(mode: mode, items: queue.items, heard: heard)
    }

    private func answered(_ result: Result<[QueueItem], StoredPlaylistError>, _ question: EndlessQuestion) {
        isAsking = false
        let mode: Logger.MetadataValue = "\(question.mode.word)"
        switch result {
        case .success(let items):
            guard engine.assumeIsolated({ $0.player.configuration.options.endless }) == question.mode else { return reviewSoon() }
            if items.isEmpty {
                return logger.notice("Nothing was found for a queue that has nothing more.", metadata: ["endless": mode])
            }
            switch engine.assumeIsolated({ $0.goOn(with: items) }) {
            case .success(true):
                logger.info(
                    "Songs were added, because the queue had nothing more.",
                    metadata: ["songs": "\(items.count)", "endless": mode])
            // Somebody was quicker.
            case .success(false):
                last = nil
                reviewSoon()
            case .failure(let error):
                logger.warning("The queue does not go on.", metadata: ["endless": mode, "reason": "\(error.message)"])
            }
        case .failure(let error):
            logger.warning("The queue does not go on.", metadata: ["endless": mode, "reason": "\(error.message)"])
        }
    }
}

extension PlayerEvent {
    /// Whether the queue may have nothing more since.
    var mayEndQueue: Bool {
        switch self {
        case .stateChanged, .queueChanged, .itemChanged, .optionsChanged, .stopAfterChanged: true
        default: false
        }
    }
}
