import CPipeWire

/// Owns a place in an object's list of listeners. Must go before the object does.
@safe struct Hook: ~Copyable {
    /// To give to the object's `add_listener`.
    let pointer: UnsafeMutablePointer<spa_hook>

    init() {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: spa_hook())
    }

    deinit {
        // A hook that was never added has no neighbours.
        if unsafe pointer.pointee.link.next != nil { unsafe spa_hook_remove(pointer) }
        unsafe pointer.deallocate()
    }
}

/// Puts a table of callbacks where it stays for the life of the process, as the library keeps its address.
func permanent<Table>(_ table: Table) -> UnsafeMutablePointer<Table> {
    let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    unsafe pointer.initialize(to: table)
    return unsafe pointer
}
