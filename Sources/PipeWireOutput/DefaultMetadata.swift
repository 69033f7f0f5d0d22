import CPipeWire

/// The session manager's metadata object `default`: the default sink, and where a stream is wanted.
///
/// Lives in the loop's thread. Forgotten when the registry says that the object is gone.
@safe final class DefaultMetadata {
    /// The registry's number of the object.
    let id: UInt32
    private let defaultSinkTold: (String?) -> Void
    private var proxy: Proxy
    private var hook: Hook?

    init?(_ registry: OpaquePointer, id: UInt32, defaultSinkTold: @escaping (String?) -> Void) {
        guard
            let bound = unsafe fermata_registry_bind(
                registry, id, "PipeWire:Interface:Metadata", UInt32(PW_VERSION_METADATA))
        else { return nil }
        self.id = id
        self.defaultSinkTold = defaultSinkTold
        unsafe proxy = Proxy(bound)
        let hook = Hook()
        let data = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe fermata_metadata_add_listener(bound, hook.pointer, Self.events, data)
        self.hook = consume hook
    }

    deinit { hook = nil }

    /// Asks the session manager to move a stream to the sink with that `object.serial`, or with `nil` wherever it sees fit.
    func setTarget(ofNode node: UInt32, serial: String?) {
        unsafe fermata_metadata_set(proxy.pointer, node, PW_KEY_TARGET_OBJECT, serial == nil ? nil : "Spa:Id", serial)
    }

    private nonisolated(unsafe) static let events = {
        var events = pw_metadata_events()
        events.version = UInt32(PW_VERSION_METADATA_EVENTS)
        unsafe events.property = { data, subject, key, _, value in
            guard let data = unsafe data, subject == 0 else { return 0 }
            let metadata = unsafe Unmanaged<DefaultMetadata>.fromOpaque(data).takeUnretainedValue()
            // No key means that every key of the subject is removed.
            if let key = unsafe key, unsafe String(cString: key) != "default.audio.sink" { return 0 }
            let text = unsafe value.map { unsafe String(cString: $0) }
            metadata.defaultSinkTold(text.flatMap { DefaultMetadata.name(in: $0) })
            return 0
        }
        return unsafe permanent(events)
    }()

    /// The member `name` of a JSON object.
    static func name(in text: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { buffer -> String? in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe fermata_json_get_name(text, base, Int32(buffer.count)) ? String(cString: base) : nil
        }
    }
}
