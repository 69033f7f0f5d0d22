import CPipeWire

/// The names of PipeWire's interfaces, which its headers put together from macros.
enum InterfaceType {
    static let node = "PipeWire:Interface:Node"
    static let link = "PipeWire:Interface:Link"
    static let metadata = "PipeWire:Interface:Metadata"
}

/// A node of the graph, bound so that it tells its properties. Used with the loop's lock held.
@safe final class BoundNode {
    private let proxy: OpaquePointer
    private let hook: UnsafeMutablePointer<spa_hook>
    private let events: UnsafeMutablePointer<pw_node_events>
    fileprivate let changed: (UnsafePointer<spa_dict>?) -> Void

    init?(_ registry: OpaquePointer, id: UInt32, changed: @escaping (UnsafePointer<spa_dict>?) -> Void) {
        guard let bound = unsafe fermata_registry_bind(registry, id, InterfaceType.node, UInt32(PW_VERSION_NODE)) else {
            return nil
        }
        unsafe proxy = bound
        unsafe self.changed = unsafe changed
        unsafe hook = .allocate(capacity: 1)
        unsafe hook.initialize(to: spa_hook())
        unsafe events = .allocate(capacity: 1)
        unsafe events.initialize(to: pw_node_events())
        unsafe events.pointee.version = UInt32(PW_VERSION_NODE_EVENTS)
        unsafe events.pointee.info = { data, info in
            guard let data = unsafe data, let info = unsafe info else { return }
            unsafe Unmanaged<BoundNode>.fromOpaque(data).takeUnretainedValue().changed(UnsafePointer(info.pointee.props))
        }
        _ = unsafe fermata_node_add_listener(proxy, hook, events, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        unsafe fermata_hook_remove(hook)
        unsafe pw_proxy_destroy(proxy)
        unsafe hook.deallocate()
        unsafe events.deallocate()
    }
}

/// A metadata object of the graph, bound so that it tells its values. Used with the loop's lock held.
@safe final class BoundMetadata {
    private let proxy: OpaquePointer
    private let hook: UnsafeMutablePointer<spa_hook>
    private let events: UnsafeMutablePointer<pw_metadata_events>
    fileprivate let changed: (_ subject: UInt32, _ key: String?, _ value: String?) -> Void

    init?(
        _ registry: OpaquePointer, id: UInt32,
        changed: @escaping (_ subject: UInt32, _ key: String?, _ value: String?) -> Void
    ) {
        let bound = unsafe fermata_registry_bind(registry, id, InterfaceType.metadata, UInt32(PW_VERSION_METADATA))
        guard let bound = unsafe bound else { return nil }
        unsafe proxy = bound
        self.changed = changed
        unsafe hook = .allocate(capacity: 1)
        unsafe hook.initialize(to: spa_hook())
        unsafe events = .allocate(capacity: 1)
        unsafe events.initialize(to: pw_metadata_events())
        unsafe events.pointee.version = UInt32(PW_VERSION_METADATA_EVENTS)
        unsafe events.pointee.property = { data, subject, key, _, value in
            guard let data = unsafe data else { return 0 }
            let owner = unsafe Unmanaged<BoundMetadata>.fromOpaque(data).takeUnretainedValue()
            owner.changed(
                subject, unsafe key.map { unsafe String(cString: $0) }, unsafe value.map { unsafe String(cString: $0) })
            return 0
        }
        _ = unsafe fermata_metadata_add_listener(proxy, hook, events, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        unsafe fermata_hook_remove(hook)
        unsafe pw_proxy_destroy(proxy)
        unsafe hook.deallocate()
        unsafe events.deallocate()
    }

    /// Sets a value; `nil` clears it.
    func set(_ key: String, type: String?, value: String?, subject: UInt32) {
        _ = unsafe fermata_metadata_set(proxy, subject, key, type, value)
    }
}
