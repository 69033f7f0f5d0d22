package import AudioTypes

// The rule about private outputs: which outputs only the listener hears, and when such an output is gone.
//
// Two nets use it. The output's guard goes silent at the first sign of a loss, because it has no time to find out more. The
// session then decides, once the graph stands still, whether the output is gone. Whatever makes a sink gone for the session is a
// sign for the guard too.
extension OutputType {
    /// Whether only the listener hears such an output. If it is lost, the sound must not come out of a speaker instead.
    ///
    /// A USB device counts only if it says that it is a headset: a plain one may be a loudspeaker.
    package var isPrivate: Bool {
        switch self {
        case .headphones, .headset, .builtInReceiver, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE: true
        case .builtInSpeaker, .usbAudio, .hdmi, .displayPort, .lineOut, .airPlay, .network, .virtual, .unknown: false
        }
    }
}

// The rule about crossfeed, which is for headphones and headsets only.
extension OutputType {
    /// Whether such an output is worn at the ears. Loudspeakers are on Bluetooth, too, so there it counts what the device says that it is.
    /// - Parameter formFactor: what PipeWire calls `device.form-factor`; `nil` if the device does not say.
    package func isAtEars(formFactor: String?) -> Bool {
        switch self {
        case .headphones, .headset: true
        case .bluetoothA2DP, .bluetoothHFP, .bluetoothLE:
            ["headphone", "headphones", "headset"].contains(formFactor?.lowercased())
        case .builtInReceiver, .builtInSpeaker, .usbAudio, .hdmi, .displayPort, .lineOut, .airPlay, .network, .virtual, .unknown:
            false
        }
    }
}

extension GraphSink {
    /// Whether only the listener hears the sink, and something is plugged in.
    package var isHeardPrivately: Bool { type.isPrivate && isAvailable }

    /// Returns whether the graph shows the first sign that this output is being lost. That is so if its sink is gone, or is
    /// now another, on another device or at another port, or if nothing is plugged in.
    /// - Parameter now: the sink as the graph has it now; `nil` if it is gone.
    package func isBeingLost(now: GraphSink?) -> Bool {
        guard let now, !Self.isGone(now) else { return true }
        return now.serial != serial || now.device?.serial != device?.serial || (now.device?.port ?? "") != (device?.port ?? "")
    }

    /// Returns whether a sink that is now as `now` says plays to nobody: it is gone, or nothing is plugged in.
    fileprivate static func isGone(_ now: GraphSink?) -> Bool { !(now?.isAvailable ?? false) }

    /// Returns whether this sink is the private output that `other` was. The uid of the sink is not enough: a card with a
    /// speaker and a socket has one sink for both, which stays when the plug is pulled. Everything on Bluetooth is private,
    /// whatever its port.
    func isPrivateOutput(_ other: GraphSink) -> Bool {
        uid == other.uid && type.isPrivate && (isBluetooth || (device?.port ?? "") == (other.device?.port ?? ""))
    }

    /// Whether the sink is on Bluetooth. Bluetooth devices take their time to appear and to change their profile.
    var isBluetooth: Bool { [.bluetoothA2DP, .bluetoothHFP, .bluetoothLE].contains(type) }
}

extension GraphSnapshot {
    /// Returns whether `sink` is lost: it is gone, nothing is plugged in, or its port was unplugged.
    func hasLost(_ sink: GraphSink) -> Bool { GraphSink.isGone(self.sink(sink.uid)) || hasUnplugged(sink) }

    /// Returns whether the port that `sink` played through was unplugged, as the device reports it.
    func hasUnplugged(_ sink: GraphSink) -> Bool {
        guard let before = sink.device, !before.port.isEmpty else { return false }
        if before.unavailablePorts.contains(before.port) { return false }
        return devices.contains { $0.name == before.name && $0.unavailablePorts.contains(before.port) }
    }

    /// Returns whether the device of `sink` is still there, so that another sink of that device may be about to appear.
    func stillHasDevice(of sink: GraphSink) -> Bool {
        guard let device = sink.device else { return false }
        return devices.contains { $0.name == device.name }
    }
}
