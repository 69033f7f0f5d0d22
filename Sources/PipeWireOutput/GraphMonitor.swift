import AudioTypes
import CPipeWire

/// Follows the sinks, the default and our links through the registry. Used with the loop's lock held; tells on its thread.
///
/// Sinks are kept by the registry's id only as long as the registry says that the object lives; what clients see is keyed
/// by `node.name`, which survives restarts.
@safe final class GraphMonitor {
    private let registry: OpaquePointer
    private let hook: UnsafeMutablePointer<spa_hook>
    private let events: UnsafeMutablePointer<pw_registry_events>
    private var nodes: [UInt32: BoundNode] = [:]
    private var sinks: [UInt32: SinkInformation] = [:]
    private var links: [UInt32: (from: UInt32, to: UInt32)] = [:]
    private var metadata: (id: UInt32, object: BoundMetadata)?
    private(set) var defaultUID: String?
    /// Our stream's node.
    var nodeID: UInt32? { didSet { if nodeID != oldValue { changed() } } }
    private let changed: () -> Void

    /// Starts to follow. `changed` may come often; read the rest when the loop is idle.
    init?(_ core: OpaquePointer, changed: @escaping () -> Void) {
        guard let made = unsafe fermata_core_get_registry(core) else { return nil }
        unsafe registry = made
        self.changed = changed
        unsafe hook = .allocate(capacity: 1)
        unsafe hook.initialize(to: spa_hook())
        unsafe events = .allocate(capacity: 1)
        unsafe events.initialize(to: pw_registry_events())
        unsafe events.pointee.version = UInt32(PW_VERSION_REGISTRY_EVENTS)
        unsafe events.pointee.global = { data, id, _, type, _, properties in
            guard let data = unsafe data, let type = unsafe type else { return }
            let monitor = unsafe Unmanaged<GraphMonitor>.fromOpaque(data).takeUnretainedValue()
            unsafe monitor.appeared(id, String(cString: type), properties)
        }
        unsafe events.pointee.global_remove = { data, id in
            guard let data = unsafe data else { return }
            unsafe Unmanaged<GraphMonitor>.fromOpaque(data).takeUnretainedValue().left(id)
        }
        _ = unsafe fermata_registry_add_listener(registry, hook, events, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        nodes = [:]
        metadata = nil
        unsafe fermata_hook_remove(hook)
        unsafe pw_proxy_destroy(registry)
        unsafe hook.deallocate()
        unsafe events.deallocate()
    }

    /// The sinks, by name.
    var devices: [OutputDevice] { sinks.values.map(\.device).sorted { $0.uid < $1.uid } }

    /// The sink that our links reach.
    var targetUID: String? {
        guard let nodeID else { return nil }
        return links.values.lazy.filter { $0.from == nodeID }.compactMap { self.sinks[$0.to]?.uid }.first
    }

    /// Sends our stream to another sink; `nil` for the default.
    func moveStream(to uid: String?) {
        guard let nodeID, let metadata else { return }
        let serial = uid.flatMap { uid in sinks.first { $0.value.uid == uid }?.value.uid }
        metadata.object.set("target.object", type: serial == nil ? nil : "Spa:String", value: serial, subject: nodeID)
    }

    private func appeared(_ id: UInt32, _ type: String, _ properties: UnsafePointer<spa_dict>?) {
        func value(_ key: String) -> String? { unsafe Properties.value(key, in: properties) }
        switch type {
        case InterfaceType.node:
            guard value("media.class") == "Audio/Sink", let uid = value("node.name") else { return }
            sinks[id] = SinkInformation(uid: uid, name: value("node.description") ?? uid)
            nodes[id] = unsafe BoundNode(registry, id: id) { [weak self] properties in
                unsafe self?.described(id, properties)
            }
            changed()
        case InterfaceType.link:
            guard let from = value("link.output.node").flatMap({ UInt32($0) }),
                let to = value("link.input.node").flatMap({ UInt32($0) })
            else { return }
            links[id] = (from, to)
            if from == nodeID { changed() }
        case InterfaceType.metadata:
            guard value("metadata.name") == "default" else { return }
            let object = unsafe BoundMetadata(registry, id: id) { [weak self] subject, key, value in
                self?.metadataChanged(subject, key, value)
            }
            if let object { metadata = (id, object) }
        default: break
        }
    }

    private func left(_ id: UInt32) {
        if sinks.removeValue(forKey: id) != nil {
            nodes[id] = nil
            changed()
        }
        if links.removeValue(forKey: id) != nil { changed() }
        if metadata?.id == id {
            metadata = nil
            defaultUID = nil
            changed()
        }
    }

    private func described(_ id: UInt32, _ properties: UnsafePointer<spa_dict>?) {
        guard unsafe properties != nil, var sink = sinks[id] else { return }
        unsafe sink.update(properties)
        guard sink != sinks[id] else { return }
        sinks[id] = sink
        changed()
    }

    private func metadataChanged(_ subject: UInt32, _ key: String?, _ value: String?) {
        guard subject == 0, key == nil || key == "default.audio.sink" else { return }
        // The value is {"name":"…"}; names never hold a quote.
        let parts = value?.split(separator: "\"", omittingEmptySubsequences: false) ?? []
        let name = parts.firstIndex(of: "name").flatMap { $0 + 2 < parts.count ? String(parts[$0 + 2]) : nil }
        guard name != defaultUID else { return }
        defaultUID = name
        changed()
    }
}
