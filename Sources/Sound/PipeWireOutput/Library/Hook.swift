import CPipeWire

/// Owns an entry in an object's list of listeners. It must be destroyed before the object is.
@safe struct Hook: ~Copyable {
    /// The hook to pass to the object's `add_listener`.
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

/// Copies a table of callbacks to memory that stays for the life of the process, because the library keeps its address.
func permanent<Table>(_ table: Table) -> UnsafeMutablePointer<Table> {
    let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    unsafe pointer.initialize(to: table)
    return unsafe pointer
}

/// Returns the listener whose address was passed to `add_listener`. The library gives callbacks that address.
func object<Listener: AnyObject>(at data: UnsafeMutableRawPointer?, as type: Listener.Type) -> Listener? {
    unsafe data.map { unsafe Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue() }
}
