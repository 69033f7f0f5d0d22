import AudioTypes

extension OutputType {
    /// Finds the type of a sink from its properties and those of its card (the sink's win).
    ///
    /// The values are those of PipeWire's `device.*` keys, which udev, ALSA and BlueZ fill in. If the card reports what
    /// is plugged into the port that plays now (`port`, PipeWire's `port.type`), that says more than all of these keys.
    init(properties: [String: String], port: String = "") {
        func value(_ key: String) -> String { properties[key]?.lowercased() ?? "" }
        let formFactor = value("device.form-factor").isEmpty ? value("device.form_factor") : value("device.form-factor")
        let bus = value("device.bus")
        let api = value("device.api")

        if bus == "bluetooth" || api == "bluez5" || properties["api.bluez5.profile"] != nil {
            self.init(bluetoothProfile: value("api.bluez5.profile"))
            return
        }
        if let type = Self.byName(value("node.name")) {
            self = type
            return
        }
        if let type = Self.byPort(port.lowercased(), bus: bus) {
            self = type
            return
        }
        if let type = Self.byFormFactor(formFactor, bus: bus) {
            self = type
            return
        }
        if port == "analog", bus != "usb" {
            self = .lineOut
            return
        }
        let profile = value("device.profile.name")
        if profile.contains("hdmi") {
            self = .hdmi
        } else if bus == "usb" {
            self = .usbAudio
        } else if value("node.network") == "true" {
            // PipeWire's network modules call their sinks virtual as well.
            self = .network
        } else if value("factory.name") == "support.null-audio-sink" || value("node.virtual") == "true" {
            self = .virtual
        } else if profile.hasPrefix("analog"), bus == "pci" {
            // This is a desktop's green socket; a laptop has the form factor "internal".
            self = .lineOut
        } else {
            self = .unknown
        }
    }

    private init(bluetoothProfile profile: String) {
        // BlueZ 5 profiles for calls are named headset-head-unit (also with a codec's suffix), hfp_* and hsp_*.
        if profile.hasPrefix("bap") {
            self = .bluetoothLE
            return
        }
        let isForCalls = profile.hasPrefix("headset") || profile.hasPrefix("hfp") || profile.hasPrefix("hsp")
        self = isForCalls ? .bluetoothHFP : .bluetoothA2DP
    }

    /// Finds the type by the names that PipeWire's own network modules give their sinks. Not all of them set `node.network`.
    private static func byName(_ name: String) -> OutputType? {
        // PipeWire 0.3 writes the first name with a hyphen.
        if name.hasPrefix("raop_sink") || name.hasPrefix("raop-sink") { return .airPlay }
        return networkNames.contains { name.hasPrefix($0) } ? .network : nil
    }

    private static let networkNames = [
        "tunnel.", "tunnel-sink.", "rtp-sink", "rtp_session.", "roc-sink", "vban_session.", "netjack2_",
    ]

    /// Finds the type by the port types that ALSA's card profiles use. For a plain line or an unknown port, only the card
    /// as a whole says what is behind it.
    private static func byPort(_ port: String, bus: String) -> OutputType? {
        switch port {
        case "headphones": .headphones
        case "headset", "handset", "handsfree": .headset
        case "earpiece": .builtInReceiver
        // Many USB headsets call their only port "speaker"; the device as a whole says better what it is.
        case "speaker": bus == "usb" ? nil : .builtInSpeaker
        case "hdmi", "tv": .hdmi
        case "displayport": .displayPort
        case "line", "aux", "spdif": bus == "usb" ? nil : .lineOut
        case "usb": .usbAudio
        case "network": .network
        default: nil
        }
    }

    private static func byFormFactor(_ formFactor: String, bus: String) -> OutputType? {
        switch formFactor {
        case "headphone", "headphones": .headphones
        case "headset", "hands-free", "handset": .headset
        case "internal", "speaker", "portable": bus == "usb" ? .usbAudio : .builtInSpeaker
        case "tv": .hdmi
        default: nil
        }
    }
}
