import ControlProtocol

/// A list that is shown: its rows, which of them is chosen, and which is the uppermost.
struct RowList: Hashable, Sendable {
    /// Where the rows come from.
    enum Source: Hashable, Sendable {
        case queue
        /// What the library has: lists that never change.
        case menu
        case albums
        case names(String)
        case songs(Wire.LibraryPlace)
        case search(String)
        case playlists
        case playlist(String)
        case outputs
        case rooms
        case chapters
        case lyrics

        /// Whether it is asked for by the numbers of rows.
        var isNumbered: Bool {
            switch self {
            case .albums, .names, .songs, .search: false
            default: true
            }
        }
    }

    let title: String
    let source: Source
    /// Tells the list from every other one, so that an answer finds it.
    let number: Int
    var rows: PagedRows
    private(set) var selection = 0
    private(set) var top = 0
    /// Whether it was asked for, if it is one that comes as a whole.
    var isAsked = false
    /// Why there are no rows, as a sentence.
    var problem: String?

    init(_ title: String, _ source: Source, number: Int) {
        self.title = title
        self.source = source
        self.number = number
        rows = PagedRows(isNumbered: source.isNumbered)
    }

    /// Whether it comes page by page.
    var isPaged: Bool {
        switch source {
        case .queue, .albums, .names, .songs, .search, .playlist: true
        case .menu, .playlists, .outputs, .rooms, .chapters, .lyrics: false
        }
    }

    /// The row that is chosen.
    var selected: ListRow? { rows[selection] }

    /// Chooses a row; beyond the ends, the first or the last one.
    mutating func select(_ index: Int) { selection = min(max(0, index), max(0, rows.count - 1)) }

    /// Chooses a row that is to be seen with as many before it as behind it.
    mutating func select(_ index: Int, inMiddleOf height: Int) {
        select(index)
        top = selection - max(1, height) / 2
    }

    /// Brings the choice into what is there, and what is seen around the choice.
    mutating func settle(height: Int) {
        if rows.wantsEnd { selection = max(0, rows.count - 1) }
        select(selection)
        let height = max(1, height)
        if selection < top { top = selection }
        if selection >= top + height { top = selection - height + 1 }
        top = max(0, min(top, rows.count - height))
    }

    /// The indices of the rows that are seen.
    func seen(height: Int) -> Range<Int> { top..<top + max(1, height) }
}
