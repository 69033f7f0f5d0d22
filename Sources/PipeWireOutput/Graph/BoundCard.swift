import CPipeWire

/// A card that was asked for all its properties, its ports and its profile.
///
/// Lives in the loop's thread. Forgotten when the registry says that the object is gone.
@safe final class BoundCard {
    enum News {
        case properties([String: String])
        case port(GraphPort)
        case activePort(GraphPort)
        case profile(String)
    }

    private let told: (News) -> Void
    private var proxy: Proxy?
    private var hook: Hook?

    /// Binds the card `id`, or fails where the registry refuses. `told` gets everything at first, then each change.
    init?(_ registry: OpaquePointer, id: UInt32, told: @escaping (News) -> Void) {
        guard
            let bound = unsafe fermata_registry_bind(
                registry, id, "PipeWire:Interface:Device", UInt32(PW_VERSION_DEVICE))
        else { return nil }
        self.told = told
        unsafe proxy = Proxy(bound)
        let hook = Hook()
        let data = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe fermata_device_add_listener(bound, hook.pointer, Self.events, data)
        self.hook = consume hook
        unsafe fermata_device_subscribe_ports(bound)
    }

    deinit {
        hook = nil
        proxy = nil
    }

    private nonisolated(unsafe) static let events = {
        var events = pw_device_events()
        events.version = UInt32(PW_VERSION_DEVICE_EVENTS)
        unsafe events.info = { data, info in
            guard let info = unsafe info, unsafe info.pointee.change_mask & UInt64(PW_DEVICE_CHANGE_MASK_PROPS) != 0 else {
                return
            }
            unsafe BoundCard.at(data)?.told(.properties(Dictionary(info.pointee.props)))
        }
        unsafe events.param = { data, _, id, _, _, param in
            guard let param = unsafe param else { return }
            unsafe BoundCard.at(data)?.hear(id, param)
        }
        return unsafe permanent(events)
    }()

    private static func at(_ data: UnsafeMutableRawPointer?) -> BoundCard? {
        unsafe data.map { unsafe Unmanaged<BoundCard>.fromOpaque($0).takeUnretainedValue() }
    }

    private func hear(_ id: UInt32, _ param: UnsafePointer<spa_pod>) {
        switch id {
        case SPA_PARAM_Profile.rawValue:
            if let name = unsafe fermata_parse_profile(param) { told(.profile(unsafe String(cString: name))) }
        case SPA_PARAM_EnumRoute.rawValue:
            if let port = unsafe GraphPort(param) { told(.port(port)) }
        case SPA_PARAM_Route.rawValue:
            if let port = unsafe GraphPort(param) { told(.activePort(port)) }
        default: break
        }
    }
}

extension GraphPort {
    /// Reads a parameter; `nil` for anything but a port that plays.
    init?(_ param: UnsafePointer<spa_pod>) {
        var route = unsafe fermata_route()
        guard unsafe fermata_parse_route(param, &route), unsafe route.direction == SPA_DIRECTION_OUTPUT.rawValue else {
            return nil
        }
        self.init(
            index: Int(unsafe route.index), device: Int(unsafe route.device),
            name: unsafe route.name.map { unsafe String(cString: $0) } ?? "",
            type: unsafe route.port_type.map { unsafe String(cString: $0) } ?? "",
            isAvailable: unsafe route.available != SPA_PARAM_AVAILABILITY_no.rawValue)
    }
}
