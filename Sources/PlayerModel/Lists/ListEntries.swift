/// What a playlist or directory stands for, while it is being tried, one after the other, whether any of it can be played.
struct ListEntries: Hashable, Sendable {
    /// In the order of the list, with the ids that they will have in the queue.
    let items: [QueueItem]
    /// In the order in which they would be played.
    private let order: [QueueItem]
    private var place = 0

    /// `order` has the same items, in the order in which they are tried. `nil` where there are none.
    init?(_ items: [QueueItem], order: [QueueItem]) {
        guard !order.isEmpty else { return nil }
        self.items = items
        self.order = order
    }

    /// The one to be opened.
    var item: QueueItem { order[place] }

    /// Those that could not be opened.
    var failed: ArraySlice<QueueItem> { order[..<place] }

    /// Gives up the one to be opened, and those behind it that are gone; whether there is another.
    mutating func skip(besides isGone: (QueueItem) -> Bool) -> Bool {
        guard let next = order[(place + 1)...].firstIndex(where: { !isGone($0) }) else { return false }
        place = next
        return true
    }
}
