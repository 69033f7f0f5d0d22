import AudioTypes
import Database
import Logging
import MediaTypes
import MusicLibrary
import NIOCore
import Playback
import PlayerModel
import SystemSupport

/// Asks the library what of the songs in the queue counts when they are shuffled, and tells the player. While nothing of it is wanted, or the
/// queue does not shuffle, nothing is asked or kept. Confined to the control thread; the thread of the library looks.
final class ShuffleWeigher {
    /// How many songs one question is about: others have their turns between two.
    private static let songsPerQuestion = 500

    private struct Song: Sendable {
        let id: Int64
        let path: [UInt8]
    }

    private let engine: Engine
    private let library: LibraryDesk
    private let eventLoop: any EventLoop
    private let logger: Logger
    /// What counts, while the queue shuffles.
    private var wanted: Set<ShuffleWeight> = []
    /// What is known, by the ids of items. Nothing is known of files that are no songs of the library.
    private var facts: [Int64: DrawingFacts] = [:]
    private var isAsking = false
    /// Whether it is about to look.
    private var isDue = false
    /// Whether something has changed while the library was asked.
    private var isBehind = false
    /// Whether the order that the queue has was drawn before this run, and stays.
    private var isFirst = true

    init(engine: Engine, library: LibraryDesk, eventLoop: any EventLoop, logger: Logger) {
        (self.engine, self.library, self.eventLoop, self.logger) = (engine, library, eventLoop, logger)
    }

    /// Looks whether there is something to ask, because the queue or the options have changed: later, because the engine may still be carrying
    /// out its decision, and once for many changes.
    func reviewSoon() {
        guard !isDue else { return }
        isDue = true
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute {
            bound.value.isDue = false
            bound.value.review()
        }
    }

    private func review() {
        let player = engine.assumeIsolated { $0.player }
        let wanted = player.queue.modes.shuffles && library.hasDirectories ? player.configuration.options.shuffleWeights : []
        guard !wanted.isEmpty else {
            isFirst = false
            guard !self.wanted.isEmpty else { return }
            (self.wanted, facts) = ([], [:])
            return engine.assumeIsolated { $0.weigh([:], redraws: false) }
        }
        let isOther = wanted != self.wanted
        self.wanted = wanted
        guard !isAsking else { return isBehind = true }
        let unknown = unknownSongs(player.queue.items)
        if !unknown.isEmpty {
            isAsking = true
            ask(unknown[...])
        } else if isOther {
            weigh()
        }
    }

    /// Returns the songs of which nothing was asked yet, and forgets those that have left the queue.
    private func unknownSongs(_ items: [QueueItem]) -> [Song] {
        if facts.count > 2 * items.count + 1_000 {
            let there = Set(items.lazy.map(\.id))
            facts = facts.filter { there.contains($0.key) }
        }
        var unknown: [Song] = []
        for index in items.indices where facts[items[index].id] == nil && items[index].isFile {
            guard let path = try? MediaLocation(uri: items[index].uri).path, library.roots.place(of: path) != nil else {
                facts[items[index].id] = DrawingFacts()
                continue
            }
            unknown.append(Song(id: items[index].id, path: path))
        }
        return unknown
    }

    /// Forgets what is known, because somebody has rated songs, and asks again.
    func lookAgain() {
        guard !wanted.isEmpty else { return }
        facts = [:]
        review()
    }

    /// Takes in that an item was played. What is to come stays; it counts from the next round on.
    func played(_ id: Int64) {
        guard !wanted.isEmpty, facts[id] != nil else { return }
        facts[id]?.lastPlayed = CalendarClock.seconds
        tell(redraws: false)
    }

    private func ask(_ songs: ArraySlice<Song>) {
        let part = Array(songs.prefix(Self.songsPerQuestion))
        let bound = NIOLoopBound((self, songs.dropFirst(part.count)), eventLoop: eventLoop)
        library.library.ask { store throws(DatabaseError) in
            var found: [Int64: DrawingFacts] = [:]
            for song in part {
                let known = try store.ratingAndLastPlayed(ofSongAt: song.path)
                found[song.id] = DrawingFacts(rating: known?.rating, lastPlayed: known?.lastPlayed)
            }
            return found
        } answer: { [eventLoop] (result: Result<[Int64: DrawingFacts], DatabaseError>) in
            eventLoop.execute {
                let (weigher, rest) = bound.value
                weigher.answered(result, rest)
            }
        }
    }

    private func answered(_ result: Result<[Int64: DrawingFacts], DatabaseError>, _ rest: ArraySlice<Song>) {
        switch result {
        case .success(let found):
            // Somebody may have taken the wish back meanwhile.
            guard !wanted.isEmpty else { break }
            facts.merge(found) { $1 }
            if !rest.isEmpty { return ask(rest) }
            weigh()
        case .failure(let error):
            logger.warning("The queue is shuffled without weights.", metadata: ["reason": "\(error.message)"])
        }
        isAsking = false
        guard isBehind else { return }
        isBehind = false
        review()
    }

    private func weigh() {
        tell(redraws: !isFirst)
        isFirst = false
    }

    private func tell(redraws: Bool) {
        let (wanted, now) = (wanted, CalendarClock.seconds)
        let weights = facts.mapValues { $0.weight(by: wanted, now: now) }
        engine.assumeIsolated { $0.weigh(weights, redraws: redraws) }
    }
}
