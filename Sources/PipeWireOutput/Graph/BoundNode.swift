import AudioTypes
import CPipeWire

/// A node that is bound and asked for its properties, its state and, if needed, its volume.
///
/// It lives in the loop's thread. It is released when the registry reports that the object is gone.
@safe final class BoundNode {
    enum News {
        case properties([String: String])
        case running(Bool)
        case volumes([Float])
        case muted(Bool)
    }

    private let told: (News) -> Void
    private let bound: OpaquePointer
    private var proxy: Proxy?
    private var hook: Hook?

    /// Binds the node `id`; returns `nil` if the registry refuses. `told` gets everything first, and then each change.
    init?(_ registry: OpaquePointer, id: UInt32, withVolume: Bool, told: @escaping (News) -> Void) {
        guard
            let bound = unsafe fermata_registry_bind(
                registry, id, "PipeWire:Interface:Node", UInt32(PW_VERSION_NODE))
        else { return nil }
        self.told = told
        unsafe self.bound = unsafe bound
        unsafe proxy = Proxy(bound)
        let hook = Hook()
        let data = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe fermata_node_add_listener(bound, hook.pointer, Self.events, data)
        self.hook = consume hook
        if withVolume { unsafe fermata_node_subscribe_volume(bound) }
    }

    deinit {
        hook = nil
        proxy = nil
    }

    /// Sets the linear factor of each channel. The node answers with news of them.
    func setVolumes(_ factors: [Float]) { unsafe fermata_node_set_volumes(bound, factors, UInt32(factors.count)) }

    private nonisolated(unsafe) static let events = {
        var events = pw_node_events()
        events.version = UInt32(PW_VERSION_NODE_EVENTS)
        unsafe events.info = { data, info in
            guard let info = unsafe info, let node = unsafe BoundNode.at(data) else { return }
            let mask = unsafe info.pointee.change_mask
            if mask & UInt64(PW_NODE_CHANGE_MASK_PROPS) != 0 {
                node.told(.properties(unsafe Dictionary(info.pointee.props)))
            }
            if mask & UInt64(PW_NODE_CHANGE_MASK_STATE) != 0 {
                node.told(.running(unsafe info.pointee.state == PW_NODE_STATE_RUNNING))
            }
        }
        unsafe events.param = { data, _, _, _, _, param in
            guard let param = unsafe param else { return }
            unsafe BoundNode.at(data)?.hear(param)
        }
        return unsafe permanent(events)
    }()

    private static func at(_ data: UnsafeMutableRawPointer?) -> BoundNode? {
        unsafe data.map { unsafe Unmanaged<BoundNode>.fromOpaque($0).takeUnretainedValue() }
    }

    private func hear(_ param: UnsafePointer<spa_pod>) {
        let capacity = Int(SPA_AUDIO_MAX_CHANNELS)
        var mute: Int32 = -1
        let factors = unsafe [Float](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            unsafe count = Int(fermata_parse_volume(param, base, UInt32(capacity), &mute))
        }
        if !factors.isEmpty { told(.volumes(VolumeFactor.believable(factors))) }
        if mute >= 0 { told(.muted(mute != 0)) }
    }
}
