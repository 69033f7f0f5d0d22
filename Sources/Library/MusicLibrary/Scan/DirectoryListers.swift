import Glibc
import SystemSupport

/// Threads that list directories before it is their turn. A scan that compares every file mostly waits for the system's answers: several
/// threads wait at once, and a disk serves several at once. It belongs to the thread of the scan.
final class DirectoryListers {
    /// A directory as it was at one time.
    struct Answer: Sendable {
        /// Read before the listing, so that what changes in between shows the next time; `nil` if there is nothing that can be reached.
        let status: DirectoryListing.Status?
        /// `nil` if it is no directory, or cannot be read.
        let listing: DirectoryListing?
        /// When it was listed, in seconds since 1970.
        let time: Double

        /// Whether status and listing belong together, or the status alone tells all. A disk that is pulled may still give the status of a
        /// directory, but no listing, and another listing later.
        var isWhole: Bool { listing != nil || status?.isDirectory == false }
    }

    private let work: ListingWork
    private let threadLimit: Int
    private var threads: [pthread_t] = []
    /// The answers that are here, and nobody has taken.
    private var answers: [[UInt8]: Answer] = [:]
    /// How many names these have.
    private var nameCount = 0

    /// The most answers that are kept, and names in them.
    private static let (answerLimit, nameLimit) = (1_000, 20_000)

    /// Makes listers; the threads start with the first directory.
    init(threadLimit: Int, reach: ScanReach = .anywhere) {
        self.threadLimit = threadLimit
        work = ListingWork(reach)
    }

    deinit {
        work.end()
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Takes out a directory that was listed, or waits until it is if a thread has begun with it.
    /// - Parameter others: what comes next, the next one last. If the directory is not listed, they are, with what is below them.
    /// - Returns: `nil` if the caller has to list the directory.
    func take(_ path: [UInt8], before others: [LibraryScanner.PendingDirectory], root: [UInt8]) -> Answer? {
        if let answer = takeAnswer(path) { return answer }
        let (listed, isAtWork) = work.take(with: path)
        for (path, answer) in listed {
            nameCount += answer.nameCount - (answers.updateValue(answer, forKey: path)?.nameCount ?? 0)
        }
        if let answer = takeAnswer(path) { return answer }
        if answers.count > Self.answerLimit || nameCount > Self.nameLimit { forget() }
        guard !isAtWork else { return nil }
        let next = others.suffix(ListingWork.orderLimit).reversed().filter { $0.isKnown && answers[$0.path] == nil }
        guard !next.isEmpty else { return nil }
        work.add(next.map { ListingOrder(path: $0.path, root: root) })
        while threads.count < threadLimit {
            let thread = try? OwnThread.startJoinable(name: "fermata-scan") { [work] in
                // The thread of the scan waits for it.
                CurrentThread.becomeModest()
                work.carryOut()
            }
            // The system may allow no more threads.
            guard let thread else { break }
            threads.append(thread)
        }
        return nil
    }

    /// Forgets what is listed and ordered: the scan leaves out what is below a directory, so nobody will ask for it.
    func forget() {
        (answers, nameCount) = ([:], 0)
        work.forget()
    }

    private func takeAnswer(_ path: [UInt8]) -> Answer? {
        guard let answer = answers.removeValue(forKey: path) else { return nil }
        nameCount -= answer.nameCount
        return answer.isWhole ? answer : nil
    }
}

/// A directory that is to be listed.
private struct ListingOrder: Sendable {
    let path: [UInt8]
    let root: [UInt8]
}

/// What the thread of the scan and those that list have in common.
private final class ListingWork: Sendable {
    typealias Listed = (path: [UInt8], answer: DirectoryListers.Answer)

    private struct State {
        /// Those with which nobody has begun, the next one first.
        var orders: [ListingOrder] = []
        /// The paths with which a thread has begun.
        var begun: Set<[UInt8]> = []
        var listed: [Listed] = []
        /// How many names these have.
        var nameCount = 0
        /// How often everything was forgotten.
        var generation = 0
        var hasEnded = false
    }

    private let state = Monitor(State())
    private let reach: ScanReach

    init(_ reach: ScanReach) { self.reach = reach }

    /// The most directories that are ordered, and the most that are listed ahead, and names in these; but for the last ones.
    static let orderLimit = 128
    /// From how few orders on others are added.
    private static let fewOrders = 64
    private static let (listedLimit, nameLimit) = (512, 10_000)

    /// Orders what comes next.
    func add(_ next: [ListingOrder]) {
        state.withLock { state in
            let known = Set(state.listed.map(\.path)).union(state.begun)
            state.orders = next.filter { !known.contains($0.path) }
        }
    }

    /// Forgets what is ordered and listed, and what is being listed.
    func forget() {
        state.withLock { state in
            (state.orders, state.listed, state.nameCount) = ([], [], 0)
            state.generation += 1
        }
    }

    /// Has ``carryOut()`` return.
    func end() { state.withLock { $0.hasEnded = true } }

    /// Lists what is ordered, and what is below that, until the end.
    func carryOut() {
        var ignoreFiles = IgnoreFiles()
        while let (order, generation) = next() {
            let answer = list(order, &ignoreFiles)
            let below = answer.listing.map { order.below($0, limit: Self.orderLimit) } ?? []
            state.withLock { state in
                state.begun.remove(order.path)
                guard state.generation == generation else { return }
                state.listed.append((order.path, answer))
                state.nameCount += answer.nameCount
                // What is below comes next.
                if !below.isEmpty { state.orders = Array((below + state.orders).prefix(Self.orderLimit)) }
            }
        }
    }

    private func next() -> (order: ListingOrder, generation: Int)? {
        state.wait { state -> (order: ListingOrder, generation: Int)?? in
            if state.hasEnded { return .some(nil) }
            let isFull = state.listed.count >= Self.listedLimit || state.nameCount >= Self.nameLimit
            guard !state.orders.isEmpty, !isFull else { return nil }
            let order = state.orders.removeFirst()
            state.begun.insert(order.path)
            return (order, state.generation)
        } ?? nil
    }

    private func list(_ order: ListingOrder, _ ignoreFiles: inout IgnoreFiles) -> DirectoryListers.Answer {
        let status = DirectoryListing.Status(order.path, followsLink: false)
        let time = CalendarClock.seconds
        var listing: DirectoryListing?
        if status?.isDirectory == true { listing = DirectoryListing(order.path, root: order.root, &ignoreFiles, reach: reach) }
        return DirectoryListers.Answer(status: status, listing: listing, time: time)
    }

    /// Takes what is listed, and waits for `path` if a thread has begun with it. If none has, none will.
    /// - Returns: also whether there is enough left to do.
    func take(with path: [UInt8]) -> (listed: [Listed], isAtWork: Bool) {
        state.wait { state -> (listed: [Listed], isAtWork: Bool)? in
            if state.begun.contains(path) { return nil }
            state.orders.removeAll { $0.path == path }
            defer { (state.listed, state.nameCount) = ([], 0) }
            return (state.listed, state.orders.count >= Self.fewOrders)
        } ?? ([], true)
    }
}

extension ListingOrder {
    /// The first directories directly in this one, as it is listed.
    fileprivate func below(_ listing: DirectoryListing, limit: Int) -> [ListingOrder] {
        listing.directories.prefix(limit).map { ListingOrder(path: path + [UInt8(ascii: "/")] + $0, root: root) }
    }
}

extension DirectoryListers.Answer {
    /// How many names it keeps in memory.
    fileprivate var nameCount: Int {
        listing.map { $0.files.count + $0.directories.count + $0.unreachable.count + $0.playlists.count } ?? 0
    }
}
