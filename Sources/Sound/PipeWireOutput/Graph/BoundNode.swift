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
        /// The formats may be others now; those that it has follow.
        case listsFormats
        /// What it takes as it is, by one of its formats.
        case format(SinkFormats)
    }

    private let told: (News) -> Void
    private let proxy: Proxy
    /// Whether somebody wants to know its formats.
    private var listsFormats = false
    /// The flags of the list of formats; `nil` before they are known.
    private var formatFlags: UInt32?

    /// Binds the node `id`; returns `nil` if the registry refuses. `told` gets everything first, and then each change.
    init?(_ registry: OpaquePointer, id: UInt32, withVolume: Bool, told: @escaping (News) -> Void) {
        guard let proxy = unsafe Proxy(registry, id: id, type: "PipeWire:Interface:Node", version: PW_VERSION_NODE) else {
            return nil
        }
        self.told = told
        self.proxy = proxy
        unsafe proxy.listen(self) { unsafe fermata_node_add_listener($0, $1, Self.events, $2) }
        if withVolume { unsafe fermata_node_subscribe_volume(proxy.pointer) }
    }

    /// Asks for the formats, now and after each change, or does so no more. An answer takes the server some work: it opens a device of
    /// ALSA for it.
    func setListsFormats(_ lists: Bool) {
        let wasListing = listsFormats
        listsFormats = lists
        if lists && !wasListing { askFormats() }
    }

    private func askFormats() {
        unsafe fermata_node_ask_formats(proxy.pointer)
        // The listener waits for a round trip, which must not overtake the question: so the question goes first.
        told(.listsFormats)
    }

    /// Sets the linear factor of each channel and the mute switch; what is empty or `nil` stays as it is. The node answers with news
    /// of them.
    func setVolume(_ factors: [Float], isMuted: Bool?) {
        unsafe fermata_node_set_volume(
            proxy.pointer, factors, UInt32(factors.count), isMuted.map { $0 ? 1 : 0 } ?? -1)
    }

    /// Silences the node behind its volume, until somebody sets that.
    func silence() { unsafe fermata_node_silence(proxy.pointer) }

    private nonisolated(unsafe) static let events = {
        var events = pw_node_events()
        events.version = UInt32(PW_VERSION_NODE_EVENTS)
        unsafe events.info = { data, info in
            guard let info = unsafe info, let node = unsafe object(at: data, as: BoundNode.self) else { return }
            let mask = unsafe info.pointee.change_mask
            if mask & UInt64(PW_NODE_CHANGE_MASK_PROPS) != 0 {
                node.told(.properties(unsafe Dictionary(info.pointee.props)))
            }
            if mask & UInt64(PW_NODE_CHANGE_MASK_STATE) != 0 {
                node.told(.running(unsafe info.pointee.state == PW_NODE_STATE_RUNNING))
            }
            if mask & UInt64(PW_NODE_CHANGE_MASK_PARAMS) != 0 {
                node.lookAtFormats(unsafe fermata_node_param_flags(info, SPA_PARAM_EnumFormat.rawValue))
            }
        }
        unsafe events.param = { data, _, id, _, _, param in
            guard let param = unsafe param, let node = unsafe object(at: data, as: BoundNode.self) else { return }
            if id == SPA_PARAM_EnumFormat.rawValue { unsafe node.hear(format: param) } else { unsafe node.hear(param) }
        }
        return unsafe permanent(events)
    }()

    /// Asks for the formats again if they have changed.
    private func lookAtFormats(_ flags: UInt32) {
        guard flags != formatFlags else { return }
        defer { formatFlags = flags }
        // The first ones are asked for by whoever wants to know them.
        if listsFormats && formatFlags != nil { askFormats() }
    }

    private func hear(format: UnsafePointer<spa_pod>) {
        guard listsFormats else { return }
        var formats = SinkFormats()
        let capacity = 32
        let codecs = unsafe [UInt32](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            unsafe count = Int(fermata_parse_burst_codecs(format, base, UInt32(capacity)))
        }
        formats.burstCodecs = Set(codecs.compactMap { PassthroughCodec(number: $0) })
        formats.directRates = SinkFormats.ratesOfDSD.filter { unsafe fermata_takes_directly(format, $0) }
        if formats != SinkFormats() { told(.format(formats)) }
    }

    private func hear(_ param: UnsafePointer<spa_pod>) {
        let capacity = Int(SPA_AUDIO_MAX_CHANNELS)
        var mute: Int32 = -1
        let factors = unsafe [Float](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            unsafe count = Int(fermata_parse_volume(param, base, UInt32(capacity), &mute))
        }
        if !factors.isEmpty { told(.volumes(ReportedVolume.believable(factors))) }
        if mute >= 0 { told(.muted(mute != 0)) }
    }
}
