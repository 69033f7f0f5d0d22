import AudioSession
import CPipeWire
import Glibc

/// A card that is bound and asked for its properties, ports and profile.
///
/// It lives in the loop's thread. It is released when the registry reports that the object is gone.
@safe final class BoundCard {
    enum News {
        case properties([String: String])
        case port(GraphPort)
        case activePort(GraphPort)
        case profile(String, index: Int)
        /// The card lists its profiles, which replace those that it listed before.
        case listsProfiles
        case listedProfile(GraphProfile)
    }

    /// The parameters that Fermata uses, in the order in which it asks for them.
    private let parameters: [UInt32]

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
        parameters =
            [
                SPA_PARAM_EnumProfile.rawValue, SPA_PARAM_EnumRoute.rawValue, SPA_PARAM_Profile.rawValue,
                SPA_PARAM_Route.rawValue,
            ]
        unsafe proxy.listen(self) { unsafe fermata_device_add_listener($0, $1, Self.events, $2) }
        // Ask each time instead of subscribing: for a device of another process, such as all devices of the session
        // manager, the server sends subscribers no change of any parameter.
        for id in parameters { unsafe fermata_device_ask(proxy.pointer, id) }
    }

    /// Makes the part `part` of the card play, or take sound in, through the port whose number is `index`. The card answers with news of the
    /// active port.
    func setPort(_ index: Int, part: Int) {
        unsafe fermata_device_set_route(proxy.pointer, Int32(truncatingIfNeeded: index), Int32(truncatingIfNeeded: part))
    }

    /// Switches the card to the profile whose number is `index`, which the session manager does not remember.
    func setProfile(_ index: Int) { unsafe fermata_device_set_profile(proxy.pointer, Int32(truncatingIfNeeded: index)) }

    /// Sets the volume of the part `part` at the port whose number is `index`: the linear factor of each channel, and the mute
    /// switch; what is empty or `nil` stays as it is.
    func setVolume(_ factors: [Float], isMuted: Bool?, port index: Int, part: Int) {
        unsafe fermata_device_set_route_volume(
            proxy.pointer, Int32(truncatingIfNeeded: index), Int32(truncatingIfNeeded: part), factors, UInt32(factors.count),
            isMuted.map { $0 ? 1 : 0 } ?? -1)
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
    private func hear(_ reported: UnsafeBufferPointer<spa_param_info>) {
        for index in reported.indices {
            let (id, now) = unsafe (reported[index].id, reported[index].flags)
            guard parameters.contains(id) else { continue }
            let before = flags.updateValue(now, forKey: id)
            guard before != nil, before != now else { continue }
            if id == SPA_PARAM_EnumProfile.rawValue { told(.listsProfiles) }
            unsafe fermata_device_ask(proxy.pointer, id)
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
        case SPA_PARAM_EnumProfile.rawValue:
            if let profile = unsafe GraphProfile(param) { told(.listedProfile(profile)) }
        default: break
        }
    }
}

extension GraphProfile {
    /// Reads a profile from a parameter; returns `nil` for anything else, and for a profile without a name.
    init?(_ param: UnsafePointer<spa_pod>) {
        var profile = unsafe fermata_profile()
        guard unsafe fermata_parse_listed_profile(param, &profile), let name = unsafe profile.name else { return nil }
        let length = unsafe strnlen(name, Dictionary.longestProperty)
        self.init(
            index: Int(unsafe profile.index),
            profile: DeviceProfile(
                name: unsafe String(decoding: UnsafeRawBufferPointer(start: name, count: length), as: UTF8.self),
                priority: Int(unsafe profile.priority), hasInput: unsafe profile.has_input, hasOutput: unsafe profile.has_output,
                isAvailable: unsafe profile.available != SPA_PARAM_AVAILABILITY_no.rawValue))
    }
}

extension GraphPort {
    /// Reads a port, in either direction, from a parameter; returns `nil` for anything else.
    init?(_ param: UnsafePointer<spa_pod>) {
        var route = unsafe fermata_route()
        guard unsafe fermata_parse_route(param, &route) else { return nil }
        self.init(
            index: Int(unsafe route.index), device: Int(unsafe route.device),
            name: unsafe route.name.map { unsafe String(cString: $0) } ?? "",
            type: unsafe route.port_type.map { unsafe String(cString: $0) } ?? "",
            isAvailable: unsafe route.available != SPA_PARAM_AVAILABILITY_no.rawValue,
            title: unsafe route.description.map { unsafe String(cString: $0) } ?? "",
            parts: unsafe Self.numbers(SPA_PARAM_ROUTE_devices.rawValue, of: param),
            profiles: unsafe Self.numbers(SPA_PARAM_ROUTE_profiles.rawValue, of: param),
            isInput: unsafe route.direction == SPA_DIRECTION_INPUT.rawValue)
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
