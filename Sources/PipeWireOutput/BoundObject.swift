import CPipeWire

/// A sink or a card that was asked for all its properties: the registry tells only some of them.
///
/// Lives in the loop's thread. Forgotten when the registry says that the object is gone.
@safe final class BoundObject {
    enum Kind {
        case sink
        case card
    }

    private let told: ([String: String]) -> Void
    private var proxy: Proxy?
    private var hook: Hook?

    /// Binds the object `id`, or fails where the registry refuses. `told` gets the properties, at first and whenever they change.
    init?(_ registry: OpaquePointer, id: UInt32, kind: Kind, told: @escaping ([String: String]) -> Void) {
        self.told = told
        let bound: OpaquePointer?
        switch kind {
        case .sink:
            unsafe bound = fermata_registry_bind(registry, id, "PipeWire:Interface:Node", UInt32(PW_VERSION_NODE))
        case .card:
            unsafe bound = fermata_registry_bind(registry, id, "PipeWire:Interface:Device", UInt32(PW_VERSION_DEVICE))
        }
        guard let bound = unsafe bound else { return nil }
        unsafe proxy = Proxy(bound)
        let hook = Hook()
        let data = unsafe Unmanaged.passUnretained(self).toOpaque()
        switch kind {
        case .sink: unsafe fermata_node_add_listener(bound, hook.pointer, Self.nodeEvents, data)
        case .card: unsafe fermata_device_add_listener(bound, hook.pointer, Self.deviceEvents, data)
        }
        self.hook = consume hook
    }

    deinit {
        hook = nil
        proxy = nil
    }

    private nonisolated(unsafe) static let nodeEvents = {
        var events = pw_node_events()
        events.version = UInt32(PW_VERSION_NODE_EVENTS)
        unsafe events.info = { data, info in
            guard let info = unsafe info, unsafe info.pointee.change_mask & UInt64(PW_NODE_CHANGE_MASK_PROPS) != 0 else { return }
            unsafe BoundObject.at(data)?.told(Dictionary(info.pointee.props))
        }
        return unsafe permanent(events)
    }()

    private nonisolated(unsafe) static let deviceEvents = {
        var events = pw_device_events()
        events.version = UInt32(PW_VERSION_DEVICE_EVENTS)
        unsafe events.info = { data, info in
            guard let info = unsafe info, unsafe info.pointee.change_mask & UInt64(PW_DEVICE_CHANGE_MASK_PROPS) != 0 else {
                return
            }
            unsafe BoundObject.at(data)?.told(Dictionary(info.pointee.props))
        }
        return unsafe permanent(events)
    }()

    private static func at(_ data: UnsafeMutableRawPointer?) -> BoundObject? {
        unsafe data.map { unsafe Unmanaged<BoundObject>.fromOpaque($0).takeUnretainedValue() }
    }
}
