/// A device of the network that was paired.
package struct PairedDevice: Hashable, Sendable, Codable {
    /// The number of the device. No other one gets it.
    package let device: Int64
    /// The name that it gave itself, for people.
    package let name: String
    /// What it may do.
    package let role: Role
    /// The hash of its token, in hexadecimal digits: the token itself is kept by the device alone.
    package let hash: String
    /// When it was paired, in seconds since the beginning of 1970 (UTC).
    package let pairedAt: Double

    /// Makes a device.
    package init(device: Int64, name: String, role: Role, hash: String, pairedAt: Double) {
        self.device = device
        self.name = name
        self.role = role
        self.hash = hash
        self.pairedAt = pairedAt
    }

    /// Whether a file can have been written with it.
    package var isBelievable: Bool {
        (1..<Int64.max).contains(device) && Role.ofDevices.contains(role) && hash.utf8.count == 64
            && (1...PairedDevices.longestName).contains(name.count)
    }

    /// What connections with its token may do.
    package var grant: Grant { Grant(device: device, name: name, role: role) }
}

/// The devices of the network that were paired. A value.
package struct PairedDevices: Hashable, Sendable, Codable {
    /// How many there may be.
    package static let most = 64
    /// The longest name, in characters.
    package static let longestName = 64

    /// All of them, in the order in which they were paired.
    package private(set) var list: [PairedDevice] = []
    private var latest: Int64 = 0

    /// Makes it without devices.
    package init() {}

    /// Whether a file can have been written with it.
    package var isBelievable: Bool {
        list.count <= Self.most && list.allSatisfy(\.isBelievable) && (0..<Int64.max).contains(latest)
    }

    /// Returns the device whose token has this hash; `nil` if none has. It takes as long whichever it is.
    package func device(withHash hash: String) -> PairedDevice? {
        var found: PairedDevice?
        for device in list where SecretText.isEqual(device.hash, hash) { found = device }
        return found
    }

    /// Adds a device and returns it; `nil` if there are too many.
    package mutating func add(_ name: String, role: Role, hash: String, at time: Double) -> PairedDevice? {
        guard list.count < Self.most else { return nil }
        latest = max(latest, list.map(\.device).max() ?? 0) + 1
        let device = PairedDevice(device: latest, name: name, role: role, hash: hash, pairedAt: time)
        list.append(device)
        return device
    }

    /// Removes a device. Returns it; `nil` if there is none of that number.
    package mutating func remove(_ number: Int64) -> PairedDevice? {
        guard let index = list.firstIndex(where: { $0.device == number }) else { return nil }
        return list.remove(at: index)
    }
}

/// Comparing what somebody may be guessing.
enum SecretText {
    /// Whether both are the same. It takes as long wherever they differ.
    static func isEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
