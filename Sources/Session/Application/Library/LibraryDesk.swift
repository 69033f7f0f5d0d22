import Database
import Logging
import MediaTypes
package import MusicLibrary
import NIOCore
import PlayerModel
import Playlists
import SystemSupport

/// Passes questions of clients to the library, the clients in turn, and tells what its scans do. Confined to the control thread.
package final class LibraryDesk {
    /// How often the progress of a scan is told.
    private static let pace = TimeAmount.milliseconds(500)
    /// How many questions of one client may wait.
    private static let waitingLimit = 256
    /// After how long something is tried again that must not be lost.
    private static let pause = TimeAmount.milliseconds(100)

    /// How many items get their titles from the library before they are in the queue.
    private static let mostDescribed = 1_000
    /// How long somebody who adds media waits for their titles.
    private static let patience = TimeAmount.milliseconds(250)

    private struct Question {
        /// What has become of it.
        enum Ending { case answered, busy }

        /// Whether it ends if its client leaves.
        let mayBeEnded: Bool
        let ask: (_ number: UInt64, _ ended: @escaping (Ending) -> Void) -> Void
    }

    let library: Library
    private let eventLoop: any EventLoop
    private let logger: Logger
    // One at a time, because the library has one thread for them.
    private var questions = LibraryTurns<Question>(waitingPerClient: LibraryDesk.waitingLimit)
    /// The number of the latest question, and who asked the one that is answered now, if it may be ended.
    private var latestQuestion: UInt64 = 0
    private var asked: (client: Origin, question: UInt64)?
    private var ticking: RepeatedTask?
    /// The directories of music as clients see them.
    package private(set) var roots = MusicRoots([])
    /// Whether somebody has named the directories.
    private(set) var isNamed = false
    private var watchPollInterval: Double?
    private var followsOutsideLinks = true
    private var measuresLoudness = false
    /// What a door says about songs.
    private var texts: (MusicRoots) -> SongTexts? = { _ in nil }
    /// The scan that is running; `nil` while none is.
    private var runningScan: Int64?
    private let stickers: StickerFollower
    /// Tells the observers.
    var publish: (LibraryNews) -> Void = { _ in } {
        didSet { stickers.publishChange = { [publish] in publish(.stickersChanged) } }
    }

    /// Makes it for use on `eventLoop`. The databases are opened with the first question or scan.
    init(_ places: LibraryPlaces, eventLoop: any EventLoop, logger: Logger) {
        self.eventLoop = eventLoop
        self.logger = logger
        let observer = Observer()
        let bound = NIOLoopBound(observer, eventLoop: eventLoop)
        library = Library(places, roots: []) { news in eventLoop.execute { bound.value.desk?.happened(news) } }
        stickers = StickerFollower(of: library, eventLoop: eventLoop, logger: logger)
        observer.desk = self
    }

    /// Whether there is anything to ask about.
    var hasDirectories: Bool { !roots.paths.isEmpty }

    /// Whether no scan runs or waits.
    var isAtRest: Bool { library.scanProgress == nil }

    /// The scan that runs or comes next; `nil` if there is none.
    package var scan: LibraryScan? {
        library.scanProgress.map { LibraryScan(id: $0.id, state: .running, progress: $0.progress, problem: nil) }
    }

    /// How the directories are watched; `nil` if that is not configured.
    package var watching: WatchReport? { library.watchReport }

    /// Takes over the settings. Other directories are scanned at once.
    func configure(_ settings: LibrarySettings, isStart: Bool) {
        if let problem = settings.problem {
            logger.warning("The library does without a directory.", metadata: ["reason": "\(problem)"])
        }
        isNamed = settings.isNamed
        let beginsToMeasure = settings.measuresLoudness && !measuresLoudness
        measuresLoudness = settings.measuresLoudness
        library.setMeasuresNew(measuresLoudness)
        // After the scan that may follow here. At the start, nothing has changed since the last scan has ended.
        defer { if beginsToMeasure, hasDirectories, !isStart { library.measureNew() } }
        let new = MusicRoots(settings.directories.map { Array($0.utf8) })
        let beginsToWatch = settings.watchPollInterval != watchPollInterval && settings.watchPollInterval != nil
        watchPollInterval = settings.watchPollInterval
        library.setWatching(pollInterval: watchPollInterval)
        let leadsElsewhere = settings.followsOutsideLinks != followsOutsideLinks
        followsOutsideLinks = settings.followsOutsideLinks
        library.setFollowsOutside(followsOutsideLinks)
        guard new != roots else {
            // The directories with the links have not changed: every file is compared.
            if leadsElsewhere, !isStart, hasDirectories { return _ = library.scan(.init(depth: .files)) }
            // The scan tells the directories.
            if beginsToWatch, hasDirectories { _ = library.scan(.init(depth: .directories)) }
            return
        }
        let hadDirectories = hasDirectories
        roots = new
        library.setRoots(new.paths)
        library.setTexts(texts(new))
        // Songs of directories that are no longer named are forgotten by a scan, too.
        if hasDirectories || hadDirectories, !isStart || settings.scansAtStart || watchPollInterval != nil {
            _ = library.scan(.init(depth: .directories))
        }
    }

    /// Has what a door says about songs kept.
    package func keepTexts(_ texts: @escaping (MusicRoots) -> SongTexts?) {
        self.texts = texts
        library.setTexts(texts(roots))
    }

    // MARK: Questions

    /// Has `work` done with the store for `client` once it is the client's turn, and answers on the control thread. If the client leaves,
    /// does not answer while its question waits, and ends the work that is being done.
    package func ask<Value: Sendable>(
        for client: Origin, length: QuestionLength = .short, _ work: @escaping LibraryWork<Value>,
        answer: @escaping (Result<Value, LibraryError>) -> Void
    ) {
        ask(for: client, length, until: nil, work, answer: answer)
    }

    /// How long the longest question took, in nanoseconds.
    package var longestQuestion: Int64 { library.longestQuestion }

    /// Does the same with something that the client has made and that must not be lost: a scan may write for longer than a question waits
    /// for the databases. Then it is tried again, and the other clients ask in between.
    package func keep<Value: Sendable>(
        for client: Origin, _ work: @escaping LibraryWork<Value>, answer: @escaping (Result<Value, LibraryError>) -> Void
    ) {
        let moves = stickers.moves
        let inOrder: LibraryWork<Value> = { store throws(DatabaseError) in
            // What is noted of a playlist now must not go with one that had the name before.
            try moves.carryOut(in: store)
            return try work(store)
        }
        ask(for: client, .short, until: .now() + .nanoseconds(Library.keepingTime), inOrder, answer: answer)
    }

    /// - Parameter end: until when it is tried again while the databases are busy; `nil` for never.
    private func ask<Value: Sendable>(
        for client: Origin, _ length: QuestionLength, until end: NIODeadline?, _ work: @escaping LibraryWork<Value>,
        answer: @escaping (Result<Value, LibraryError>) -> Void
    ) {
        guard hasDirectories else { return answer(.failure(.noDirectory)) }
        let (library, eventLoop) = (library, eventLoop)
        let question = Question(mayBeEnded: end == nil) { number, ended in
            let bound = NIOLoopBound((answer, ended), eventLoop: eventLoop)
            library.ask(as: end == nil ? number : nil, work) { result in
                eventLoop.execute {
                    let (answer, ended) = bound.value
                    if case .failure(let error) = result, error.code == .busy, let end, NIODeadline.now() < end {
                        return ended(.busy)
                    }
                    answer(result.mapError(LibraryError.database))
                    ended(.answered)
                }
            }
        }
        guard questions.add(question, length, of: client) else { return answer(.failure(.tooManyWaiting(Self.waitingLimit))) }
        askNext()
    }

    // MARK: Playlists

    /// Whether a playlist may be deleted or renamed now: so many have been that the library still has to follow.
    var isBehindPlaylists: Bool { stickers.moves.isFull }

    /// Has the stickers of a playlist follow what has become of it. They outlive the directories of music, which may be named again.
    func follow(_ move: PlaylistMove) {
        guard hasDirectories || library.hasListening else { return }
        stickers.follow(move)
    }

    /// Counts the play or the skip of an item, if the library has it. `told` gets the id of its song, on the control thread: at once
    /// if the library cannot have it.
    func note(_ report: ListeningReport, told: @escaping (Int64?) -> Void) {
        let part = MediaRange.split(report.item.uri)
        guard let path = try? MediaLocation(uri: part?.file ?? report.item.uri).path, roots.place(of: path) != nil else {
            return told(nil)
        }
        let count: ListeningCount? = report.countsAsPlay ? .play : report.countsAsSkip ? .skip : nil
        let bound = NIOLoopBound((self, told), eventLoop: eventLoop)
        let time = CalendarClock.seconds
        library.keep { store throws(DatabaseError) in
            try store.note(count, ofSongAt: path, part: part?.range, at: time)
        } answer: { [eventLoop] result in
            eventLoop.execute {
                let (desk, told) = bound.value
                if case .failure(let error) = result {
                    desk.logger.error("A play could not be counted.", metadata: ["reason": "\(error.message)"])
                }
                told((try? result.get()) ?? nil)
            }
        }
    }

    /// Finds the songs that addresses of the library stand for, as items for the queue, at most `limit`. Answers on the control thread.
    func items(
        of address: LibraryAddress, limit: Int, answer: @escaping (Result<MediaList, PlaybackError>) -> Void
    ) {
        guard hasDirectories else {
            return answer(
                .failure(
                    PlaybackError(
                        .media(.notFound), "there is no directory of music: set library.directories in the configuration")))
        }
        let bound = NIOLoopBound(answer, eventLoop: eventLoop)
        library.ask { store throws(DatabaseError) in
            // One more than there is room for, so that the queue refuses what does not fit.
            try store.songs(of: address, limit: limit + 1)
        } answer: { [eventLoop] result in
            let list = result.map { songs in MediaList(items: songs.map { QueueItem($0) }, skipped: []) }
            eventLoop.execute {
                bound.value(
                    list.mapError { PlaybackError(.media(.unreadable), $0.message) }.flatMap { list in
                        let what = "\(address.kind.word):\(address.name)"
                        let missing = PlaybackError(
                            .media(.notFound), "the library has no song for \(what)", uri: what)
                        return list.items.isEmpty ? .failure(missing) : .success(list)
                    })
            }
        }
    }

    /// Gives items of files that the library knows its titles, so that they have them as soon as they are in the queue: the first
    /// ``mostDescribed`` of them, because somebody waits. If the library is busy for longer than ``patience``, they stay as they are,
    /// and get their titles when the files are read. Answers on the control thread, at once if the library knows none of them.
    func describe(_ list: MediaList, answer: @escaping (MediaList) -> Void) {
        guard hasDirectories else { return answer(list) }
        var wanted: [(index: Int, path: [UInt8])] = []
        for (index, item) in list.items.prefix(Self.mostDescribed).enumerated()
        where item.title == nil && item.isFile && item.range == nil {
            if let path = try? MediaLocation(uri: item.uri).path, roots.place(of: path) != nil { wanted.append((index, path)) }
        }
        guard !wanted.isEmpty else { return answer(list) }
        let waiting = DescribedList(list, answer)
        let bound = NIOLoopBound(waiting, eventLoop: eventLoop)
        let limit = eventLoop.scheduleTask(in: Self.patience) { bound.value.end() }
        library.ask { [wanted] store throws(DatabaseError) in
            var songs: [Int: LibrarySong] = [:]
            for (index, path) in wanted { songs[index] = try store.song(at: path) }
            return songs
        } answer: { [eventLoop] result in
            eventLoop.execute {
                limit.cancel()
                bound.value.end((try? result.get()) ?? [:])
            }
        }
    }

    /// Forgets the questions of `client` that still wait, and ends the one that is answered.
    func clientLeft(_ client: Origin) {
        questions.drop(client)
        if let asked, asked.client == client { library.end(asked.question) }
    }

    private func askNext() {
        while let (client, question, length) = questions.begin() {
            latestQuestion += 1
            asked = question.mayBeEnded ? (client, latestQuestion) : nil
            question.ask(latestQuestion) { [weak self] ending in
                switch ending {
                case .answered: self?.ended(length, client)
                case .busy: self?.putBack(question, length, of: client)
                }
            }
        }
    }

    private func ended(_ length: QuestionLength, _ client: Origin) {
        asked = nil
        questions.end(length, of: client)
        askNext()
    }

    /// Asks again later. The databases may be busy without any wait.
    private func putBack(_ question: Question, _ length: QuestionLength, of client: Origin) {
        asked = nil
        questions.putBack(question, length, of: client)
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [weak self] in self?.askNext() }
    }

    // MARK: Scans

    /// Brings the library up to date.
    /// - Parameters:
    ///   - path: the directory or file; `nil` for everything.
    ///   - depth: how much is compared; with a path, every file at least.
    ///   - measuresLoudness: whether the songs there are measured afterwards.
    func update(_ path: [UInt8]?, _ depth: LibraryScanner.Depth, measuresLoudness: Bool) throws(LibraryError) -> Int64 {
        guard hasDirectories else { throw .noDirectory }
        let compared = path != nil && depth == .directories ? .files : depth
        // Files during whose reading the daemon was killed were left out since. A comparison of files tries them again: perhaps they
        // had no part in it.
        let request = Library.ScanRequest(path: path, depth: compared, retriesLeftOut: compared != .directories)
        guard let id = library.scan(request) else { throw .tooManyScans }
        if measuresLoudness { library.measureLoudness(path) }
        return id
    }

    /// Ends the scan that runs, forgets those that wait, and ends measuring.
    package func cancelUpdates() {
        library.cancelMeasuring()
        library.cancelScans()
    }

    /// How far measuring of loudness is; `nil` if nothing is being measured.
    package var loudness: LoudnessProgress? { library.loudnessProgress }

    private func happened(_ news: Library.News) {
        switch news {
        case .problem(let sentence): logger.error("\(sentence)")
        case .watching(let report):
            if let problem = report.problem {
                logger.warning("Not all directories of music are watched.", metadata: ["reason": "\(problem)"])
            }
            publish(.watching(report))
        case .loudness(let progress):
            if let problem = progress.problem {
                logger.warning("The loudness of songs is not measured.", metadata: ["reason": "\(problem)"])
            }
            publish(.loudness(progress))
        case .scanBegan(let id):
            runningScan = id
            // A short scan may be over by now, and is told to have begun all the same.
            let progress = library.scanProgress.flatMap { $0.id == id ? $0.progress : nil } ?? ScanProgress()
            publish(.scan(LibraryScan(id: id, state: .running, progress: progress, problem: nil)))
            let bound = NIOLoopBound(self, eventLoop: eventLoop)
            ticking?.cancel()
            ticking = eventLoop.scheduleRepeatedTask(initialDelay: Self.pace, delay: Self.pace) { _ in
                bound.value.tellProgress()
            }
        case .scanEnded(let id, let result): ended(id, result)
        }
    }

    private func tellProgress() {
        guard let id = runningScan, let scan = library.scanProgress, scan.id == id else { return }
        publish(.scan(LibraryScan(id: id, state: .running, progress: scan.progress, problem: nil)))
    }

    private func ended(_ id: Int64, _ result: Result<ScanProgress, DatabaseError>) {
        ticking?.cancel()
        (ticking, runningScan) = (nil, nil)
        switch result {
        case .success(let progress):
            let scan = LibraryScan(
                id: id, state: progress.wasCancelled ? .cancelled : .done, progress: progress, problem: nil)
            publish(.scan(scan))
            if progress.hasChanges { publish(.changed(scan)) }
        case .failure(let error):
            logger.error("The library could not be brought up to date.", metadata: ["reason": "\(error.message)"])
            let scan = LibraryScan(id: id, state: .failed, progress: ScanProgress(), problem: error.message)
            publish(.scan(scan))
            // What the scan has written before it failed stays.
            publish(.changed(scan))
        }
    }

    /// Ends scans and closes the databases; then calls `done`, on the control thread.
    func close(done: @escaping () -> Void) {
        let bound = NIOLoopBound(done, eventLoop: eventLoop)
        if let asked { library.end(asked.question) }
        stickers.finish()
        library.close { [eventLoop] in eventLoop.execute { bound.value() } }
    }
}

/// Refers to a desk without keeping it.
private final class Observer {
    weak var desk: LibraryDesk?
}
