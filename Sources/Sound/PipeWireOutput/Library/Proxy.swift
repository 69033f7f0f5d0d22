import CPipeWire

/// Owns the client's proxy of an object of the server, and the entry in the object's list of listeners.
///
/// It is made, used and released under the loop's lock. The owner releases it when the server reports that the object is
/// gone. Afterwards the listener gets no more calls.
@safe final class Proxy {
    /// The proxy, for the functions of the object's interface; valid as long as this owner lives.
    let pointer: OpaquePointer
    private var hook: Hook?

    /// Takes ownership of a proxy.
    init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    /// Binds the object `id` of the registry, whose interface is called `type`. Returns `nil` if the registry refuses.
    init?(_ registry: OpaquePointer, id: UInt32, type: String, version: Int32) {
        guard let bound = unsafe fermata_registry_bind(registry, id, type, UInt32(version)) else { return nil }
        unsafe pointer = bound
    }

    deinit {
        hook = nil
        unsafe pw_proxy_destroy(pointer)
    }

    /// Has `listener` listen to the object from now on. `add` is the interface's `add_listener`, and gets the proxy, the
    /// entry and the address to pass to the callbacks; ``object(at:as:)`` makes that address a listener again. The
    /// listener must outlive the proxy's owner.
    func listen(
        _ listener: AnyObject, add: (OpaquePointer, UnsafeMutablePointer<spa_hook>, UnsafeMutableRawPointer) -> Void
    ) {
        let made = Hook()
        unsafe add(pointer, made.pointer, Unmanaged.passUnretained(listener).toOpaque())
        hook = consume made
    }
}
