extension Wire {
    /// What a device of the network may do. Each may do what those before it may.
    public enum DeviceRole: String, CaseIterable, Hashable, Sendable {
        /// Look at everything that plays, and at the library.
        case view
        /// Add to the queue as well.
        case guest
        /// Control the player, the queue and the rooms.
        case control
        /// Look after the daemon.
        case admin
    }

    /// The result of `remote.pair`: what a person shows to a device.
    public struct PairingOffer: WireObject {
        /// Six digits.
        public var code: String
        /// For how many seconds they count.
        public var expiresIn: Int
        /// What the device may do.
        public var role: DeviceRole
        /// Where browsers reach the daemon.
        public var addresses: [String]
        /// The fingerprint of the daemon's own certificate (SHA-256), as 64 hexadecimal digits; `nil` if others vouch for the certificate,
        /// or without TLS.
        public var fingerprint: String?

        /// Makes an offer.
        package init(code: String, expiresIn: Int, role: DeviceRole, addresses: [String], fingerprint: String? = nil) {
            self.code = code
            self.expiresIn = expiresIn
            self.role = role
            self.addresses = addresses
            self.fingerprint = fingerprint
        }

        /// The members of an offer.
        package static let shape = WireShape(
            PairingOffer.init(code:expiresIn:role:addresses:fingerprint:),
            .of(\.code, .required("code", .string, "The digits that the device has to name.")),
            .of(\.expiresIn, .required("expiresIn", .integer(minimum: 1), "For how many seconds they count.")),
            .of(\.role, .required("role", .choice, "What the device may do.")),
            .of(
                \.addresses,
                .required(
                    "addresses", .texts(minimumCount: 0), "Where browsers reach the daemon, beginning with `http:` or `https:`.")),
            .of(
                \.fingerprint,
                .optional(
                    "fingerprint", .string,
                    "The SHA-256 of the daemon's own certificate, as 64 hexadecimal digits: a client knows the daemon by it. Left out "
                        + "without TLS, and where others vouch for the certificate.")))
    }

    /// A device of the network that is paired.
    public struct RemoteDevice: WireObject {
        /// The number of the device.
        public var device: Int64
        /// The name that it gave itself.
        public var name: String
        /// What it may do.
        public var role: DeviceRole
        /// When it was paired, in seconds since the beginning of 1970 (UTC).
        public var pairedAt: Double
        /// How many connections it has.
        public var connections: Int

        /// Makes a device.
        package init(device: Int64, name: String, role: DeviceRole, pairedAt: Double, connections: Int) {
            self.device = device
            self.name = name
            self.role = role
            self.pairedAt = pairedAt
            self.connections = connections
        }

        /// The members of a device.
        package static let shape = WireShape(
            RemoteDevice.init(device:name:role:pairedAt:connections:),
            .of(\.device, .required("device", .identifier, "The number of the device.")),
            .of(\.name, .required("name", .string, "The name that it gave itself.")),
            .of(\.role, .required("role", .choice, "What it may do.")),
            .of(
                \.pairedAt, .required("pairedAt", .number(), "When it was paired, in seconds since the beginning of 1970 (UTC).")),
            .of(\.connections, .required("connections", .integer(minimum: 0), "How many connections it has.")))
    }

    /// How what plays is heard over the network.
    public enum ListenFormat: String, CaseIterable, Hashable, Sendable {
        /// MPEG audio, which every player knows.
        case mp3
        /// Opus in Ogg.
        case opus
        /// FLAC, without a loss.
        case flac
    }

    /// The result of `remote.listenAddress`: where players hear what plays.
    public struct ListenOffer: WireObject {
        /// The addresses, which are a secret: whoever has one may listen.
        public var addresses: [String]
        /// For how many seconds a player can begin with them.
        public var expiresIn: Int

        /// Makes an offer.
        package init(addresses: [String], expiresIn: Int) {
            self.addresses = addresses
            self.expiresIn = expiresIn
        }

        /// The members of an offer.
        package static let shape = WireShape(
            ListenOffer.init(addresses:expiresIn:),
            .of(
                \.addresses,
                .required(
                    "addresses", .texts(minimumCount: 0), "Where players hear what plays. Whoever has an address may listen.")),
            .of(
                \.expiresIn,
                .required("expiresIn", .integer(minimum: 1), "For how many seconds a player can begin with them.")))
    }
}
