/// The rows of a list that may be very long: only the pages around what is seen are kept, and only they are asked for.
///
/// Some lists are asked for by the number of a row, and others only from a place on that the part before has named.
struct PagedRows: Hashable, Sendable {
    /// How many rows a page has.
    static let pageSize = 250
    /// How many pages are kept at most.
    static let mostPages = 16

    /// What is to be asked for next.
    struct Fetch: Hashable, Sendable {
        let page: Int
        /// Counts how often the list was marked as old; an answer to an older question counts for nothing.
        let generation: Int
        /// The number of the first row, for lists that are asked by it.
        let offset: Int
        /// The place to go on from, for others.
        let after: String?
        let limit: Int
    }

    /// What a part of an answer says about what follows.
    enum Following: Hashable, Sendable {
        case end
        case more(after: String?)
    }

    private struct Page: Hashable {
        var rows: [ListRow]
        var generation: Int
    }

    /// Rows in front of the pages, which came with the first one.
    private(set) var head: [ListRow] = []
    private var pages: [Int: Page] = [:]
    /// The places from which pages begin, as far as they are known.
    private var starts: [String?] = [nil]
    private let isNumbered: Bool
    private(set) var generation = 0
    private var loading: (fetch: Fetch, rows: [ListRow])?
    private var length: Int?
    /// How many rows are known to be there, without the head.
    private var known = 0
    /// The last row is wanted, however far that is.
    var wantsEnd = false

    /// - Parameter isNumbered: whether the list is asked for by the numbers of rows.
    init(isNumbered: Bool) { self.isNumbered = isNumbered }

    /// A list that is there as a whole.
    init(_ rows: [ListRow]) {
        self.init(isNumbered: true)
        head = rows
        length = 0
    }

    static func == (left: PagedRows, right: PagedRows) -> Bool {
        left.head == right.head && left.pages == right.pages && left.length == right.length && left.known == right.known
    }

    func hash(into hasher: inout Hasher) { hasher.combine(known) }

    /// How many rows there are, as far as that is known.
    var count: Int { head.count + (length ?? known) }
    /// Whether there may be more.
    var isOpenEnded: Bool { length == nil }
    /// Whether an answer is waited for.
    var isLoading: Bool { loading != nil }
    /// How many rows are kept, for tests.
    var keptRows: Int { pages.values.reduce(head.count) { $0 + $1.rows.count } }

    /// The row at an index; `nil` if it is not there, or not yet.
    subscript(index: Int) -> ListRow? {
        if head.indices.contains(index) { return head[index] }
        let index = index - head.count
        guard index >= 0, let page = pages[index / Self.pageSize] else { return nil }
        let place = index % Self.pageSize
        return page.rows.indices.contains(place) ? page.rows[place] : nil
    }

    /// What is shown is old: it stays until it comes anew.
    mutating func expire() {
        generation += 1
        if !isNumbered { starts = [nil] }
    }

    /// Tells how long the list is by now.
    mutating func setLength(_ length: Int) { if isNumbered { self.length = length } }

    /// Returns what has to be asked for if `seen` is to be shown; `nil` if nothing, or an answer is waited for.
    mutating func fetch(for seen: Range<Int>) -> Fetch? {
        guard loading == nil else { return nil }
        let first = max(0, seen.lowerBound - head.count) / Self.pageSize
        let last = max(0, seen.upperBound - 1 - head.count) / Self.pageSize
        for page in first...max(first, last) where pages[page]?.generation != generation {
            if let length, page > 0, page * Self.pageSize >= length { continue }
            return begin(isNumbered ? page : min(page, starts.count - 1))
        }
        // One page further than what is seen, so that nobody waits at the end of a page.
        if !isNumbered, length == nil, wantsEnd || last + 2 >= starts.count { return begin(starts.count - 1) }
        return nil
    }

    private mutating func begin(_ page: Int) -> Fetch? {
        if !isNumbered, pages[page]?.generation == generation { return nil }
        let fetch = Fetch(
            page: page, generation: generation, offset: page * Self.pageSize, after: isNumbered ? nil : starts[page],
            limit: Self.pageSize)
        loading = (fetch, [])
        return fetch
    }

    /// Takes a part of an answer.
    /// - Parameters:
    ///   - head: rows in front of all others, which come with the first part.
    ///   - length: how long the whole list is, if the answer says so.
    /// - Returns: what has to be asked for to have the rest of the page; `nil` if it is complete.
    mutating func take(
        _ rows: [ListRow], for fetch: Fetch, following: Following, length: Int? = nil, head: [ListRow] = []
    ) -> Fetch? {
        guard let waiting = loading, waiting.fetch.page == fetch.page, waiting.fetch.generation == fetch.generation else {
            return nil
        }
        guard fetch.generation == generation else {
            loading = nil
            return nil
        }
        if fetch.page == 0, fetch.after == nil, fetch.offset == 0, !isNumbered { self.head = head }
        let all = waiting.rows + rows.prefix(Self.pageSize - waiting.rows.count)
        if case .more(let after) = following, all.count < Self.pageSize, !rows.isEmpty {
            let rest = Fetch(
                page: fetch.page, generation: generation, offset: fetch.page * Self.pageSize + all.count, after: after,
                limit: Self.pageSize - all.count)
            loading = (rest, all)
            return rest
        }
        loading = nil
        pages[fetch.page] = Page(rows: all, generation: generation)
        known = max(isNumbered || fetch.page > 0 ? known : 0, fetch.page * Self.pageSize + all.count)
        switch following {
        case .end: if !isNumbered { self.length = fetch.page * Self.pageSize + all.count }
        case .more(let after):
            if !isNumbered {
                self.length = nil
                if starts.count == fetch.page + 1 { starts.append(after) }
            }
        }
        if isNumbered { self.length = length ?? known }
        forget(farFrom: fetch.page)
        return nil
    }

    /// The answer was an error: nothing is waited for any more.
    mutating func fail(_ fetch: Fetch) {
        guard loading?.fetch.generation == fetch.generation else { return }
        loading = nil
        pages = [:]
        head = []
        length = 0
        known = 0
    }

    /// Nobody answers any more.
    mutating func endWaiting() { loading = nil }

    /// Puts rows in front of all others.
    mutating func setHead(_ rows: [ListRow]) { head = rows }

    private mutating func forget(farFrom page: Int) {
        while pages.count > Self.mostPages, let farthest = pages.keys.max(by: { abs($0 - page) < abs($1 - page) }) {
            pages[farthest] = nil
        }
    }
}
