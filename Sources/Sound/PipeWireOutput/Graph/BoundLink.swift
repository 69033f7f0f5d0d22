import CPipeWire

/// A link that is bound and asked whether sound passes.
///
/// It lives in the loop's thread. It is released when the registry reports that the object is gone.
@safe final class BoundLink {
    private let told: (Bool) -> Void
    private let proxy: Proxy

    /// Binds the link `id`; returns `nil` if the registry refuses. `told` gets whether sound passes, first and after each change.
    init?(_ registry: OpaquePointer, id: UInt32, told: @escaping (Bool) -> Void) {
        guard let proxy = unsafe Proxy(registry, id: id, type: "PipeWire:Interface:Link", version: PW_VERSION_LINK) else {
            return nil
        }
        self.told = told
        self.proxy = proxy
        unsafe proxy.listen(self) { unsafe fermata_link_add_listener($0, $1, Self.events, $2) }
    }

    private nonisolated(unsafe) static let events = {
        var events = pw_link_events()
        events.version = UInt32(PW_VERSION_LINK_EVENTS)
        unsafe events.info = { data, info in
            guard let state = unsafe info?.pointee.state else { return }
            unsafe object(at: data, as: BoundLink.self)?.told(state == PW_LINK_STATE_ACTIVE)
        }
        return unsafe permanent(events)
    }()
}
