import CPipeWire

/// A card that is bound and asked for its properties, ports and profile.
///
/// It lives in the loop's thread. It is released when the registry reports that the object is gone.
@safe final class BoundCard {
    enum News {
        case properties([String: String])
        case port(GraphPort)
        case activePort(GraphPort)
        case profile(String, index: Int)
    }

    /// The parameters that Fermata uses, in the order in which it asks for them.
    private static let parameters = [SPA_PARAM_EnumRoute.rawValue, SPA_PARAM_Profile.rawValue, SPA_PARAM_Route.rawValue]

    private let told: (News) -> Void
    private let proxy: Proxy
    /// The flags of each parameter as they were reported last. One of them toggles when the parameter has new values.
    private var flags: [UInt32: UInt32] = [:]

    /// Binds the card `id`; returns `nil` if the registry refuses. `told` gets everything first, and then each change.
    init?(_ registry: OpaquePointer, id: UInt32, told: @escaping (News) -> Void) {
        guard
            let proxy = unsafe Proxy(registry, id: id, type: "PipeWire:Interface:Device", version: PW_VERSION_DEVICE)
        else { return nil }
        self.told = told
        self.proxy = proxy
        unsafe proxy.listen(self) { unsafe fermata_device_add_listener($0, $1, Self.events, $2) }
        // Ask each time instead of subscribing: for a device of another process, such as all devices of the session
        // manager, the server sends subscribers no change of any parameter.
        for id in Self.parameters { unsafe fermata_device_ask(proxy.pointer, id) }
    }

    /// Makes the part `part` of the card play through the port whose number is `index`. The card answers with news of the
    /// active port.
    func setPort(_ index: Int, part: Int) {
        unsafe fermata_device_set_route(proxy.pointer, Int32(truncatingIfNeeded: index), Int32(truncatingIfNeeded: part))
    }

    private nonisolated(unsafe) static let events = {
        var events = pw_device_events()
        events.version = UInt32(PW_VERSION_DEVICE_EVENTS)
        unsafe events.info = { data, info in
            guard let info = unsafe info, let card = unsafe object(at: data, as: BoundCard.self) else { return }
            let mask = unsafe info.pointee.change_mask
            if mask & UInt64(PW_DEVICE_CHANGE_MASK_PROPS) != 0 {
                card.told(.properties(unsafe Dictionary(info.pointee.props)))
            }
            if mask & UInt64(PW_DEVICE_CHANGE_MASK_PARAMS) != 0 {
                unsafe card.hear(UnsafeBufferPointer(start: info.pointee.params, count: Int(info.pointee.n_params)))
            }
        }
        unsafe events.param = { data, _, id, _, _, param in
            guard let param = unsafe param else { return }
            unsafe object(at: data, as: BoundCard.self)?.hear(id, param)
        }
        return unsafe permanent(events)
    }()

    /// Asks again for parameters that have changed. At the first call everything has been asked for already.
    private func hear(_ parameters: UnsafeBufferPointer<spa_param_info>) {
        for index in parameters.indices {
            let (id, now) = unsafe (parameters[index].id, parameters[index].flags)
            guard Self.parameters.contains(id) else { continue }
            let before = flags.updateValue(now, forKey: id)
            if before != nil && before != now { unsafe fermata_device_ask(proxy.pointer, id) }
        }
    }

    private func hear(_ id: UInt32, _ param: UnsafePointer<spa_pod>) {
        switch id {
        case SPA_PARAM_Profile.rawValue:
            var index: Int32 = -1
            if let name = unsafe fermata_parse_profile(param, &index) {
                told(.profile(unsafe String(cString: name), index: Int(index)))
            }
        case SPA_PARAM_EnumRoute.rawValue:
            if let port = unsafe GraphPort(param) { told(.port(port)) }
        case SPA_PARAM_Route.rawValue:
            if let port = unsafe GraphPort(param) { told(.activePort(port)) }
        default: break
        }
    }
}

extension GraphPort {
    /// Reads a port from a parameter; returns `nil` for anything but an output port.
    init?(_ param: UnsafePointer<spa_pod>) {
        var route = unsafe fermata_route()
        guard unsafe fermata_parse_route(param, &route), unsafe route.direction == SPA_DIRECTION_OUTPUT.rawValue else {
            return nil
        }
        self.init(
            index: Int(unsafe route.index), device: Int(unsafe route.device),
            name: unsafe route.name.map { unsafe String(cString: $0) } ?? "",
            type: unsafe route.port_type.map { unsafe String(cString: $0) } ?? "",
            isAvailable: unsafe route.available != SPA_PARAM_AVAILABILITY_no.rawValue,
            title: unsafe route.description.map { unsafe String(cString: $0) } ?? "",
            parts: unsafe Self.numbers(SPA_PARAM_ROUTE_devices.rawValue, of: param),
            profiles: unsafe Self.numbers(SPA_PARAM_ROUTE_profiles.rawValue, of: param))
    }

    private static func numbers(_ key: UInt32, of param: UnsafePointer<spa_pod>) -> Set<Int> {
        // More parts or profiles than any card has.
        let capacity = 64
        let numbers = unsafe [Int32](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            unsafe count = Int(fermata_parse_numbers(param, key, base, UInt32(capacity)))
        }
        return Set(numbers.map { Int($0) })
    }
}
