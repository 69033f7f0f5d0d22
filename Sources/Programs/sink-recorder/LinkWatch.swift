import CPipeWire

/// Watches which players are linked to the sink, and lets the graph have cycles only while their sound arrives. Used by the
/// main thread.
///
/// The server adds a player to the graph first and reports the link to the sink afterwards. In a cycle between the two, the
/// player would render frames that reach nobody.
@safe final class LinkWatch {
    private let stream: RecordingStream
    private let registry: OpaquePointer
    private let hook: UnsafeMutablePointer<spa_hook>
    /// The links to the sink, by their ids in the registry.
    private var links: [UInt32: WatchedLink] = [:]

    init(_ connection: ServerConnection, _ stream: RecordingStream) throws(RecorderError) {
        guard let made = unsafe fermata_core_get_registry(connection.core) else {
            throw .system("the server's registry could not be read")
        }
        self.stream = stream
        unsafe registry = made
        unsafe hook = .allocate(capacity: 1)
        unsafe hook.initialize(to: spa_hook())
        unsafe fermata_registry_add_listener(made, hook, Self.events, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        links = [:]
        unsafe spa_hook_remove(hook)
        unsafe pw_proxy_destroy(registry)
        unsafe hook.deallocate()
    }

    /// Decides whether the graph may have cycles: a link is active, and no other one is about to be.
    func look() {
        let now = fermata_monotonic_now()
        stream.setPlayed(
            links.values.contains(where: \.isActive), isHeld: links.values.contains { $0.isComing(at: now) })
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> LinkWatch? {
        unsafe data.map { unsafe Unmanaged<LinkWatch>.fromOpaque($0).takeUnretainedValue() }
    }

    private nonisolated(unsafe) static let events = {
        let events = UnsafeMutablePointer<pw_registry_events>.allocate(capacity: 1)
        unsafe events.initialize(to: pw_registry_events())
        unsafe events.pointee.version = UInt32(PW_VERSION_REGISTRY_EVENTS)
        unsafe events.pointee.global = { data, id, _, type, _, properties in
            guard let type = unsafe type, unsafe String(cString: type) == "PipeWire:Interface:Link",
                let input = unsafe properties.flatMap({ unsafe spa_dict_lookup($0, PW_KEY_LINK_INPUT_NODE) })
            else { return }
            unsafe LinkWatch.from(data)?.add(id, input: UInt32(String(cString: input)))
        }
        unsafe events.pointee.global_remove = { data, id in unsafe LinkWatch.from(data)?.remove(id) }
        return unsafe events
    }()

    private func add(_ id: UInt32, input: UInt32?) {
        guard let input, input == stream.nodeID else { return }
        links[id] = unsafe WatchedLink(registry, id: id) { [unowned self] in look() }
        look()
    }

    private func remove(_ id: UInt32) {
        links[id] = nil
        look()
    }
}

/// A link to the sink, from its creation to its end.
@safe private final class WatchedLink {
    /// Whether sound arrives over the link.
    private(set) var isActive = false
    private var wasActive = false
    /// The time in nanoseconds until which the sink waits for the link. The link of a player that was linked while paused
    /// carries no sound for a long time.
    private let deadline = fermata_monotonic_now() + 1_000_000_000
    /// Called after each report on ``isActive``.
    private let told: () -> Void
    private let proxy: OpaquePointer
    private let hook: UnsafeMutablePointer<spa_hook>

    init?(_ registry: OpaquePointer, id: UInt32, told: @escaping () -> Void) {
        guard
            let bound = unsafe fermata_registry_bind(registry, id, "PipeWire:Interface:Link", UInt32(PW_VERSION_LINK))
        else { return nil }
        unsafe proxy = bound
        self.told = told
        unsafe hook = .allocate(capacity: 1)
        unsafe hook.initialize(to: spa_hook())
        unsafe fermata_link_add_listener(bound, hook, Self.events, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        unsafe spa_hook_remove(hook)
        unsafe pw_proxy_destroy(proxy)
        unsafe hook.deallocate()
    }

    /// Returns whether the link will soon carry sound for the first time.
    func isComing(at now: UInt64) -> Bool { !wasActive && now < deadline }

    private nonisolated(unsafe) static let events = {
        let events = UnsafeMutablePointer<pw_link_events>.allocate(capacity: 1)
        unsafe events.initialize(to: pw_link_events())
        unsafe events.pointee.version = UInt32(PW_VERSION_LINK_EVENTS)
        unsafe events.pointee.info = { data, info in
            guard let data = unsafe data, let state = unsafe info?.pointee.state else { return }
            unsafe Unmanaged<WatchedLink>.fromOpaque(data).takeUnretainedValue()
                .tell(isActive: state == PW_LINK_STATE_ACTIVE)
        }
        return unsafe events
    }()

    private func tell(isActive: Bool) {
        self.isActive = isActive
        wasActive = wasActive || isActive
        told()
    }
}
