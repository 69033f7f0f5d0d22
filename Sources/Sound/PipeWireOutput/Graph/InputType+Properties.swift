import AudioTypes

extension InputType {
    /// Finds the type of a source from its properties and those of its card (the source's win). The keys are those of
    /// ``OutputType/init(properties:port:)``.
    init(properties: [String: String]) {
        func value(_ key: String) -> String { properties[key]?.lowercased() ?? "" }
        let formFactor = value("device.form-factor").isEmpty ? value("device.form_factor") : value("device.form-factor")
        let bus = value("device.bus")
        if bus == "bluetooth" || value("device.api") == "bluez5" || properties["api.bluez5.profile"] != nil {
            self = .bluetoothHFP
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

    /// The beginnings of the names that PipeWire's own network modules give their sources. Not all of them set `node.network`.
    private static let networkNames = [
        "tunnel.", "tunnel-source.", "rtp-source", "rtp_session.", "roc-source", "vban_session.", "netjack2_",
    ]
}
