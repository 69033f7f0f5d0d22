import AudioTypes
import CPipeWire

/// What the graph tells about one sink, as it becomes known.
struct SinkInformation: Hashable {
    var uid: String
    var name: String
    var formFactor: String?
    var bus: String?
    var deviceAPI: String?
    var bluetoothProfile: String?
    var factory: String?
    var channelCount: Int

    /// Makes what the registry tells at once.
    init(uid: String, name: String) {
        self.uid = uid
        self.name = name
        channelCount = 2
    }

    /// Takes over what the node's own properties tell.
    mutating func update(_ properties: UnsafePointer<spa_dict>?) {
        func value(_ key: String) -> String? { unsafe Properties.value(key, in: properties) }
        name = value("node.description") ?? name
        formFactor = value("device.form-factor") ?? value("device.form_factor") ?? formFactor
        bus = value("device.bus") ?? bus
        deviceAPI = value("device.api") ?? deviceAPI
        bluetoothProfile = value("api.bluez5.profile") ?? bluetoothProfile
        factory = value("factory.name") ?? factory
        if let count = value("audio.channels").flatMap({ Int($0) }) { channelCount = count }
        if let positions = value("audio.position") {
            let names = positions.split { " [],".contains($0) }
            if !names.isEmpty { channelCount = names.count }
        }
    }

    /// The kind of thing, by what the properties say of it.
    var type: OutputType {
        let isBluetooth = bus == "bluetooth" || deviceAPI == "bluez5"
        switch formFactor {
        case "headphone": return isBluetooth ? .bluetoothA2DP : .headphones
        case "headset", "hands-free":
            guard isBluetooth else { return .headset }
            return bluetoothProfile?.hasPrefix("headset") == true ? .bluetoothHFP : .bluetoothA2DP
        case "internal", "speaker": return isBluetooth ? .bluetoothA2DP : .builtInSpeaker
        case "hdmi", "tv": return .hdmi
        default: break
        }
        if isBluetooth { return bluetoothProfile?.hasPrefix("headset") == true ? .bluetoothHFP : .bluetoothA2DP }
        if uid.contains("hdmi") { return .hdmi }
        if bus == "usb" { return .usbAudio }
        if factory == "support.null-audio-sink" { return .virtual }
        if deviceAPI == "alsa" { return .builtInSpeaker }
        return .unknown
    }

    /// As clients see it.
    var device: OutputDevice { OutputDevice(uid: uid, name: name, type: type, channelCount: channelCount) }
}
