import CPipeWire

/// A bound metadata object of the server: the session manager's `default`, which holds the default sink and the targets
/// of streams, or the server's own `settings`.
///
/// It lives in the loop's thread. It is released when the registry reports that the object is gone.
@safe final class BoundMetadata {
    /// The registry's id of the object.
    let id: UInt32
    /// Gets subject, key and value. No key stands for all keys of the subject; no value means that they are removed.
    private let told: (UInt32, String?, String?) -> Void
    private let proxy: Proxy

    init?(_ registry: OpaquePointer, id: UInt32, told: @escaping (UInt32, String?, String?) -> Void) {
        guard
            let proxy = unsafe Proxy(registry, id: id, type: "PipeWire:Interface:Metadata", version: PW_VERSION_METADATA)
        else { return nil }
        self.id = id
        self.told = told
        self.proxy = proxy
        unsafe proxy.listen(self) { unsafe fermata_metadata_add_listener($0, $1, Self.events, $2) }
    }

    /// Asks the session manager to move a stream to the sink whose `node.name` is `name`, now or when it comes. If `name`
    /// is `nil`, the session manager chooses the sink.
    func setTarget(ofNode node: UInt32, name: String?) {
        unsafe fermata_metadata_set(proxy.pointer, node, PW_KEY_TARGET_OBJECT, name == nil ? nil : "Spa:String", name)
    }

    private nonisolated(unsafe) static let events = {
        var events = pw_metadata_events()
        events.version = UInt32(PW_VERSION_METADATA_EVENTS)
        unsafe events.property = { data, subject, key, _, value in
            unsafe object(at: data, as: BoundMetadata.self)?.told(
                subject, unsafe key.map { unsafe String(cString: $0) }, unsafe value.map { unsafe String(cString: $0) })
            return 0
        }
        return unsafe permanent(events)
    }()

    /// Returns the member `name` of a JSON object.
    static func name(in text: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { buffer -> String? in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe fermata_json_get_name(text, base, Int32(buffer.count)) ? String(cString: base) : nil
        }
    }
}
