import ControlProtocol

/// Devices of the network as people read them.
enum RemoteText {
    /// Returns what a person shows to a device: a picture of the address with the digits, if it can be made, and both as texts.
    static func offer(_ offer: Wire.PairingOffer) -> String {
        var lines: [String] = []
        if let address = offer.addresses.first {
            let fingerprint = offer.fingerprint.map { "&sha256=\($0)" } ?? ""
            if let picture = QRCode(address + "#pair=" + offer.code + fingerprint)?.text { lines += [picture, ""] }
            lines.append("Open \(offer.addresses.joined(separator: " or "))")
        }
        let time = offer.expiresIn < 120 ? "a minute" : "\(offer.expiresIn / 60) minutes"
        lines.append(
            "\(lines.isEmpty ? "Name" : "and name") the code \(offer.code) within \(time), once. Role: \(offer.role.rawValue).")
        if let fingerprint = offer.fingerprint {
            lines += ["A browser does not know the certificate. It is the right one if its fingerprint (SHA-256) is"]
            lines += shown(Terminal.harmless(fingerprint))
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the addresses at which players hear what plays, one on each line.
    static func listening(_ offer: Wire.ListenOffer) -> String {
        offer.addresses.isEmpty ? "no machine reaches the door" : offer.addresses.joined(separator: "\n")
    }

    /// Returns a fingerprint as browsers show it, in pairs of digits, on two lines.
    static func shown(_ fingerprint: String) -> [String] {
        let pairs = stride(from: 0, to: fingerprint.count, by: 2).map { fingerprint.dropFirst($0).prefix(2).uppercased() }
        return [pairs.prefix(16), pairs.dropFirst(16)].filter { !$0.isEmpty }.map { "  " + $0.joined(separator: ":") }
    }

    /// Returns the devices, one on each line.
    static func devices(_ devices: [Wire.RemoteDevice]) -> String {
        if devices.isEmpty { return "no device is paired" }
        return devices.map { device in
            let connections =
                device.connections == 0 ? "" : device.connections == 1 ? ", connected" : ", \(device.connections) connections"
            return "\(device.device)  \(Terminal.harmless(device.name)): \(device.role.rawValue)\(connections)"
        }.joined(separator: "\n")
    }
}
