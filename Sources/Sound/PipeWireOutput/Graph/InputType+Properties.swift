import AudioTypes

extension InputType {
    /// Finds the type of a source from its properties and those of its card (the source's win). The keys are those of
    /// ``OutputType/init(properties:port:)``. If the card reports what is plugged into the port, that says more than all of these keys.
    init(properties: [String: String], port: GraphPort? = nil) {
        func value(_ key: String) -> String { properties[key]?.lowercased() ?? "" }
        let formFactor = value("device.form-factor").isEmpty ? value("device.form_factor") : value("device.form-factor")
        let bus = value("device.bus")
        if bus == "bluetooth" || value("device.api") == "bluez5" || properties["api.bluez5.profile"] != nil {
            self = value("api.bluez5.profile").hasPrefix("bap") ? .bluetoothLE : .bluetoothHFP
        } else if let type = port.flatMap({ Self.byPort($0, bus: bus) }) {
            self = type
        } else if ["headset", "hands-free", "handset", "headphone"].contains(formFactor) {
            self = .headsetMic
        } else if bus == "usb" {
            self = .usbAudio
        } else if ["internal", "microphone", "webcam", "portable"].contains(formFactor) {
            self = .builtInMic
        } else if value("node.network") == "true" || Self.networkNames.contains(where: { value("node.name").hasPrefix($0) }) {
            self = .network
        } else if value("factory.name") == "support.null-audio-sink" || value("node.virtual") == "true"
            || value("media.class") == "audio/source/virtual"
        {
            self = .virtual
        } else if bus == "pci", value("device.profile.name").hasPrefix("analog") {
            // This is a desktop's socket; a laptop has the form factor "internal".
            self = .lineIn
        } else {
            self = .unknown
        }
    }

    /// Finds the type by the port types that ALSA's card profiles use. A microphone in a socket counts as that of a headset; one that the
    /// card calls internal or digital is built in.
    private static func byPort(_ port: GraphPort, bus: String) -> InputType? {
        switch port.type.lowercased() {
        case "headset", "handset", "handsfree", "headphones", "phone": .headsetMic
        case "mic" where bus == "usb": nil
        case "mic":
            socketNames.contains { port.name.lowercased().hasSuffix($0) } ? .headsetMic : .builtInMic
        case "line", "aux", "spdif", "radio", "video", "tv", "hdmi": bus == "usb" ? nil : .lineIn
        case "usb": .usbAudio
        case "network": .network
        default: nil
        }
    }

    /// The ends of the names that the card profiles give microphones in sockets.
    private static let socketNames = ["input-mic", "front-mic", "rear-mic", "dock-mic", "headset-mic", "headphone-mic"]

    /// The beginnings of the names that PipeWire's own network modules give their sources. Not all of them set `node.network`.
    private static let networkNames = [
        "tunnel.", "tunnel-source.", "rtp-source", "rtp_session.", "roc-source", "vban_session.", "netjack2_",
    ]
}
