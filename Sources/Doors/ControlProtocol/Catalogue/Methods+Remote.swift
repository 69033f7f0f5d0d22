// The devices that control the player over the network.
extension Methods {
    /// The methods whose names begin with `remote.`.
    public enum Remote {
        /// Begins to pair a device, and answers with the digits that it has to name.
        public static let pair = Method(
            "remote.pair", .admin,
            "Begins to pair a device of the network: it has to name the digits of the reply, once and within five minutes.",
            .optional("role", .choice, default: Wire.DeviceRole.control, "What the device may do."),
            answer: .value(Wire.PairingOffer.self), errors: [.remoteUnavailable])

        /// Lists the paired devices.
        public static let list = Method(
            "remote.list", .admin, "Lists the devices of the network that are paired.",
            answer: .list(of: Wire.RemoteDevice.self), errors: [.remoteUnavailable])

        /// Takes everything from a device, and closes its connections.
        public static let revoke = Method(
            "remote.revoke", .admin, "Takes from a device what it may do, and closes its connections.",
            .required("device", .identifier, "The number of the device, as `remote.list` has it."),
            answer: .nothing, errors: [.remoteUnavailable, .deviceNotFound, .fileNotWritable])

        /// Answers with an address at which players hear what plays.
        public static let listenAddress = Method(
            "remote.listenAddress", .view,
            "Answers with addresses at which players of the network hear what plays, for some hours.",
            .optional("format", .choice, default: Wire.ListenFormat.mp3, "How they hear it."),
            answer: .value(Wire.ListenOffer.self), errors: [.remoteUnavailable])
    }

    static let remote: [any AnyMethod] = [Remote.pair, Remote.list, Remote.revoke, Remote.listenAddress]
}
