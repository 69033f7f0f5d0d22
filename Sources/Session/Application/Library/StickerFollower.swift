import Database
import Logging
import MusicLibrary
import NIOCore
import SystemSupport

/// Has the stickers of playlists follow what becomes of these, whichever clients leave meanwhile. Confined to the control thread.
final class StickerFollower {
    /// The first and the longest wait before the library is asked again that was busy.
    private static let (pause, longestPause) = (TimeAmount.milliseconds(100), TimeAmount.seconds(5))

    /// What waits. A client's own work carries it out before itself: what is noted of a playlist now must not go with one that had the name
    /// before.
    let moves = PlaylistMoves()

    private let library: Library
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var backoff = StickerFollower.newBackoff()
    /// Whether the library has been asked, or will be after a wait.
    private var isAsked = false
    /// Tells that stickers have changed.
    var publishChange: () -> Void = {}

    init(of library: Library, eventLoop: any EventLoop, logger: Logger) {
        self.library = library
        self.eventLoop = eventLoop
        self.logger = logger
    }

    private static func newBackoff() -> Backoff { Backoff(first: pause.nanoseconds, longest: longestPause.nanoseconds) }

    /// Has the stickers follow as soon as the library can. Whatever is kept from now on comes after it.
    func follow(_ move: PlaylistMove) {
        moves.add(move)
        askLibrary()
    }

    private func askLibrary() {
        guard !isAsked, !moves.isEmpty else { return }
        isAsked = true
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        library.ask { [moves] store throws(DatabaseError) -> Void in
            try moves.carryOut(in: store)
        } answer: { [eventLoop] result in
            eventLoop.execute { bound.value.answered(result) }
        }
    }

    private func answered(_ result: Result<Void, DatabaseError>) {
        isAsked = false
        if moves.takeNews() { publishChange() }
        switch result {
        case .success:
            backoff = Self.newBackoff()
            askLibrary()
        case .failure(let error) where error.code == .busy:
            isAsked = true
            eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(backoff.next())) { [weak self] in self?.askAgain() }
        case .failure(let error):
            // They still wait, and are tried again with the next ones.
            logger.error(
                "The stickers of playlists could not follow these to their new names.", metadata: ["reason": "\(error.message)"])
        }
    }

    private func askAgain() {
        isAsked = false
        askLibrary()
    }

    /// Asks once more before the library is closed: the clock of another attempt stops with the event loop.
    func finish() {
        guard !moves.isEmpty else { return }
        library.ask { [moves] store throws(DatabaseError) in
            try moves.carryOut(in: store)
        } answer: { [logger] result in
            guard case .failure(let error) = result else { return }
            logger.error("The stickers of playlists stay at their former names.", metadata: ["reason": "\(error.message)"])
        }
    }
}
