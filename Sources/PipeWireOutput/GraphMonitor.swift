import CPipeWire

/// Listens to the server's registry and keeps the ``GraphModel``. Lives in the loop's thread.
@safe final class GraphMonitor {
    private(set) var model = GraphModel()
    /// The session manager's metadata, once it is there.
    private(set) var metadata: DefaultMetadata?
    /// Called after each change of the model; many at once are usual.
    private let changed: () -> Void

    private let registry: OpaquePointer
    private var proxy: Proxy?
    private var hook: Hook?
    private var objects: [UInt32: BoundObject] = [:]

    init(core: borrowing Core, changed: @escaping () -> Void) throws(OutputError) {
        guard let made = unsafe fermata_core_get_registry(core.pointer) else {
            throw OutputError(.server, "the server's registry could not be read", errno: 0)
        }
        unsafe registry = made
        self.changed = changed
        unsafe proxy = Proxy(made)
        let hook = Hook()
        unsafe fermata_registry_add_listener(
            made, hook.pointer, Self.events, Unmanaged.passUnretained(self).toOpaque())
        self.hook = consume hook
    }

    deinit {
        hook = nil
        metadata = nil
        objects = [:]
        proxy = nil
    }

    private nonisolated(unsafe) static let events = {
        var events = pw_registry_events()
        events.version = UInt32(PW_VERSION_REGISTRY_EVENTS)
        unsafe events.global = { data, id, _, type, _, properties in
            guard let data = unsafe data, let type = unsafe type else { return }
            unsafe Unmanaged<GraphMonitor>.fromOpaque(data).takeUnretainedValue()
                .add(id, type: String(cString: type), properties: Dictionary(properties))
        }
        unsafe events.global_remove = { data, id in
            guard let data = unsafe data else { return }
            unsafe Unmanaged<GraphMonitor>.fromOpaque(data).takeUnretainedValue().remove(id)
        }
        return unsafe permanent(events)
    }()

    private func add(_ id: UInt32, type: String, properties: [String: String]) {
        switch (type, properties["media.class"]) {
        case ("PipeWire:Interface:Node", "Audio/Sink"), ("PipeWire:Interface:Node", "Audio/Duplex"):
            model.addSink(id, properties: properties)
            bind(id, .sink)
        case ("PipeWire:Interface:Device", "Audio/Device"):
            model.addCard(id, properties: properties)
            bind(id, .card)
        case ("PipeWire:Interface:Link", _):
            guard let output = properties[PW_KEY_LINK_OUTPUT_NODE].flatMap({ UInt32($0) }),
                let input = properties[PW_KEY_LINK_INPUT_NODE].flatMap({ UInt32($0) })
            else { return }
            model.addLink(id, GraphModel.Link(output: output, input: input))
            changed()
        case ("PipeWire:Interface:Metadata", _) where properties[PW_KEY_METADATA_NAME] == "default":
            metadata = unsafe DefaultMetadata(registry, id: id) { [unowned self] name in
                if model.setDefaultSink(name) { changed() }
            }
        default: break
        }
    }

    private func bind(_ id: UInt32, _ kind: BoundObject.Kind) {
        objects[id] = unsafe BoundObject(registry, id: id, kind: kind) { [unowned self] properties in
            if model.complete(id, properties: properties) { changed() }
        }
    }

    private func remove(_ id: UInt32) {
        objects[id] = nil
        if metadata?.id == id {
            metadata = nil
            _ = model.setDefaultSink(nil)
            changed()
        }
        if model.remove(id) { changed() }
    }
}
