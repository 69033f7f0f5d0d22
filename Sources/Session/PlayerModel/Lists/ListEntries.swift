/// The entries of a playlist or directory, while the player tries one after the other until one can be opened.
struct ListEntries: Hashable, Sendable {
    /// The entries in the order of the list, with the ids that they will have in the queue.
    let items: [QueueItem]
    /// The same entries in the order in which they would be played.
    private let order: [QueueItem]
    private var place = 0
    /// Why entries could not be opened.
    private(set) var errors: [Int64: PlaybackError] = [:]

    /// Makes the entries; `nil` if there are none. `order` has the same items as `items`, in the order in which they are tried.
    init?(_ items: [QueueItem], order: [QueueItem]) {
        guard !order.isEmpty else { return nil }
        self.items = items
        self.order = order
    }

    /// The entry to open.
    var item: QueueItem { order[place] }

    /// The entries before it, which could not be opened or are known to be gone.
    var failed: ArraySlice<QueueItem> { order[..<place] }

    /// Goes to the next entry for which `isGone` is false. Returns whether there is one.
    /// - Parameter error: why the entry cannot be opened.
    mutating func skip(after error: PlaybackError, besides isGone: (QueueItem) -> Bool) -> Bool {
        errors[item.id] = error
        guard let next = order[(place + 1)...].firstIndex(where: { !isGone($0) }) else { return false }
        place = next
        return true
    }
}
