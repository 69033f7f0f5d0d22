/// The item that clients were last told as the current one. Each item is announced once, however often it begins again.
struct AnnouncedItem: Hashable, Sendable {
    private var id: Int64?

    /// Notes that the item `new` is announced. Returns false if it was announced already.
    mutating func announce(_ new: Int64) -> Bool {
        guard id != new else { return false }
        id = new
        return true
    }

    /// Forgets the item, because the player stopped: it is announced again when it is played again.
    mutating func forget() { id = nil }
}
